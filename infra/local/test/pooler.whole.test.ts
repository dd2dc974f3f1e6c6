import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { migrateDatabase, SERVICE_NAMES } from '@funnel/admin';
import { openDatabase } from '@funnel/db';
import { trustedWebsiteId } from '@funnel/domain';
import { issuePersonalToken } from '@funnel/identity';
import { addShop, createTestDatabase, type TestDatabase } from '@funnel/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { prepareServices } from '../src/start/service-group.ts';
import { type ServiceProcess, startService, untilReady } from '../src/start/service-process.ts';
import { hasPgBouncer, type PgBouncer, startPgBouncer } from './support/pgbouncer.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const redisUrl = process.env['TEST_REDIS_URL'];
const isPossible = hasPgBouncer() && redisUrl !== undefined;
if (!isPossible)
  console.warn('NO PGBOUNCER OR NO REDIS: the tests of the pooler are SKIPPED. Install pgbouncer.');

/** What a busy machine answers: come back later. */
const NOT_NOW = ['overloaded', 'unavailable'];

/** Asks as clients are told to: a service that is too busy has done nothing, and is asked again a second later. */
async function patiently(address: string, init: RequestInit, attempts = 20): Promise<unknown> {
  const response = await fetch(address, init);
  const body = (await response.json()) as { code?: string };
  if (!NOT_NOW.includes(body.code ?? '') || attempts === 1) return body;
  await setTimeout(1000);
  return patiently(address, init, attempts - 1);
}

(isPossible ? describe : describe.skip)('behind PgBouncer in transaction mode', () => {
  let testDatabase: TestDatabase;
  let pgbouncer: PgBouncer;
  let folder: string;
  const processes: ServiceProcess[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'funnel-pooler-'));
    testDatabase = await createTestDatabase();
    await addShop(testDatabase.database);
    const urls = SERVICE_NAMES.map((service) => testDatabase.urlOf(service));
    pgbouncer = await startPgBouncer([testDatabase.url, ...urls]);
  });
  afterAll(async () => {
    for (const process of processes) process.stop();
    await Promise.all(processes.map(({ ended }) => ended));
    await pgbouncer?.stop();
    await testDatabase?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  test('migrations are refused, with the reason', async () => {
    const migrating = migrateDatabase(pgbouncer.through(testDatabase.url));
    await expect(migrating).rejects.toThrow('DATABASE_URL is the address of a connection pooler');
  });

  test('a service that does not know of it is not ready, and says which variable to set', async () => {
    const url = pgbouncer.through(testDatabase.urlOf('rest-api'));
    const strict = openDatabase({ url, applicationName: 'test' });
    await expect(strict.ping()).rejects.toThrow('Set DATABASE_POOLER=transaction');
    await strict.close();
    // One that ignores the settings of a session lets such a service connect.
    const ignored =
      'search_path,plan_cache_mode,enable_seqscan,jit,statement_timeout,idle_in_transaction_session_timeout';
    const lenient = await startPgBouncer([url], { ignore_startup_parameters: ignored });
    const database = openDatabase({
      url: lenient.through(testDatabase.urlOf('rest-api')),
      applicationName: 'test',
    });
    await expect(database.ping()).rejects.toThrow('Set DATABASE_POOLER=transaction');
    await database.close();
    await lenient.stop();
  });

  test('slow statements are cancelled by the settings of the role', async () => {
    const url = pgbouncer.through(testDatabase.urlOf('rest-api'));
    const database = openDatabase({ url, applicationName: 'test', pooler: 'transaction' });
    const [row] = await database.sql`
      select current_setting('statement_timeout') as one, current_setting('idle_in_transaction_session_timeout') as other`;
    expect(row).toEqual({ one: '5s', other: '1min' });
    await database.close();
  });

  test('a connection that PostgreSQL refuses delays the next one by a second', async () => {
    const { sql } = testDatabase.database;
    const name = new URL(testDatabase.url).pathname.slice(1);
    const limit = (connections: number) =>
      sql.unsafe(`alter database ${name} connection limit ${connections}`);
    const url = pgbouncer.through(testDatabase.urlOf('insights-worker'));
    const database = openDatabase({ url, applicationName: 'test', pooler: 'transaction' });
    await limit(0);
    await expect(database.ping()).rejects.toThrow('too many connections');
    await limit(-1);
    await database.ping();
    await database.close();
  });

  test('all services work, and callers that share connections see only their own website', async () => {
    const { ports, addresses, env } = await prepareServices({
      root,
      folder,
      databaseUrl: testDatabase.url,
      env: { REDIS_URL: redisUrl ?? '', DATABASE_POOLER: 'transaction' },
    });
    for (const [service, port] of ports) {
      const own = { ...env, DATABASE_URL: pgbouncer.through(testDatabase.urlOf(service.app)) };
      processes.push(startService({ root, localDir: folder, service, port, env: own }));
    }
    await Promise.all(processes.map((process) => untilReady(process)));

    const tokenFor = async (website: number, resource: string, scope: string) => {
      const owner = { userId: null, name: 'pooler', lifeSeconds: 3600 };
      const websiteIds = [trustedWebsiteId(website)];
      const issued = await issuePersonalToken(testDatabase.database, {
        ...owner,
        websiteIds,
        scopes: [scope],
        resource,
      });
      return { authorization: `Bearer ${issued.token}` };
    };
    const SENT = [20, 30];
    const { EVENT_INTAKE_RESOURCE: intake, REST_API_RESOURCE: rest } = addresses;
    const views = await Promise.all(
      SENT.map(async (count, index) => {
        const website = index + 1;
        const headers = await tokenFor(website, intake, 'events:write');
        await Promise.all(
          Array.from({ length: count }, async (_, number) => {
            const id = `00000000-0000-4000-8000-${String(website * 1000 + number).padStart(12, '0')}`;
            const event = {
              event_id: id,
              type: 'view',
              website_id: website,
              visitor_token: id,
              occurred_at: '2026-11-11T00:00:00Z',
            };
            const answer = await patiently(`${intake}/v1/events`, {
              method: 'POST',
              headers: { ...headers, 'content-type': 'application/json' },
              body: JSON.stringify([event]),
            });
            expect(answer).toMatchObject({ recorded: 1 });
          }),
        );
        return { website, headers: await tokenFor(website, rest, 'reports') };
      }),
    );
    const question = 'timeframe=custom&range_start=2026-11-11&range_end=2026-11-11&count_type=total';
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, number) => {
        const asked = views[number % 2];
        const address = `${rest}/api/v1/reports/website?website_id=${asked?.website}&${question}`;
        const body = (await patiently(address, { headers: asked?.headers ?? {} })) as {
          data?: { metrics: { views: number } };
        };
        return [asked?.website, body.data?.metrics.views ?? body];
      }),
    );
    expect(answers).toEqual(Array.from({ length: 40 }, (_, number) => [1 + (number % 2), SENT[number % 2]]));
  });
});
