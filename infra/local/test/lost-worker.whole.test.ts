/** Keeps the table in docs/how-to/run-on-citus.md: what happens to whom when a worker is lost. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runCli } from '@funnel/cli';
import { importCatalog } from '@funnel/ingest';
import {
  createTestDatabase,
  inTime,
  isOnCitus,
  newVisitorToken,
  readyStatus,
  type TestDatabase,
  until,
} from '@funnel/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { prepareServices, type ServiceProcess, startService, untilReady } from '../src/index.ts';
import { type LosableWorker, throughProxy } from './support/lost-worker.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const IDS = Array.from({ length: 8 }, (_, index) => index + 1);
/** More than the connections of a service. */
const CALLERS = 20;
/** Far longer than anybody may wait: a request that waits for the lost worker takes as long. */
const STATEMENT_TIMEOUT_MS = 25_000;
const IN_TIME_MS = 12_000;

if (!isOnCitus) console.warn('SKIPPED: CITUS_URL is not set, so no worker of Citus is lost');

(isOnCitus ? describe : describe.skip)('a lost worker of Citus', () => {
  let testDatabase: TestDatabase;
  let worker: LosableWorker;
  let folder: string;
  let env: NodeJS.ProcessEnv;
  const processes = new Map<string, ServiceProcess>();
  const tokens = new Map<string, string>();

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    const { database, url } = testDatabase;
    const websites = IDS.map((id) => ({ id, account_id: 1, name: `${id}.example`, currency: 'EUR' }));
    const catalog = { accounts: [{ id: 1, name: 'Acme' }], websites };
    await importCatalog(database, catalog, { encryptionKey: new Uint8Array(32), now: new Date() });
    worker = await throughProxy(testDatabase, IDS);
    folder = await mkdtemp(join(tmpdir(), 'funnel-lost-worker-'));
    const timeouts = {
      DATABASE_STATEMENT_TIMEOUT_MS: String(STATEMENT_TIMEOUT_MS),
      REQUEST_TIMEOUT_MS: String(2 * STATEMENT_TIMEOUT_MS),
    };
    const folding = { FOLD_INTERVAL_MS: '200', FOLD_MIN_EVENTS: '1' };
    const apps = ['rest-api', 'event-intake', 'insights-worker', 'authorization-server'];
    const prepared = await prepareServices({
      root,
      folder,
      databaseUrl: url,
      apps,
      env: { ...timeouts, ...folding },
    });
    env = prepared.env;
    for (const [service, port] of prepared.ports) {
      const own = { ...env, DATABASE_URL: testDatabase.urlOf(service.app) };
      processes.set(service.app, startService({ root, localDir: folder, service, port, env: own }));
    }
    await Promise.all([...processes.values()].map((process) => untilReady(process)));
    for (const id of IDS) {
      const of = (resource: string, scopes: string) =>
        command('token', '--websites', String(id), '--resource', resource, '--scopes', scopes);
      tokens.set(`rest ${id}`, (await of('rest', 'reports')).stdout.trim());
      tokens.set(`intake ${id}`, (await of('intake', 'events:write,catalog:write')).stdout.trim());
    }
    // The connections of the services to both workers are open.
    await until(async () => {
      for (const { status } of await Promise.all(IDS.flatMap((id) => [send(id), report(id)])))
        expect(status).toBe(200);
    });
  });
  afterEach(async () => {
    worker.proxy.reset();
    worker.proxy.restore();
    await until(async () => {
      for (const id of worker.lost)
        expect([(await send(id)).status, (await report(id)).status]).toEqual([200, 200]);
    });
  });
  afterAll(async () => {
    for (const process of processes.values()) process.stop();
    await Promise.all([...processes.values()].map((process) => process.ended));
    await worker.proxy.close();
    await testDatabase.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const urlOf = (app: string) => processes.get(app)?.url ?? '';
  const send = (id: number, events = [viewOf(id)]) =>
    fetch(`${urlOf('event-intake')}/v1/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.get(`intake ${id}`)}`, 'content-type': 'application/json' },
      body: JSON.stringify(events),
    });
  const putCatalog = (id: number) =>
    fetch(`${urlOf('event-intake')}/v1/catalog`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${tokens.get(`intake ${id}`)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ areas: [{ id: 1, website_id: id, name: 'Home page' }] }),
    });
  const report = (id: number) =>
    fetch(`${urlOf('rest-api')}/api/v1/reports/website?timeframe=last_7_days&count_type=total`, {
      headers: { authorization: `Bearer ${tokens.get(`rest ${id}`)}` },
    });
  const command = async (...argv: string[]) => {
    const [stdout, stderr] = [collector(), collector()];
    const status = await runCli({
      argv,
      env: { ...env, DATABASE_URL: testDatabase.url },
      cwd: folder,
      stdin: Readable.from([]),
      stdout: stdout.stream,
      stderr: stderr.stream,
      wallClock: () => new Date(),
      signal: new AbortController().signal,
    });
    return { status, stdout: stdout.text(), stderr: stderr.text() };
  };
  const pendingOf = async (ids: readonly number[]) => {
    // A literal: Citus sees from it which machine to ask.
    const [row] = await testDatabase.database.sql.unsafe<{ events: number }[]>(
      `select count(*)::int as events from pending_events where website_id = any ('{${ids.join()}}'::int[])`,
    );
    return row?.events;
  };
  const lose = { stopped: () => worker.proxy.cut(), frozen: () => worker.proxy.freeze() };

  test('is not the only one: some of the websites are elsewhere', () => {
    expect(worker.lost.length).toBeGreaterThan(0);
    expect(worker.healthy.length).toBeGreaterThan(0);
  });

  describe.each(['stopped', 'frozen'] as const)('that is %s', (how) => {
    test.each([
      ['the intake', (id: number) => send(id)],
      ['reports', (id: number) => report(id)],
    ])('%s: 503 for its websites in time, and the others go on', async (_what, ask) => {
      lose[how]();
      const ended = new AbortController();
      const callers = Array.from({ length: CALLERS }, (_, index) =>
        askAgain(() => ask(worker.lost[index % worker.lost.length] ?? 0), ended.signal),
      );
      for (let round = 0; round < 20; round++) {
        // Several at once: what they share must not be about a lost website, too.
        const asked = Array.from({ length: 4 }, () => worker.healthy.map(ask)).flat();
        const answers = await inTime(Promise.all(asked), IN_TIME_MS);
        for (const answer of answers)
          expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
        await sleep(100);
      }
      ended.abort();
      const statuses = (await inTime(Promise.all(callers), IN_TIME_MS)).flat();
      expect(new Set(statuses)).toEqual(new Set([503]));
    });

    test('the catalog: 503 for its websites, and the others go on', async () => {
      lose[how]();
      const [lost = 0] = worker.lost;
      const [healthy = 0] = worker.healthy;
      expect((await inTime(putCatalog(lost), IN_TIME_MS)).status).toBe(503);
      expect((await inTime(putCatalog(healthy), IN_TIME_MS)).status).toBe(200);
    });

    test('a body with events of both is 503, and counts once when it is sent again', async () => {
      const [lost = 0] = worker.lost;
      const [healthy = 0] = worker.healthy;
      const websites = `${lost},${healthy}`;
      const both = await command(
        'token',
        '--websites',
        websites,
        '--resource',
        'intake',
        '--scopes',
        'events:write',
      );
      tokens.set('intake 0', both.stdout.trim());
      const body = [viewOf(lost), viewOf(healthy)];
      lose[how]();
      expect((await inTime(send(0, body), IN_TIME_MS)).status).toBe(503);
      // The token is about both, but these events are not.
      expect((await inTime(send(0, [viewOf(healthy)]), IN_TIME_MS)).status).toBe(200);
      worker.proxy.reset();
      worker.proxy.restore();
      const summary = await until(async () => {
        const answer = await send(0, body);
        expect(answer.status).toBe(200);
        return (await answer.json()) as { recorded: number; repeated: number };
      });
      expect(summary.recorded + summary.repeated).toBe(2);
      await until(async () =>
        expect(await (await send(0, body)).json()).toMatchObject({ recorded: 0, repeated: 2 }),
      );
    });

    test('folding goes on for the others, and catches up', async () => {
      // After a break, a connection that broke may cost one more 503.
      for (const id of IDS) await until(async () => expect((await send(id)).status).toBe(200));
      lose[how]();
      for (const id of worker.healthy) expect((await inTime(send(id), IN_TIME_MS)).status).toBe(200);
      await until(async () => expect(await pendingOf(worker.healthy)).toBe(0));
      worker.proxy.reset();
      worker.proxy.restore();
      await until(async () => expect(await pendingOf(IDS)).toBe(0));
    });

    test('commands go on, and those about all websites say which ones failed', async () => {
      lose[how]();
      const [healthy = 0] = worker.healthy;
      const ids = IDS.join();
      expect(
        await inTime(
          command('token', '--websites', ids, '--resource', 'rest', '--scopes', 'reports'),
          IN_TIME_MS,
        ),
      ).toMatchObject({ status: 0 });
      expect(await inTime(command('migrate'), IN_TIME_MS)).toMatchObject({ status: 0 });
      expect(await inTime(command('insights', '--website', String(healthy)), IN_TIME_MS)).toMatchObject({
        status: 0,
      });
      const all = await command('insights');
      expect(all.stdout).toContain(`written ${worker.healthy.length}\nfailed ${worker.lost.length}\n`);
      expect(all.status).toBe(1);
      for (const id of worker.lost) expect(all.stderr).toContain(`Website ${id}: `);
    });

    test('a file is loaded for the others; one with both records nothing, and counts once later', async () => {
      const [healthy = 0] = worker.healthy;
      const [lost = 0] = worker.lost;
      const fileOf = async (name: string, ids: number[]) => {
        const lines = ids.flatMap((id) => [viewOf(id), viewOf(id)]).map((event) => JSON.stringify(event));
        await writeFile(join(folder, name), `${lines.join('\n')}\n`);
        return join(folder, name);
      };
      const [others, both] = [
        await fileOf(`${how}-others.ndjson`, [healthy]),
        await fileOf(`${how}-both.ndjson`, [healthy, lost]),
      ];
      lose[how]();
      expect(await inTime(command('ingest', others), IN_TIME_MS)).toMatchObject({
        status: 0,
        stderr: expect.stringContaining('Old entries of the ledger were not deleted'),
      });
      expect((await command('ingest', both)).status).toBe(1);
      worker.proxy.reset();
      worker.proxy.restore();
      await until(async () => expect((await command('ingest', both)).status).toBe(0));
      for (const file of [others, both]) expect((await command('ingest', file)).stdout).toMatch(/^new 0$/m);
    });

    test('the services stay ready', async () => {
      lose[how]();
      for (const app of ['rest-api', 'event-intake', 'rest-api', 'event-intake'])
        expect([app, (await inTime(fetch(`${urlOf(app)}/readyz`), IN_TIME_MS)).status]).toEqual([app, 200]);
      // It looks for old events on all machines, and may be late until it knows that one is lost.
      expect(await readyStatus(urlOf('insights-worker'), 200)).toBe(200);
    });
  });
});

/** One request after the other; returns their statuses. */
async function askAgain(ask: () => Promise<Response>, signal: AbortSignal): Promise<number[]> {
  const statuses: number[] = [];
  while (!signal.aborted) {
    const answer = await ask();
    await answer.text();
    statuses.push(answer.status);
    await sleep(50);
  }
  return statuses;
}

function viewOf(websiteId: number) {
  return {
    event_id: randomUUID(),
    type: 'view',
    website_id: websiteId,
    visitor_token: newVisitorToken(),
    occurred_at: new Date(Date.now() - 60_000).toISOString(),
  };
}

function collector() {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString() };
}
