import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Database, migrateDatabase, openDatabase } from '@funnel/db';
import { trustedWebsiteId } from '@funnel/domain';
import { issuePersonalToken } from '@funnel/identity';
import { importCatalog, readBacklog } from '@funnel/ingest';
import { LocalError } from '@funnel/servers';
import type { BenchContext } from './bench-context.ts';
import { FragilePostgres } from './faults/fragile-postgres.ts';
import { Recount } from './faults/recount.ts';
import { type Endpoints, Sender } from './faults/sender.ts';
import { superviseServices } from './faults/supervised-services.ts';
import { catalogOf } from './ingest/events.ts';
import { say } from './performance/say.ts';

const WEBSITES = 3;
const SENDERS = 6;
/** Folds all the time. */
const FOLDING = { FOLD_INTERVAL_MS: '100', FOLD_MIN_EVENTS: '50', FOLD_MAX_AGE_MS: '300' };
const SETTLE_MS = 120_000;

/**
 * `pnpm bench faults [--kills 200] [--seconds 0]`: kills the intake, the worker that folds, and PostgreSQL with SIGKILL at random moments
 * under load, for at least so many seconds. Every batch is repeated until it is answered with 200. Then every number must be
 * what was sent.
 */
export async function benchFaults(context: BenchContext, args: string[]): Promise<void> {
  const { kills, seconds } = optionsOf(args);
  const postgres = await FragilePostgres.start(join(context.folder, 'fragile'));
  context.defer(() => postgres.stop());
  const databaseUrl = await postgres.url('postgres');
  await migrateDatabase(databaseUrl);
  const database = openDatabase({ url: databaseUrl, applicationName: 'funnel-faults', maxConnections: 2 });
  context.defer(() => database.close());
  const options = { encryptionKey: new Uint8Array(randomBytes(32)), now: new Date() };
  await importCatalog(database, catalogOf(WEBSITES, SENDERS), options);
  const services = await superviseServices({ ...context, databaseUrl, env: FOLDING });
  context.defer(() => services.stop());
  const endpoints = await endpointsOf(database, services.addresses);

  const recount = new Recount();
  const senders = Array.from(
    { length: SENDERS },
    (_, index) => new Sender(endpoints, recount, { campaign: index + 1, websites: WEBSITES }),
  );
  let isOver = false;
  const sending = Promise.all(senders.map((sender) => sender.run(() => isOver)));
  const killing = killAtRandom(kills, postgres, (app) => services.kill(app));
  const atLeast = sleep(seconds * 1000, undefined, { ref: false });
  const killed = await Promise.race([killing, sending.then(() => ({}))]);
  await Promise.race([atLeast, sending]);
  isOver = true;
  await sending;

  say('comparing all numbers, before and after the last fold');
  await checkAll(endpoints, recount);
  await untilFolded(database);
  await checkAll(endpoints, recount);
  const sum = (count: (sender: Sender) => number) => senders.reduce((all, sender) => all + count(sender), 0);
  console.log(
    JSON.stringify({
      kills: killed,
      events: recount.size,
      batches: sum(({ batches }) => batches),
      retries: sum(({ retries }) => retries),
      read_back: sum(({ readBacks }) => readBacks),
      differences: 0,
      crashes: services.crashes.length,
    }),
  );
  if (services.crashes.length > 0) {
    const told = services.crashes.map(
      ({ app, log }) => `${app} ended by itself. The end of its log:\n${log}`,
    );
    throw new LocalError(told.join('\n\n'));
  }
}

function optionsOf(args: string[]): { kills: number; seconds: number } {
  const { values } = parseArgs({
    args,
    options: { kills: { type: 'string', default: '200' }, seconds: { type: 'string', default: '0' } },
  });
  const [kills, seconds] = [Number(values.kills), Number(values.seconds)];
  if (!Number.isInteger(kills) || kills < 0 || !(seconds >= 0))
    throw new LocalError('Usage: pnpm bench faults [--kills 200] [--seconds 0]');
  return { kills, seconds };
}

/** Kills one after the other, as soon as the last one may have recovered or not. */
async function killAtRandom(
  count: number,
  postgres: FragilePostgres,
  killService: (app: string) => void,
): Promise<Record<string, number>> {
  const ways: Record<string, () => Promise<void> | void> = {
    intake: () => killService('event-intake'),
    worker: () => killService('insights-worker'),
    backend: () => postgres.killBackend(),
    server: () => postgres.killServer(),
  };
  // The database takes longest to recover; it gets a third.
  const turns = ['intake', 'worker', 'intake', 'worker', 'backend', 'server'];
  const killed: Record<string, number> = {};
  for (let number = 1; number <= count; number++) {
    await sleep(300 + Math.random() * 2_000);
    const way = turns[Math.floor(Math.random() * turns.length)] ?? 'intake';
    await ways[way]?.();
    killed[way] = (killed[way] ?? 0) + 1;
    if (number % 10 === 0 || number === count) say(`${number} of ${count} kills`);
  }
  return killed;
}

async function checkAll({ rest, restToken }: Endpoints, recount: Recount): Promise<void> {
  for (let website = 1; website <= WEBSITES; website++)
    for (const distinct of [true, false]) {
      const query = `website_id=${website}&timeframe=all_time&count_type=${distinct ? 'distinct' : 'total'}`;
      const ask = async (path: string) => {
        const headers = { authorization: `Bearer ${restToken}` };
        const response = await fetch(`${rest}/api/v1/reports/${path}?${query}`, { headers });
        if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
        return response.json();
      };
      recount.check({ website, distinct }, await ask('website'));
      for (let campaign = 1; campaign <= SENDERS; campaign++)
        recount.check({ website, campaign, distinct }, await ask(`campaigns/${campaign}`));
    }
}

async function untilFolded(database: Database): Promise<void> {
  for (const deadline = Date.now() + SETTLE_MS; Date.now() < deadline; await sleep(200)) {
    const backlog = await readBacklog(database).catch(() => undefined);
    if (backlog?.events === 0) return;
  }
  throw new Error('Some events are still pending');
}

async function endpointsOf(
  database: Database,
  addresses: { REST_API_RESOURCE: string; MCP_SERVER_RESOURCE: string; EVENT_INTAKE_RESOURCE: string },
): Promise<Endpoints> {
  const websiteIds = Array.from({ length: WEBSITES }, (_, index) => trustedWebsiteId(index + 1));
  const tokenFor = async (resource: string, scopes: string[]) => {
    const owner = { userId: null, name: 'faults', lifeSeconds: 86_400 };
    return (await issuePersonalToken(database, { ...owner, websiteIds, scopes, resource })).token;
  };
  const { REST_API_RESOURCE: rest, MCP_SERVER_RESOURCE: tools, EVENT_INTAKE_RESOURCE: intake } = addresses;
  return {
    rest,
    tools,
    intake,
    restToken: await tokenFor(rest, ['reports']),
    toolToken: await tokenFor(tools, ['reports']),
    intakeToken: await tokenFor(intake, ['events:write']),
  };
}
