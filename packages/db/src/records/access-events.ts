import type { WebsiteId } from '@funnel/domain';
import type { Orm } from '../connection/database.ts';
import { securityEvents } from '../schema/index.ts';

export type AccessEventKind = 'contacts_read' | 'contact_deleted' | 'catalog_changed' | ChannelEventKind;

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
 * const caller = { actorId: 1, clientId: 'crm', address: '192.0.2.1', details: {} };
 * const websiteIds = [websiteId];
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
