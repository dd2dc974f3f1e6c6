import { timingSafeEqual } from 'node:crypto';
import { hashApiKey } from './seal-api-key.ts';
import type { Database } from '../connection/database.ts';
import { bool, bytea, int4, text } from '../connection/column-types.ts';
import { statement } from '../statement.ts';

export interface ApiKeyWebsite {
  websiteId: number;
  /** The website has had an OAuth token: its key counts no more. */
  ended: boolean;
}

const find = statement(
  'legacy-key-find',
  { hash: text() },
  { id: int4(), api_key_hash: bytea(), ended: bool() },
);

/** The website that a key leads to. The key itself is never sent or compared, only its SHA-256. */
export async function findWebsiteByApiKey(
  { sql }: Pick<Database, 'sql'>,
  apiKey: string,
): Promise<ApiKeyWebsite | undefined> {
  const hash = hashApiKey(apiKey);
  const rows = await find(sql, { hash: hash.toString('hex') });
  // The index says where to look; that it is the key is decided here, in constant time.
  const website = rows.find((row) => isSameHash(row.api_key_hash, hash));
  return website && { websiteId: website.id, ended: website.ended };
}

function isSameHash(stored: Uint8Array, presented: Uint8Array): boolean {
  return stored.length === presented.length && timingSafeEqual(stored, presented);
}
