import type { WebsiteId } from '@funnel/domain';
import type { Database, Orm } from '../connection/database.ts';
import type { CacheKind } from '../memory/memory.ts';
import { securityEvents } from '../schema/index.ts';

/** What a service records in the audit log. */
export type AccessEventKind = 'contacts_read' | 'contact_deleted' | 'catalog_changed' | ChannelEventKind;

/** What happens to a channel of notifications. */
export type ChannelEventKind =
  | 'notifications_added'
  | 'notifications_confirmed'
  | 'notifications_changed'
  | 'notifications_off'
  | 'notifications_removed';

/** Who uses a service, as the audit log names them. */
export interface Caller {
  /** A person of the bundled authorization server. */
  actorId: number | null;
  clientId: string | null;
  /** The network that the request came from. */
  address: string | null;
  /** What else tells callers apart; no secret. */
  details: Readonly<Record<string, string>>;
}

/** What a caller did to websites. */
export interface AccessEvent {
  kind: AccessEventKind;
  websiteIds: readonly WebsiteId[];
  caller: Caller;
  details?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Adds to the audit log what a caller did. Call it last in the transaction that it is about, so that neither happens without
 * the other.
 * @example
 * import { trustedWebsiteId } from '@funnel/domain';
 *
 * const caller = { actorId: 1, clientId: 'crm', address: '192.0.2.1', details: {} };
 * const websiteIds = [trustedWebsiteId(1)];
 * await recordAccess(database.orm, { kind: 'catalog_changed', websiteIds, caller });
 * const rows = await database.sql`select actor_id from security_events where kind = 'catalog_changed'`;
 * assert.equal(rows[0]?.['actor_id'], 1);
 */
export async function recordAccess(orm: Pick<Orm, 'insert'>, event: AccessEvent): Promise<void> {
  const { kind, websiteIds, caller, details } = event;
  await orm
    .insert(securityEvents)
    .values({ ...caller, kind, websiteIds: [...websiteIds], details: { ...caller.details, ...details } });
}

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
 * import { trustedWebsiteId } from '@funnel/domain';
 *
 * const caller = { actorId: 2, clientId: 'crm', address: null, details: {} };
 * for (let read = 0; read < 3; read += 1) await recordContactsRead(database, trustedWebsiteId(1), caller);
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
