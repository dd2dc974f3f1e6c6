import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAuthenticator } from '@funnel/auth';
import { openDatabase } from '@funnel/db';
import express from 'express';

/** The first message to the parent process, once both servers listen. */
export interface Addresses {
  bare: string;
  authenticated: string;
}

/** The response to any message of the parent process. */
export interface CpuTime {
  cpuSeconds: number;
}

const env = (name: string) => process.env[name] ?? '';
const database = openDatabase({ url: env('DATABASE_URL'), applicationName: 'funnel-bench' });
const authenticator = createAuthenticator({
  issuer: env('AUTHORIZATION_SERVER_ISSUER'),
  resource: env('REST_API_RESOURCE'),
  clientId: 'funnel-services',
  clientSecret: env('INTROSPECTION_CLIENT_SECRET'),
  database,
  now: () => new Date(),
  allowLegacyKey: true,
  // A machine that is busy with other work must not end the measurement.
  timeoutMs: 60_000,
});

const bare = express();
bare.get('/', async (_req, res) => {
  res.json(await database.sql`select 1 as one`);
});

const authenticated = express();
authenticated.get('/', async (req, res) => {
  await authenticator.authenticate(req.headers.authorization);
  res.json(await database.sql`select 1 as one`);
});

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuSeconds: (user + system) / 1e6 } satisfies CpuTime);
});
process.send?.({ bare: await listen(bare), authenticated: await listen(authenticated) } satisfies Addresses);

async function listen(handler: RequestListener): Promise<string> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
