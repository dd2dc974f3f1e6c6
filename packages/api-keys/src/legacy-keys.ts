import { timingSafeEqual } from 'node:crypto';
import type { Connection } from '@funnel/db';
import { bytea, int4, nullable, plainArrayLiteral, text, timestamptz } from '@funnel/db/sql';
import type { WebsiteId } from '@funnel/domain';
import { hashApiKey } from './seal-api-key.ts';
import { statement } from './statement.ts';

export interface ApiKeyWebsite {
  websiteId: WebsiteId;
  /** The website has had an OAuth token, so its key is disabled. */
  ended: boolean;
}

const find = statement(
  'find-api-key',
  { hash: bytea() },
  { id: int4<WebsiteId>(), api_key_hash: bytea(), api_key_ended_at: nullable(timestamptz()) },
);
const end = statement('end-api-keys', { websites: text() }, { id: int4<WebsiteId>() });

/**
 * Finds the website of a legacy key. The key itself is never sent or compared, only its SHA-256.
 * @example
 * const website = await findWebsiteByApiKey(database, 'key-of-website-1');
 * assert.deepEqual(website, { websiteId: 1, ended: false });
 * assert.equal(await findWebsiteByApiKey(database, 'unknown'), undefined);
 */
export async function findWebsiteByApiKey(
  { sql }: { sql: Connection },
  apiKey: string,
): Promise<ApiKeyWebsite | undefined> {
  const hash = hashApiKey(apiKey);
  const rows = await find(sql, { hash });
  // The index only finds candidates; this comparison decides, in constant time.
  const website = rows.find((row) => isSameHash(row.api_key_hash, hash));
  return website && { websiteId: website.id, ended: website.api_key_ended_at !== null };
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
