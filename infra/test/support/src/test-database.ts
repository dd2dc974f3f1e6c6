import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  createServiceRoles,
  distributeDatabase,
  migrateDatabase,
  SERVICE_NAMES,
  SERVICE_ROLES,
  type ServiceName,
  serviceDatabaseUrl,
} from '@funnel/admin';
import { type Database, openDatabase } from '@funnel/db';
import type { Sql } from 'postgres';
import { connect, openTestServer, type TestServer, testServerUrl, withDatabase } from './test-server.ts';

/** A migrated, empty database for one suite. */
export interface TestDatabase {
  /** Of the owner of the tables. */
  url: string;
  database: Database;
  /** Of the role of a service: what it is not allowed to see or to write fails here as in production. */
  urlOf: (service: ServiceName) => string;
  /** Opens it as a service does; `drop` closes it. */
  openAs: (service: ServiceName) => Database;
  drop: () => Promise<void>;
}

/** Data that many suites start with. It is made once in a test run and copied from then on. */
export interface TestData {
  name: string;
  add(database: Database, url: string): Promise<void>;
}

/** The same in all test runs on a server: roles belong to the server. It has every character with a meaning in a URL. */
const ROLE_PASSWORD = 'p@ss:w/o?r#d%20&=+ "of" [the] tésts';
const TEMPLATE_LOCK = 7_203_117;
const DAY_MS = 86_400_000;
/** A starved machine may stand still for longer than services wait. */
const CONNECT_TIMEOUT_MS = 120_000;
/** On Citus: fewer tables are faster to copy. */
const SHARDS = 4;
const SCHEMA_FILES = [
  '../../../../packages/db/drizzle/meta/_journal.json',
  '../../../../packages/admin/src/roles/access.ts',
  '../../../../packages/admin/src/distribute.ts',
];

/** Creates a database from a template, which the first call makes: about 50 ms each in memory. */
export async function createTestDatabase(data?: TestData): Promise<TestDatabase> {
  const { url: serverUrl } = testServerUrl();
  const admin = connect(serverUrl);
  const name = `funnel_test_${randomBytes(6).toString('hex')}`;
  try {
    const server = await openTestServer(admin);
    await server.copy(await ensureTemplate(admin, server, data), name);
    // A copy has the rights of its template, but for those on the database itself.
    await server.everywhere(`revoke temporary on database ${name} from public`);
    await server.everywhere(`grant temporary on database ${name} to ${SERVICE_ROLES['insights-worker']}`);
  } finally {
    await admin.end();
  }
  const url = withDatabase(serverUrl, name);
  const database = openTestDatabase(url);
  const opened = [database];
  const urlOf = (service: ServiceName) => serviceDatabaseUrl(url, service, ROLE_PASSWORD);
  return {
    url,
    database,
    urlOf,
    openAs(service) {
      const ofService = openTestDatabase(urlOf(service), { reusePlans: service !== 'insights-worker' });
      opened.push(ofService);
      return ofService;
    },
    drop: () => drop(serverUrl, name, opened),
  };
}

/** Runs `use` with a migrated, empty database. */
export async function withTestDatabase<Result>(
  use: (database: Database, url: string) => Promise<Result>,
): Promise<Result> {
  const { database, url, drop: dropIt } = await createTestDatabase();
  try {
    return await use(database, url);
  } finally {
    await dropIt();
  }
}

/** Makes the template if this test run has none yet; other processes wait meanwhile. */
async function ensureTemplate(admin: Sql, server: TestServer, data?: TestData): Promise<string> {
  await admin`select pg_advisory_lock(${TEMPLATE_LOCK})`;
  try {
    const migrated = await ensureOne(admin, server, migratedName(server), async (url) => {
      await migrateDatabase(url);
      await createServiceRoles(
        url,
        Object.fromEntries(SERVICE_NAMES.map((service) => [service, ROLE_PASSWORD])),
      );
      if (server.isCitus) await distributeDatabase(url, { shards: SHARDS });
    });
    if (!data) return migrated;
    return await ensureOne(
      admin,
      server,
      filledName(data),
      async (url) => {
        await dropOld(admin, server);
        const database = openTestDatabase(url);
        try {
          await data.add(database, url);
        } finally {
          await database.close();
        }
      },
      migrated,
    );
  } finally {
    await admin`select pg_advisory_unlock(${TEMPLATE_LOCK})`;
  }
}

async function ensureOne(
  admin: Sql,
  server: TestServer,
  name: string,
  fill: (url: string) => Promise<void>,
  from?: string,
): Promise<string> {
  const [exists] = await admin`select 1 from pg_database where datname = ${name} and datistemplate`;
  if (!exists) await server.createTemplate(name, () => fill(withDatabase(server.url, name)), from);
  return name;
}

function migratedName({ isCitus }: TestServer): string {
  const hash = createHash('sha256').update(ROLE_PASSWORD);
  for (const file of SCHEMA_FILES) hash.update(readFileSync(new URL(file, import.meta.url)));
  return `funnel_template_${hash.digest('hex').slice(0, 12)}${isCitus ? '_citus' : ''}`;
}

/** Of this test run only: another one may have other code, which makes other data. */
function filledName({ name }: TestData): string {
  return `funnel_data_${process.env['TEST_RUN_STARTED'] ?? Date.now()}_${name}`;
}

/** Removes what earlier test runs left on a server that outlives them. */
async function dropOld(admin: Sql, server: TestServer): Promise<void> {
  const rows = await admin`select datname from pg_database where datname like 'funnel\\_data\\_%'`;
  for (const { datname } of rows) {
    if (Number(String(datname).split('_')[2]) > Date.now() - DAY_MS) continue;
    await server.everywhere(`alter database ${datname} is_template false`);
    await server.everywhere(`drop database if exists ${datname} with (force)`);
  }
}

function openTestDatabase(url: string, options: { reusePlans?: boolean } = {}): Database {
  return openDatabase({
    url,
    applicationName: 'funnel-test',
    maxConnections: 4,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    ...options,
  });
}

async function drop(serverUrl: string, name: string, opened: readonly Database[]): Promise<void> {
  await Promise.all(opened.map((database) => database.close()));
  const admin = connect(serverUrl);
  try {
    const server = await openTestServer(admin);
    await server.drop(name);
  } finally {
    await admin.end();
  }
}
