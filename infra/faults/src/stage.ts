import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, migrateDatabase, openDatabase } from '@funnel/db';
import { trustedWebsiteId } from '@funnel/domain';
import { issuePersonalToken } from '@funnel/identity';
import { importCatalog, readBacklog } from '@funnel/ingest';
import type { Endpoints } from './ask.ts';
import { FragilePostgres } from './fragile-postgres.ts';
import { FragileRedis } from './fragile-redis.ts';
import { Recount } from './recount.ts';
import { SmallDisk } from './small-disk.ts';
import { type SupervisedServices, superviseServices } from './supervised-services.ts';

/** The product on servers that can fail, with a recount of every event that was accepted. */
export interface Stage {
  postgres: FragilePostgres;
  redis: FragileRedis | undefined;
  disk: SmallDisk | undefined;
  services: SupervisedServices;
  endpoints: Endpoints;
  recount: Recount;
  /** Compares every number with the recount, before and after the last events are folded. */
  check(): Promise<void>;
}

/** Options of `openStage`. */
export interface StageOptions {
  root: string;
  folder: string;
  /** Registers what must be stopped at the end. */
  defer: (cleanUp: () => unknown) => void;
  withRedis: boolean;
  withSmallDisk: boolean;
}

/** The websites that callers send events for. */
export const WEBSITES = 3;
/** Campaigns of each website: one for each caller. */
export const CAMPAIGNS = 6;

/** Folds all the time, counts every request in Redis, and notices a queue that hangs soon. */
const SETTINGS = {
  FOLD_INTERVAL_MS: '100',
  FOLD_MIN_EVENTS: '50',
  FOLD_MAX_AGE_MS: '300',
  RATE_LIMIT_PER_MINUTE: '1000000',
  RATE_LIMIT_PER_WEBSITE: '1000000',
  HEARTBEAT_INTERVAL_MS: '1000',
};
const SETTLE_MS = 120_000;

/** Starts everything on a new database. */
export async function openStage(options: StageOptions): Promise<Stage> {
  const { root, folder, defer } = options;
  const disk = options.withSmallDisk ? await SmallDisk.mount(join(folder, 'fragile')) : undefined;
  defer(() => disk?.unmount());
  const postgres = await FragilePostgres.start(join(folder, 'fragile'));
  defer(() => postgres.stop());
  const redis = options.withRedis ? await FragileRedis.start(root, join(folder, 'redis')) : undefined;
  defer(() => redis?.stop());
  const databaseUrl = await postgres.url('postgres');
  await migrateDatabase(databaseUrl);
  const database = openDatabase({ url: databaseUrl, applicationName: 'funnel-faults', maxConnections: 2 });
  defer(() => database.close());
  const catalog = { encryptionKey: new Uint8Array(randomBytes(32)), now: new Date() };
  await importCatalog(database, CATALOG, catalog);
  const env = { ...SETTINGS, REDIS_URL: redis?.url ?? '' };
  const services = await superviseServices({ root, folder, databaseUrl, env });
  defer(() => services.stop());
  const endpoints = await endpointsOf(database, services.addresses);
  const recount = new Recount();
  const check = async () => {
    await checkAll(endpoints, recount);
    await untilFolded(database);
    await checkAll(endpoints, recount);
  };
  return { postgres, redis, disk, services, endpoints, recount, check };
}

const websiteIds = Array.from({ length: WEBSITES }, (_, index) => index + 1);
const CATALOG = {
  accounts: [{ id: 1, name: 'Faults' }],
  websites: websiteIds.map((id) => ({ id, account_id: 1, name: `site-${id}.example` })),
  campaigns: websiteIds.flatMap((website_id) =>
    Array.from({ length: CAMPAIGNS }, (_, index) => ({
      id: index + 1,
      website_id,
      name: `Campaign ${index + 1}`,
      cta_type: 'bar',
    })),
  ),
};

async function checkAll({ rest, restToken }: Endpoints, recount: Recount): Promise<void> {
  for (const website of websiteIds)
    for (const distinct of [true, false]) {
      const query = `website_id=${website}&timeframe=all_time&count_type=${distinct ? 'distinct' : 'total'}`;
      const ask = async (path: string) => {
        const headers = { authorization: `Bearer ${restToken}` };
        const response = await fetch(`${rest}/api/v1/reports/${path}?${query}`, { headers });
        if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
        return response.json();
      };
      recount.check({ website, distinct }, await ask('website'));
      for (let campaign = 1; campaign <= CAMPAIGNS; campaign++)
        recount.check({ website, campaign, distinct }, await ask(`campaigns/${campaign}`));
    }
}

async function untilFolded(database: Database): Promise<void> {
  for (const deadline = Date.now() + SETTLE_MS; Date.now() < deadline; await sleep(100)) {
    const backlog = await readBacklog(database).catch(() => undefined);
    if (backlog?.events === 0) return;
  }
  throw new Error('Some events are still pending');
}

async function endpointsOf(
  database: Database,
  addresses: { REST_API_RESOURCE: string; MCP_SERVER_RESOURCE: string; EVENT_INTAKE_RESOURCE: string },
): Promise<Endpoints> {
  const ids = websiteIds.map((id) => trustedWebsiteId(id));
  const tokenFor = async (resource: string, scopes: string[]) => {
    const owner = { userId: null, name: 'faults', lifeSeconds: 86_400 };
    return (await issuePersonalToken(database, { ...owner, websiteIds: ids, scopes, resource })).token;
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
