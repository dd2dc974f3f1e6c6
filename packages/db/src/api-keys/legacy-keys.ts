import { timingSafeEqual } from 'node:crypto';
import type { WebsiteId } from '@funnel/domain';
import { eq } from 'drizzle-orm';
import { plainArrayLiteral } from '../connection/array-literal.ts';
import { int4, text } from '../connection/column-types.ts';
import type { Connection, Database } from '../connection/database.ts';
import { websites } from '../schema/index.ts';
import { statement } from '../statement.ts';
import { hashApiKey } from './seal-api-key.ts';

/** The website of a legacy key. */
export interface ApiKeyWebsite {
  websiteId: WebsiteId;
  /** The website has had an OAuth token, so its key is disabled. */
  ended: boolean;
}

const end = statement('end-api-keys', { websites: text() }, { id: int4<WebsiteId>() });

/**
 * Finds the website of a legacy key. The key itself is never sent or compared, only its SHA-256.
 * @example
 * const website = await findWebsiteByApiKey(database, 'key-of-website-1');
 * assert.deepEqual(website, { websiteId: 1, ended: false });
 * assert.equal(await findWebsiteByApiKey(database, 'unknown'), undefined);
 */
export async function findWebsiteByApiKey(
  { orm }: Pick<Database, 'orm'>,
  apiKey: string,
): Promise<ApiKeyWebsite | undefined> {
  const hash = hashApiKey(apiKey);
  const rows = await orm
    .select({ id: websites.id, hash: websites.apiKeyHash, endedAt: websites.apiKeyEndedAt })
    .from(websites)
    .where(eq(websites.apiKeyHash, hash));
  // The index only finds candidates; this comparison decides, in constant time.
  const website = rows.find((row) => isSameHash(row.hash, hash));
  return website && { websiteId: website.id, ended: website.endedAt !== null };
}

/**
 * Disables the legacy keys of websites that have got an OAuth token. Returns the ids that exist. Call it with
 * `{ sql }` of the transaction that writes the token, so that neither happens without the other.
 * @example
 * import { trustedWebsiteId } from '@funnel/domain';
 *
 * const ended = await database.sql.begin((sql) => endApiKeys({ sql }, [trustedWebsiteId(2)]));
 * assert.deepEqual(ended, [2]);
 * assert.equal((await findWebsiteByApiKey(database, 'key-of-website-2'))?.ended, true);
 */
export async function endApiKeys(
  { sql }: { sql: Connection },
  websiteIds: readonly WebsiteId[],
): Promise<WebsiteId[]> {
  if (websiteIds.length === 0) return [];
  const rows = await end(sql, { websites: plainArrayLiteral(websiteIds) });
  return rows.map((row) => row.id);
}

function isSameHash(stored: Uint8Array, presented: Uint8Array): boolean {
  return stored.length === presented.length && timingSafeEqual(stored, presented);
}
