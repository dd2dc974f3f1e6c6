import { channel } from 'node:diagnostics_channel';
import type { AccessEventKind, Database, Orm } from '@funnel/db';
import { authorizationRecords, securityEvents, users } from '@funnel/db/schema';
import type { WebsiteId } from '@funnel/domain';
import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

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
}

/** Something that happened to a person, a token or a key. Holds no secret. */
export interface SecurityEvent extends Actor {
  kind: SecurityEventKind;
  /** The person it is about. */
  userId?: number | null | undefined;
  accountId?: number | null | undefined;
  websiteIds?: readonly WebsiteId[] | undefined;
  clientId?: string | null | undefined;
  tokenId?: number | null | undefined;
  details?: Readonly<Record<string, unknown>> | undefined;
}

/** An event as it was recorded. The e-mails are those of people who still exist. */
export interface RecordedSecurityEvent extends Readonly<typeof securityEvents.$inferSelect> {
  actorEmail: string | null;
  userEmail: string | null;
  /** What the application calls itself, if it still exists. */
  clientName: string | null;
}

export interface SecurityEventFilter {
  since?: Date | undefined;
  kinds?: readonly SecurityEventKind[] | undefined;
  userId?: number | undefined;
  until?: Date | undefined;
  /** Only what the owner of these accounts may know. */
  ownedBy?: number | undefined;
  limit: number;
}

const recorded = channel('funnel:security-event');

/** Records events. Call it last in the transaction that they are about, so that neither happens without the other. */
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

/** Calls `log` for every event that this process records. Returns a function that stops it. */
export function onSecurityEvent(log: (event: SecurityEvent) => void): () => void {
  const listener = (event: unknown) => log(event as SecurityEvent);
  recorded.subscribe(listener);
  return () => {
    recorded.unsubscribe(listener);
  };
}

const CLIENT_NAME = sql<string | null>`(
  select client.payload ->> 'client_name' from ${authorizationRecords} as client
  where client.model in ('Client', 'ClientMetadata')
    and client.id_hash = sha256(convert_to(${securityEvents.clientId}, 'UTF8'))
  limit 1)`;

/** Lists events, the newest first. */
export function listSecurityEvents(
  { orm }: Database,
  { since, until, kinds, userId, ownedBy, limit }: SecurityEventFilter,
): Promise<RecordedSecurityEvent[]> {
  const [actor, subject] = [alias(users, 'actor'), alias(users, 'subject')];
  const { id, occurredAt, kind, actorId, accountId, websiteIds, clientId, tokenId, address, details } =
    securityEvents;
  return orm
    .select({
      id,
      occurredAt,
      kind,
      actorId,
      actorEmail: actor.email,
      userId: securityEvents.userId,
      userEmail: subject.email,
      accountId,
      websiteIds,
      clientId,
      clientName: CLIENT_NAME,
      tokenId,
      address,
      details,
    })
    .from(securityEvents)
    .leftJoin(actor, eq(actor.id, actorId))
    .leftJoin(subject, eq(subject.id, securityEvents.userId))
    .where(
      and(
        since && gte(occurredAt, since),
        until && lt(occurredAt, until),
        ownedBy === undefined ? undefined : isKnownToOwner(ownedBy),
        kinds && inArray(kind, [...kinds]),
        userId === undefined ? undefined : eq(securityEvents.userId, userId),
      ),
    )
    .orderBy(desc(occurredAt), desc(id))
    .limit(limit);
}

/**
 * What an owner may know: what happened to the account, to its websites, and to members who belong to no other account. What
 * somebody does in another account is not their business.
 */
function isKnownToOwner(ownerId: number): SQL {
  const { accountId, websiteIds, userId, actorId } = securityEvents;
  const owned = sql`select account_id from account_members where user_id = ${ownerId} and role = 'owner'`;
  const isOwnMember = sql`${userId} in (
    select m.user_id from account_members as m group by m.user_id having bool_and(m.account_id in (${owned})))`;
  const isAboutPerson = sql`${accountId} is null and ${websiteIds} is null`;
  return sql`(
    ${accountId} in (${owned})
    or ${websiteIds} && array(select w.id from websites as w where w.account_id in (${owned}))
    or (${isAboutPerson} and (${isOwnMember} or ${userId} = ${ownerId} or ${actorId} = ${ownerId}))
  )`;
}

/** Deletes events that are older. The database refuses to delete those of the last 30 days. */
export async function deleteSecurityEvents({ orm }: Database, before: Date): Promise<void> {
  await orm.delete(securityEvents).where(lt(securityEvents.occurredAt, before));
}
