import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { migrateDatabase } from '@funnel/admin';
import { type Database, openDatabase } from '@funnel/db';
import { trustedWebsiteId } from '@funnel/domain';
import { createUser, hashPassword, issuePersonalToken } from '@funnel/identity';
import { foldPending, importCatalog, recordEvents } from '@funnel/ingest';
import { type Addresses, localSecrets, startServices } from '@funnel/local';
import { LocalError, openCluster, runningUrl, startCluster, stopCluster } from '@funnel/servers';
import type { Tenant } from './tenant.ts';
import { catalogOf, eventsOf, idsOf, type TenantNumbers } from './tenant-data.ts';

/** The running services, with two tenants. */
export interface World {
  addresses: Addresses;
  database: Database;
  tenants: readonly Tenant[];
}

const TENANTS: Readonly<Record<string, TenantNumbers>> = {
  a: { account: 1, websites: [11, 12], digit: 1 },
  b: { account: 2, websites: [21, 22], digit: 2 },
};
const NUMBERS = Object.entries(TENANTS);
const EMAILS = ['first@contact.example', 'second@contact.example'];
const REST_SCOPES = [
  'reports',
  'areas:read',
  'contacts:read',
  'contacts:write',
  'ctas:read',
  'websites:read',
];
/** Requests must reach the code behind the limits; those of a network are passed by forwarded addresses. */
const WITHOUT_LIMITS = {
  RATE_LIMIT_PER_MINUTE: '0',
  RATE_LIMIT_PER_WEBSITE: '0',
  FAILED_AUTH_PER_MINUTE: '0',
  TRUST_PROXY: '1',
};
const TOKEN_SECONDS = 86_400;

/** Starts PostgreSQL and all services, each with its own role, and fills them with the data of two tenants. */
export async function startTenants(options: {
  root: string;
  folder: string;
  defer: (cleanUp: () => unknown) => void;
}): Promise<World> {
  const { root, folder, defer } = options;
  const cluster = await openCluster(join(folder, 'postgres'));
  const starting = startCluster(cluster);
  defer(async () => {
    await starting.catch(() => {});
    await stopCluster(cluster);
  });
  await starting;
  const databaseUrl = await runningUrl(cluster.folder, 'postgres');
  if (!databaseUrl) throw new LocalError('The embedded PostgreSQL does not answer.');
  await migrateDatabase(databaseUrl);
  const database = openDatabase({ url: databaseUrl, applicationName: 'funnel-fuzz', maxConnections: 2 });
  defer(() => database.close());
  const encryptionKey = Buffer.from((await localSecrets(folder))['API_KEY_ENCRYPTION_KEY'] ?? '', 'base64');
  const marks = Object.fromEntries(
    NUMBERS.map(([name]) => [name, `tenant-${name}-${randomBytes(6).toString('hex')}`]),
  );
  for (const [name, numbers] of NUMBERS)
    await addData(database, numbers, { mark: marks[name] ?? '', encryptionKey });
  const services = await startServices({ root, folder, databaseUrl, env: WITHOUT_LIMITS });
  defer(() => services.stop());
  const { addresses } = services;
  const tenants = [];
  for (const [name, numbers] of NUMBERS)
    tenants.push(await createTenant(database, addresses, { name, numbers, mark: marks[name] ?? '' }));
  return { addresses, database, tenants };
}

async function addData(
  database: Database,
  numbers: TenantNumbers,
  { mark, encryptionKey }: { mark: string; encryptionKey: Uint8Array },
): Promise<void> {
  const now = new Date();
  await importCatalog(database, catalogOf(numbers, mark), { encryptionKey, now });
  const events = eventsOf(numbers, mark, now);
  // Half of the events are in the rollups, half are pending.
  for (const half of [events.slice(0, events.length / 2), events.slice(events.length / 2)]) {
    await foldPending(database, { minEvents: 1 });
    const { refused } = await recordEvents(database, half, { now });
    if (refused.length > 0) throw new Error(`rejected: ${JSON.stringify(refused[0])}`);
  }
  for (const website of numbers.websites)
    await database.sql`insert into insights_snapshots (website_id, week, viewers, revenue, recommendations)
      values (${website}, '2026-11-02', 30, 88.5, ${`["${mark} recommendation"]`})`;
}

async function createTenant(
  database: Database,
  addresses: Addresses,
  { name, numbers, mark }: { name: string; numbers: TenantNumbers; mark: string },
): Promise<Tenant> {
  const passwordHash = await hashPassword(randomBytes(16).toString('hex'));
  const created = await createUser(database, {
    email: `${mark}@person.example`,
    passwordHash,
    accountId: numbers.account,
  });
  if ('error' in created) throw new Error(created.error);
  const userId = created.user.id;
  // Of nobody: a request to the token page may revoke a person's own tokens.
  const tokenFor = async (resource: string, scopes: string[], websites: readonly number[], owned = false) => {
    const owner = { userId: owned ? userId : null, name: `${mark} token`, lifeSeconds: TOKEN_SECONDS };
    const websiteIds = websites.map((id) => trustedWebsiteId(id));
    return (await issuePersonalToken(database, { ...owner, websiteIds, scopes, resource })).token;
  };
  const { REST_API_RESOURCE, MCP_SERVER_RESOURCE, EVENT_INTAKE_RESOURCE } = addresses;
  const [, written] = numbers.websites;
  const tokens = {
    rest: await tokenFor(REST_API_RESOURCE, REST_SCOPES, numbers.websites),
    mcp: await tokenFor(MCP_SERVER_RESOURCE, ['reports'], numbers.websites),
    // Not for the first website, whose names keep their marks this way.
    intake: await tokenFor(EVENT_INTAKE_RESOURCE, ['events:write', 'catalog:write'], [written]),
  };
  await tokenFor(REST_API_RESOURCE, REST_SCOPES, numbers.websites, true);
  await addContacts(REST_API_RESOURCE, tokens.rest, numbers, mark);
  const [other] = NUMBERS.filter(([otherName]) => otherName !== name);
  if (!other) throw new Error('There is no other tenant');
  const foreignIds = idsOf(other[1]);
  const visit = { cookie: '', csrf: '', interaction: '' };
  return { name, mark, ids: idsOf(numbers), foreignIds, emails: EMAILS, tokens, userId, visit };
}

async function addContacts(
  origin: string,
  token: string,
  { websites }: TenantNumbers,
  mark: string,
): Promise<void> {
  const kept = Array.from({ length: 10 }, (_, index) => `contact-${index}@kept.example`);
  for (const website of websites)
    for (const email of [...EMAILS, ...kept]) {
      const response = await fetch(`${origin}/api/v1/contacts?website_id=${website}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          email,
          first_name: `${mark} name`,
          company_name: `${mark} company`,
          note: `${mark} extra`,
        }),
      });
      if (response.status !== 201) throw new Error(`contacts: ${response.status} ${await response.text()}`);
    }
}
