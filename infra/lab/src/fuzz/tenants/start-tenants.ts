import { randomBytes } from 'node:crypto';
import { type Database, openDatabase } from '@funnel/db';
import { trustedWebsiteId, VisitorSecrets } from '@funnel/domain';
import { issuePersonalToken } from '@funnel/identity';
import { foldPending, importCatalog, recordEvents } from '@funnel/ingest';
import { type Addresses, localSecrets } from '@funnel/local';
import { startProduct, type Trial } from '../../trial.ts';
import type { Tenant } from './tenant.ts';
import { dataOf, type TenantNumbers } from './tenant-data.ts';

export interface World {
  addresses: Addresses;
  database: Database;
  tenants: readonly [Tenant, Tenant];
}

const A: TenantNumbers = { account: 2, websites: [11, 12], digit: 1 };
const B: TenantNumbers = { account: 3, websites: [21, 22], digit: 2 };
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
const WITHOUT_LIMITS = { FAILED_AUTH_PER_MINUTE: '0', TRUST_PROXY: '1' };
const TOKEN_SECONDS = 86_400;

/** Starts the product, and fills it with the data of two tenants. */
export async function startTenants(trial: Trial): Promise<World> {
  const { addresses, databaseUrl } = await startProduct(trial, WITHOUT_LIMITS);
  const database = openDatabase({ url: databaseUrl, applicationName: 'funnel-fuzz', maxConnections: 2 });
  trial.defer(() => database.close());
  const secrets = await localSecrets(trial.folder);
  const encryptionKey = Buffer.from(secrets['API_KEY_ENCRYPTION_KEY'] ?? '', 'base64');
  const visitorSecrets = new VisitorSecrets([secrets['VISITOR_SECRET'] ?? '']);
  const add = async (name: string, numbers: TenantNumbers, others: TenantNumbers): Promise<Tenant> => {
    const mark = `tenant-${name}-${randomBytes(6).toString('hex')}`;
    const ids = await addData(database, numbers, mark, { encryptionKey, visitorSecrets });
    const tokens = await addTokens(database, addresses, numbers, mark);
    await addContacts(addresses.REST_API_RESOURCE, tokens.rest, numbers, mark);
    const foreignIds = dataOf(others, '').ids;
    return { name, mark, ids, foreignIds, emails: EMAILS, tokens };
  };
  return { addresses, database, tenants: [await add('a', A, B), await add('b', B, A)] };
}

async function addData(
  database: Database,
  numbers: TenantNumbers,
  mark: string,
  { encryptionKey, visitorSecrets }: { encryptionKey: Uint8Array; visitorSecrets: VisitorSecrets },
) {
  const now = new Date();
  const { ids, catalog, events } = dataOf(numbers, mark);
  await importCatalog(database, catalog, { encryptionKey, now });
  // Half of the events are in the rollups, half are pending.
  for (const half of [events.slice(0, events.length / 2), events.slice(events.length / 2)]) {
    await foldPending(database, { minEvents: 1 });
    const { refused } = await recordEvents(database, half, { now, visitorSecrets });
    if (refused.length > 0) throw new Error(`rejected: ${JSON.stringify(refused[0])}`);
  }
  for (const website of numbers.websites)
    await database.sql`insert into insights_snapshots (website_id, week, viewers, revenue, recommendations)
      values (${website}, '2026-11-02', 30, 88.5, ${`["${mark} recommendation"]`})`;
  return ids;
}

/** Of nobody in particular. */
async function addTokens(
  database: Database,
  addresses: Addresses,
  { websites }: TenantNumbers,
  mark: string,
) {
  const owner = { userId: null, name: `${mark} token`, lifeSeconds: TOKEN_SECONDS };
  const tokenFor = async (resource: string, scopes: string[], ids: readonly number[]) => {
    const websiteIds = ids.map((id) => trustedWebsiteId(id));
    return (await issuePersonalToken(database, { ...owner, websiteIds, scopes, resource })).token;
  };
  return {
    rest: await tokenFor(addresses.REST_API_RESOURCE, REST_SCOPES, websites),
    mcp: await tokenFor(addresses.MCP_SERVER_RESOURCE, ['reports'], websites),
    // Not for the first website, whose names keep their marks this way.
    intake: await tokenFor(addresses.EVENT_INTAKE_RESOURCE, ['events:write', 'catalog:write'], [websites[1]]),
  };
}

async function addContacts(
  origin: string,
  token: string,
  { websites }: TenantNumbers,
  mark: string,
): Promise<void> {
  const kept = Array.from({ length: 10 }, (_, index) => `contact-${index}@kept.example`);
  const texts = { first_name: `${mark} name`, company_name: `${mark} company`, note: `${mark} extra` };
  for (const website of websites)
    for (const email of [...EMAILS, ...kept]) {
      const response = await fetch(`${origin}/api/v1/contacts?website_id=${website}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ email, ...texts }),
      });
      if (response.status !== 201) throw new Error(`contacts: ${response.status} ${await response.text()}`);
    }
}
