import type { WebsiteId } from '@funnel/domain';
import { inArray } from 'drizzle-orm';
import { plainArrayLiteral } from '../connection/array-literal.ts';
import { int4, text } from '../connection/column-types.ts';
import type { Connection, Database } from '../connection/database.ts';
import { websites } from '../schema/index.ts';
import { statement } from '../statement.ts';

const readAccounts = statement('read-account-names', { accounts: text() }, { id: int4(), name: text() });
const readCampaigns = statement(
  'read-campaign-names',
  { website: int4(), campaigns: text() },
  { id: int4(), name: text() },
);

/**
 * Reads the names of accounts, by id. Few operations need them, so `readWebsites` does not read them.
 * @example
 * const names = await accountNames(database.sql, [1]);
 * assert.equal(names.get(1), 'Account');
 */
export async function accountNames(
  connection: Connection,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await readAccounts(connection, { accounts: plainArrayLiteral([...new Set(ids)]) });
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * Reads the names of some campaigns of a website, by id.
 * @example
 * const names = await campaignNames(database.sql, { websiteId, ids: [101, 999] });
 * assert.deepEqual([...names], [[101, 'Welcome']]);
 */
export async function campaignNames(
  connection: Connection,
  { websiteId, ids }: { websiteId: WebsiteId; ids: readonly number[] },
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await readCampaigns(connection, { website: websiteId, campaigns: plainArrayLiteral(ids) });
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * Reads the names of those of the websites that exist, by id.
 * @example
 * const names = await websiteNames(database, [websiteId]);
 * assert.equal(names.get(websiteId), 'shop.example');
 */
export async function websiteNames(
  { orm }: Database,
  ids: readonly WebsiteId[],
): Promise<Map<WebsiteId, string>> {
  if (ids.length === 0) return new Map();
  const rows = await orm
    .select({ id: websites.id, name: websites.name })
    .from(websites)
    .where(inArray(websites.id, [...ids]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
