import type { AddressInfo } from 'node:net';
import { createAuthenticator } from '@funnel/auth';
import { openDatabase } from '@funnel/db';
import express from 'express';

/** The message to the parent process, once the server listens. */
export interface FloorAddress {
  url: string;
}

const env = (name: string) => process.env[name] ?? '';
const database = openDatabase({ url: env('DATABASE_URL'), applicationName: 'funnel-bench' });
const authenticator = createAuthenticator({
  issuer: env('AUTHORIZATION_SERVER_ISSUER'),
  resource: env('REST_API_RESOURCE'),
  clientId: process.env['INTROSPECTION_CLIENT_ID'] ?? 'funnel-services',
  clientSecret: env('INTROSPECTION_CLIENT_SECRET'),
  database,
  now: () => new Date(),
  allowLegacyKey: true,
});

// The least that a service with a database can do, without and with the authentication of the REST API.
const app = express();
app.get('/bare', async (_req, res) => {
  await database.sql`select 1`;
  res.json({ ok: true });
});
app.get('/authenticated', async (req, res) => {
  await authenticator.authenticate(req.headers.authorization);
  await database.sql`select 1`;
  res.json({ ok: true });
});
app.get('/metrics', (_req, res) => {
  const { user, system } = process.cpuUsage();
  res.send(
    `process_cpu_seconds_total ${(user + system) / 1e6}\nprocess_resident_memory_bytes ${process.memoryUsage.rss()}\n`,
  );
});
const server = app.listen(0, '127.0.0.1', () => {
  process.send?.({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  } satisfies FloorAddress);
});
// The parent has ended.
process.on('disconnect', () => process.exit());
