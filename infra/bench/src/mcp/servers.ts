import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Authenticator } from '@funnel/auth';
import { openDatabase } from '@funnel/db';
import { createApp } from '@funnel/mcp-server';
import { createRateLimiter, createLogger, createObservability, createRegistry } from '@funnel/service';
import { benchPrincipal } from '../bench-principal.ts';
import { bareExpress } from './bare-express.ts';

/** The first message to the parent process, once both servers listen. */
export interface Addresses {
  toolServer: string;
  bare: string;
}

/** The response to any message of the parent process. */
export interface CpuTime {
  cpuSeconds: number;
}

/** The same for both servers. */
const principal = benchPrincipal(1);
const authenticator: Authenticator = { authenticate: async () => principal };

const database = openDatabase({ url: process.env['DATABASE_URL'] ?? '', applicationName: 'funnel-bench' });
const clock = () => new Date();
// Log lines are formatted as in production and then dropped.
const logger = createLogger({ service: 'mcp-server', level: 'info', destination: { write() {} } });
const registry = createRegistry('mcp-server');
const resource = 'http://127.0.0.1/mcp';
const NEVER_REACHED = 1_000_000_000;

const addresses: Addresses = {
  toolServer: await listen(
    createApp({
      observability: createObservability({ logger, registry, checks: {} }),
      registry,
      database,
      authenticator,
      rateLimiter: createRateLimiter({ perMinute: NEVER_REACHED, redisUrl: undefined, logger, registry }),
      clock,
      logger,
      resource,
      issuer: 'http://127.0.0.1',
    }),
  ),
  bare: await listen(bareExpress({ database, authenticator, clock })),
};
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuSeconds: (user + system) / 1e6 } satisfies CpuTime);
});
process.send?.(addresses);

async function listen(handler: RequestListener): Promise<string> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
