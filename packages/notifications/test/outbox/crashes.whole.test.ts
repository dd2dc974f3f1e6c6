import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openDatabase } from '@funnel/db';
import { dayOf } from '@funnel/domain';
import { type Cluster, openCluster, runningUrl, startCluster, stopCluster } from '@funnel/servers';
import { createTestDatabase, type StartedProcess, startProcess, type TestDatabase } from '@funnel/testing';
import {
  type HttpReceiver,
  type MailReceiver,
  startMailServer,
  startReceiver,
} from '../support/receivers.ts';
import { addManyWebsites } from '../support/many-broken.ts';
import { addPerson, addTold, KEY, mailTo } from '../support/told-shop.ts';

/** `EPISODES=1000 KILLS=100` for the whole trial: about ten minutes. */
const EPISODES = Number(process.env['EPISODES'] ?? 60);
const KILLS = Number(process.env['KILLS'] ?? 6);
const WORKERS = 2;
const REDIS_DATABASE = 11;
/** How long it takes a receiver to answer, at most: something is always under way when something is killed. */
const ANSWER_MS = 2_500;
const TIMEOUT_MS = 3_600_000;
const script = fileURLToPath(new URL('../../../../apps/insights-worker/dist/main.js', import.meta.url));

let folder: string;
let cluster: Cluster;
let databasePort: string;
let db: TestDatabase;
let mails: MailReceiver;
let receiver: HttpReceiver;
const workers: (StartedProcess | undefined)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'funnel-told-'));
  cluster = await openCluster(join(folder, 'postgres'));
  await startCluster(cluster);
  const url = await runningUrl(cluster.folder, 'postgres');
  databasePort = new URL(url ?? '').port;
  // Jest gives each suite an environment of its own.
  process.env['TEST_DATABASE_URL'] = url;
  db = await createTestDatabase();
  await addManyWebsites(db.database, { count: EPISODES, broken: EPISODES, today: dayOf(new Date()) });
  [mails, receiver] = await Promise.all([startMailServer(), startReceiver()]);
  slowDown();
  const ann = await addPerson(db.database, 'ann@example.com', { accountId: 1, role: 'owner' });
  await addTold(db.database, { userId: ann }, mailTo('ann@example.com'));
  await addTold(db.database, { accountId: 1 }, { kind: 'webhook', url: `${receiver.origin}/hook` });
  await addTold(db.database, { accountId: 1 }, { kind: 'slack', url: `${receiver.origin}/services/x` });
});
afterAll(async () => {
  for (const worker of workers) worker?.signal('SIGKILL');
  for (const worker of workers) await worker?.exited;
  await Promise.all([mails.close(), receiver.close()]);
  await db.drop().catch(() => {});
  await stopCluster(cluster);
  await rm(folder, { recursive: true, force: true });
});

function startWorker(place: number): void {
  workers[place] = startProcess(script, {
    DATABASE_URL: db.urlOf('insights-worker'),
    INSIGHTS_WORKER_PORT: '0',
    // With its own numbers of databases: see apps/insights-worker/test/support/stores.ts.
    REDIS_URL: redisUrl(),
    HEARTBEAT_INTERVAL_MS: '500',
    JOB_LOCK_MS: '2000',
    WATCH_INTERVAL_MS: '3000',
    DELIVER_INTERVAL_MS: '1000',
    MESSAGES_PER_HOUR: '1000000',
    NOTIFICATIONS_ENCRYPTION_KEY: Buffer.from(KEY).toString('base64'),
    ALLOWED_PRIVATE_RECEIVERS: receiver.origin,
    SMTP_URL: mails.url,
    MAIL_FROM: 'Funnel <funnel@example.com>',
    LOG_LEVEL: 'error',
  });
}

/** The queue is on Redis if there is one: it comes back sooner than on a database that is killed. */
function redisUrl(): string | undefined {
  const given = process.env['TEST_REDIS_URL'];
  return given && new URL(`/${REDIS_DATABASE}`, given).href;
}

async function killWorker(): Promise<void> {
  const place = Math.floor(Math.random() * WORKERS);
  workers[place]?.signal('SIGKILL');
  await workers[place]?.exited;
  startWorker(place);
}

/** As a crash of the machine would: without a last word. */
async function killDatabase(): Promise<void> {
  const [pid = ''] = (await readFile(join(cluster.folder, 'data', 'postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGQUIT');
  await sleep(200);
  await startCluster(cluster, { settings: { port: databasePort } });
}

function slowDown(): void {
  mails.delayMs = () => Math.random() * ANSWER_MS;
  receiver.delayMs = () => Math.random() * ANSWER_MS;
}

async function killReceivers(): Promise<void> {
  const { mails: arrived } = mails;
  const { requests, answer } = receiver;
  await Promise.all([mails.close(), receiver.close()]);
  await sleep(Math.random() * 500);
  const [mailPort, port] = [new URL(mails.url).port, new URL(receiver.origin).port];
  [mails, receiver] = await Promise.all([startMailServer(Number(mailPort)), startReceiver(Number(port))]);
  mails.mails.push(...arrived);
  receiver.requests.unshift(...requests);
  receiver.answer = answer;
  slowDown();
}

/** Resolves when something has arrived since it was last asked, and there is more to come; with false if there is nothing more to come. */
async function isUnderWay(): Promise<boolean> {
  const arrived = () => mails.mails.length + receiver.requests.length;
  const before = arrived();
  for (const startedAt = performance.now(); performance.now() - startedAt < 120_000; await sleep(100)) {
    await hurry().catch(() => {});
    if (arrived() > before + 3 * Math.random()) return arrived() < 3 * EPISODES;
  }
  throw new Error('nothing arrives any more');
}

/** Retries that would be hours away come soon; what is under way is left alone. */
const hurry = () =>
  db.database.sql`
    update notification_messages set due_at = now() where done_at is null and due_at > now() + interval '125 seconds'`;

/** A machine that is busy may not answer for a while. */
async function countMessages(): Promise<{ all: number; open: number } | undefined> {
  const database = openDatabase({ url: db.url, applicationName: 'test', maxConnections: 1 });
  try {
    const [state] = await database.sql<{ all: number; open: number }[]>`
      select count(*)::int as all, count(*) filter (where done_at is null)::int as open from notification_messages`;
    await hurry();
    return state;
  } catch {
    return undefined;
  } finally {
    await database.close();
  }
}

async function untilDone(): Promise<void> {
  for (const startedAt = performance.now(); ; await sleep(1_000)) {
    const state = await countMessages();
    if (state?.open === 0 && state.all === 3 * EPISODES) return;
    if (performance.now() - startedAt > 1_200_000) throw new Error(JSON.stringify(state));
  }
}

test(
  'everybody is told of each break once, with one id, although everything is killed again and again',
  async () => {
    for (let place = 0; place < WORKERS; place += 1) startWorker(place);
    await sleep(1_000);
    const kills = [killWorker, killDatabase, killReceivers];
    let kill = 0;
    while (kill < KILLS && (await isUnderWay())) {
      await kills[kill % kills.length]?.();
      kill += 1;
    }
    await untilDone();

    const rows = await db.database.sql<{ id: string; website: number; kind: string; outcome: string }[]>`
    select m.id::text as id, m.website_id as website, c.kind, m.outcome
    from notification_messages as m join notification_channels as c on c.id = m.channel_id`;
    expect(rows.filter(({ outcome }) => outcome !== 'sent')).toEqual([]);
    const idsOf = (kind: string) =>
      new Map(rows.filter((row) => row.kind === kind).map(({ id, website }) => [id, website]));
    expect(new Set(idsOf('email').values()).size).toBe(EPISODES);

    const hooks = receiver.requests.filter(({ path }) => path === '/hook');
    const hookIds = new Set(hooks.map(({ headers }) => String(headers['webhook-id'])));
    expect([...hookIds].sort()).toEqual([...idsOf('webhook').keys()].sort());
    const websitesByHook = new Map<string, Set<number>>();
    for (const { headers, body } of hooks) {
      const id = String(headers['webhook-id']);
      const { data } = JSON.parse(body) as { data: { website: { id: number } } };
      websitesByHook.set(id, (websitesByHook.get(id) ?? new Set()).add(data.website.id));
    }
    expect([...websitesByHook.values()].every(({ size }) => size === 1)).toBe(true);
    expect(new Set([...websitesByHook.values()].flatMap((all) => [...all])).size).toBe(EPISODES);

    const slack = receiver.requests.filter(({ path }) => path === '/services/x');
    const named = slack.map(({ body }) => /site-\d+\.example/.exec(body)?.[0]);
    expect(new Set(named).size).toBe(EPISODES);

    const mailIds = mails.mails.map(({ messageId }) => messageId);
    const expected = [...idsOf('email').keys()].map((id) => `<${id}@example.com>`);
    expect([...new Set(mailIds)].sort()).toEqual(expected.sort());
    const arrivals = { hooks: hooks.length, slack: slack.length, mails: mailIds.length };
    const [tried] = await db.database.sql<{ attempts: number }[]>`
    select sum(attempts)::int as attempts from notification_messages`;
    // oxlint-disable-next-line no-console -- the figures of the trial
    console.log(JSON.stringify({ EPISODES, kills: kill, ...arrivals, attempts: tried?.attempts }));
    // Otherwise nothing was under way when something was killed.
    expect(tried?.attempts).toBeGreaterThan(3 * EPISODES);
    for (const count of Object.values(arrivals)) expect(count).toBeLessThan(EPISODES + 40 * KILLS);
  },
  TIMEOUT_MS,
);
