import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { migrateDatabase } from '@funnel/admin';
import { type Database, openDatabase } from '@funnel/db';
import { trustedWebsiteId } from '@funnel/domain';
import { issuePersonalToken } from '@funnel/identity';
import { importCatalog } from '@funnel/ingest';
import type { Endpoints } from './ask.ts';
import { CATALOG, websiteIds } from './catalog.ts';
import { checkNumbers } from './check-numbers.ts';
import { FragilePostgres } from './fragile-postgres.ts';
import { FragileRedis } from './fragile-redis.ts';
import { Recount } from './recount.ts';
import { SETTINGS } from './settings.ts';
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

/** How the product is started that is going to be broken. */
export interface StageOptions {
  root: string;
  folder: string;
  /** Registers what must be stopped at the end. */
  defer: (cleanUp: () => unknown) => void;
  withRedis: boolean;
  withSmallDisk: boolean;
}

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
  const check = () => checkNumbers(endpoints, recount, database);
  return { postgres, redis, disk, services, endpoints, recount, check };
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
