import type { WebsiteId } from '@funnel/domain';
import { eq } from 'drizzle-orm';
import { unseal } from '../seal.ts';
import { type Connection, ormOn } from '../connection/database.ts';
import { websites } from '../schema/index.ts';

const DATA_KEYS = ['form-tracking', 'last_published', 'url-identification', 'google-analytics-track'];

/**
 * Reads what is stored of a website, as the API shows it; its counts are read separately.
 * @example
 * const record = await readWebsiteRecord(database.sql, websiteId, encryptionKey);
 * assert.equal(record?.name, 'shop.example');
 * assert.equal(record?.api_key, 'key-of-website-1');
 */
export async function readWebsiteRecord(
  connection: Connection,
  websiteId: WebsiteId,
  encryptionKey: Uint8Array,
) {
  const [row] = await ormOn(connection).select().from(websites).where(eq(websites.id, websiteId));
  if (!row) return undefined;
  return {
    id: websiteId,
    account_id: row.accountId,
    name: row.name,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    listener: row.listener,
    active: row.active,
    test: row.test,
    blacklisted: row.blacklisted,
    powered_by: row.poweredBy,
    archived: row.archived,
    premium: row.premium,
    support: row.support,
    script_type: row.scriptType,
    brand: row.brand,
    // A secret, decrypted for this response only.
    api_key: unseal(row.apiKeyEncrypted, encryptionKey),
    sub_domain: row.subDomain,
    plan_type: row.planType,
    data: { ...Object.fromEntries(DATA_KEYS.map((key) => [key, ''])), ...row.data },
  };
}
