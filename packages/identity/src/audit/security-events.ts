import type { Database, SecurityEventKind } from '@funnel/db';
import { authorizationRecords, securityEvents, users } from '@funnel/db/schema';
import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

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
