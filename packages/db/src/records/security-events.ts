import { channel } from 'node:diagnostics_channel';
import type { WebsiteId } from '@funnel/domain';
import type { Orm } from '../connection/database.ts';
import { securityEvents } from '../schema/index.ts';
import type { AccessEventKind } from './access-events.ts';

/** What can happen, in words. */
export const SECURITY_EVENT_KINDS = {
  login: 'signed in',
  login_failed: 'failed to sign in',
  session_ended: 'ended where somebody was signed in',
  consent: 'allowed an application',
  application_disconnected: 'disconnected an application',
  token_created: 'created a token',
  token_revoked: 'revoked a token',
  token_used_from_new_address: 'used a token from a new address',
  share_link_created: 'made a share link',
  share_link_revoked: 'revoked a share link',
  share_link_opened: 'opened a share link from a new address',
  refresh_token_replayed: 'used a refresh token again',
  password_changed: 'changed a password',
  second_factor_failed: 'failed to show a second factor',
  second_factor_added: 'added a second factor',
  second_factor_removed: 'removed a second factor',
  second_factor_required: 'changed whether a second factor is required',
  recovery_codes_made: 'made new recovery codes',
  company_login_changed: 'changed the company login',
  company_domain_verified: 'confirmed the domain of a company',
  company_assistant: 'let an assistant in by the word of the company',
  company_person_withdrawn: 'was no longer confirmed by the company',
  company_person_left: 'left the account: the company had not confirmed them for two weeks',
  password_link_created: 'made a link to set a password',
  person_added: 'added a person',
  person_removed: 'removed a person',
  address_verified: 'confirmed an e-mail address',
  address_released: 'lost an e-mail address to the company that owns its domain',
  member_invited: 'invited a member',
  invitation_revoked: 'revoked an invitation',
  member_added: 'added a member',
  member_changed: 'changed the rights of a member',
  member_removed: 'removed a member',
  token_life_limited: 'limited the life of tokens',
  embed_origins_changed: 'changed who may show the reports',
  legacy_key_ended: 'ended a legacy key',
  tokens_given_back: 'gave its tokens back',
  client_registered: 'registered an application',
  login_throttled: 'tried to sign in too often',
  contacts_read: 'read contacts',
  contact_deleted: 'deleted a contact',
  catalog_changed: 'changed the catalog',
  notifications_added: 'added notifications',
  notifications_confirmed: 'agreed to notifications',
  notifications_changed: 'changed notifications',
  notifications_off: 'switched off notifications',
  notifications_removed: 'removed notifications',
} as const satisfies Record<AccessEventKind, string> & Record<string, string>;

export type SecurityEventKind = keyof typeof SECURITY_EVENT_KINDS;

/** Who does something: a person, or nobody for an operator's command. */
export interface Actor {
  actorId?: number | null | undefined;
  address?: string | null | undefined;
  /** The application that acts for the person. */
  clientId?: string | null | undefined;
}

/** Something that happened to a person, a token or a key. Holds no secret. */
export interface SecurityEvent extends Actor {
  kind: SecurityEventKind;
  /** The person it is about. */
  userId?: number | null | undefined;
  accountId?: number | null | undefined;
  websiteIds?: readonly WebsiteId[] | undefined;
  tokenId?: number | null | undefined;
  details?: Readonly<Record<string, unknown>> | undefined;
}

const recorded = channel('funnel:security-event');

/**
 * Records events. Call it last in the transaction that they are about, so that neither happens without the other.
 * @example
 * await recordSecurityEvents(database.orm, { kind: 'embed_origins_changed', accountId: 1, actorId: 1 });
 * const rows = await database.sql`select account_id from security_events where kind = 'embed_origins_changed'`;
 * assert.equal(rows[0]?.['account_id'], 1);
 */
export async function recordSecurityEvents(
  orm: Pick<Orm, 'insert'>,
  ...events: readonly SecurityEvent[]
): Promise<void> {
  if (events.length === 0) return;
  await orm
    .insert(securityEvents)
    .values(
      events.map(({ websiteIds, ...event }) => ({ ...event, websiteIds: websiteIds && [...websiteIds] })),
    );
  for (const event of events) recorded.publish(event);
}

/**
 * Calls `log` for every event that this process records. Returns a function that stops it.
 * @example
 * const logged: string[] = [];
 * const stop = onSecurityEvent(({ kind }) => logged.push(kind));
 * await recordSecurityEvents(database.orm, { kind: 'login' });
 * stop();
 * assert.deepEqual(logged, ['login']);
 */
export function onSecurityEvent(log: (event: SecurityEvent) => void): () => void {
  const listener = (event: unknown) => log(event as SecurityEvent);
  recorded.subscribe(listener);
  return () => {
    recorded.unsubscribe(listener);
  };
}
