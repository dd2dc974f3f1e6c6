import { type CacheKind, type Caller, type Database, recordAccess } from '@funnel/db';
import type { WebsiteId } from '@funnel/domain';

/** When a caller's reading was recorded, by website and caller. Not by `NOW`, which never changes the log. */
const READERS: CacheKind<{ recordedAt: number }> = {
  name: 'contact readers',
  maxBytes: 1024 * 1024,
  bytesOf: () => 8,
};
const HOUR_MS = 3_600_000;

/**
 * Adds to the audit log that a caller read contacts of a website: once an hour for each process, however often they read.
 * @example
 * const caller = { actorId: 2, clientId: 'crm', address: null, details: {} };
 * for (let read = 0; read < 3; read += 1) await recordContactsRead(database, websiteId, caller);
 * const rows = await database.sql`select from security_events where kind = 'contacts_read' and actor_id = 2`;
 * assert.equal(rows.length, 1);
 */
export async function recordContactsRead(
  { orm, memory }: Database,
  websiteId: WebsiteId,
  caller: Caller,
): Promise<void> {
  const readers = memory.cache(READERS);
  const key = JSON.stringify([websiteId, caller]);
  const recordedAt = readers.get(key)?.recordedAt;
  if (recordedAt !== undefined && performance.now() < recordedAt + HOUR_MS) return;
  await recordAccess(orm, { kind: 'contacts_read', websiteIds: [websiteId], caller });
  readers.set(key, { recordedAt: performance.now() });
}
