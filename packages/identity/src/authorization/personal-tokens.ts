import { ServiceError, type WebsiteId } from '@funnel/domain';
import { and, desc, eq, getTableColumns, gt, isNull, sql } from 'drizzle-orm';
import {
  arrayLiteral,
  bool,
  bytea,
  float8,
  int4,
  int4Array,
  nullable,
  plainArrayLiteral,
  text,
  timestamptz,
} from '@funnel/db/sql';
import {
  type Actor,
  type Connection,
  type Database,
  type Orm,
  ormOn,
  recordSecurityEvents,
  type TokenLifeLimit,
  tokenLifeLimits,
} from '@funnel/db';
import { websitesOfUser } from '../people/users.ts';
import { statement } from '../statement.ts';
import { grantUses, personalTokens, users } from '@funnel/db/schema';
import { newSecret, secretHash, newToken, tokenHint } from '@funnel/secrets';
import { endLegacyKeys } from './legacy-key-end.ts';

/** The client id of every token that was created on the token page or by command. */
export const PERSONAL_TOKEN_CLIENT_ID = 'funnel-tokens';

/** The subject of a token without an owner. */
const SERVICE_SUBJECT = 'service';

export interface PersonalTokenRequest {
  /** Null for a service token, created by command. */
  userId: number | null;
  name: string;
  websiteIds: readonly WebsiteId[];
  scopes: readonly string[];
  /** The audience: the identifier that the resource server is configured with. */
  resource: string;
  lifeSeconds: number;
}

export interface IssuedPersonalToken {
  /** Shown only once, since only its hash is stored. */
  token: string;
  id: number;
  expiresAt: Date;
}

/** A token as the token page lists it. */
export interface PersonalToken
  extends Omit<typeof personalTokens.$inferSelect, 'userId' | 'tokenHash' | 'grantIdHash'> {
  /** What log lines call it: the beginning of its hash. */
  logId: string;
  lastUsedAt: Date | null;
  /** The network of the last use, if it is known. */
  lastAddress: string | null;
}

const issue = statement(
  'issue-personal-token',
  {
    user: nullable(int4()),
    subject: text(),
    name: text(),
    websites: text(),
    scopes: text(),
    resource: text(),
    lifeSeconds: float8(),
    client: text(),
    tokenHash: bytea(),
    grantId: text(),
    grantIdHash: bytea(),
    hint: text(),
  },
  { id: int4(), expires_at: timestamptz(), website_ids: int4Array<WebsiteId>() },
);
const revoke = statement(
  'revoke-personal-token',
  { id: int4(), user: nullable(int4()) },
  { revoked: bool() },
);

const DAY_SECONDS = 86_400;

const MAX_ACTIVE_TOKENS = 100;

/**
 * Creates a token and disables the legacy keys of its websites, in one transaction. Rejects websites that do not
 * exist or that the owner may not see, and more active tokens than a person may have.
 */
export function issuePersonalToken(
  database: Database,
  request: PersonalTokenRequest,
  by: Actor = {},
): Promise<IssuedPersonalToken> {
  return database.sql.begin((transaction) => issueIn(transaction, request, by));
}

async function issueIn(
  transaction: Connection,
  request: PersonalTokenRequest,
  by: Actor,
): Promise<IssuedPersonalToken> {
  const { userId, name, websiteIds, scopes, resource, lifeSeconds } = request;
  if (scopes.length === 0) throw new ServiceError('invalid_field', 'A token needs at least one scope.');
  const orm = ormOn(transaction);
  if (userId !== null) await checkCount(orm, userId);
  const [limit] = await tokenLifeLimits(orm, websiteIds);
  if (limit && lifeSeconds > limit.days * DAY_SECONDS) throw tooLong(limit);
  const kind = userId === null ? 'service' : 'personal';
  const token = newToken(kind);
  const grantId = newSecret();
  const [row] = await issue(transaction, {
    user: userId,
    subject: userId === null ? SERVICE_SUBJECT : String(userId),
    name,
    websites: plainArrayLiteral(websiteIds),
    scopes: arrayLiteral(scopes),
    resource,
    lifeSeconds,
    client: PERSONAL_TOKEN_CLIENT_ID,
    tokenHash: secretHash(token),
    grantId,
    grantIdHash: secretHash(grantId),
    hint: tokenHint(kind, token),
  });
  if (!row) {
    throw new ServiceError('not_found', 'A token needs websites that exist and that its owner may see.');
  }
  const { id, expires_at, website_ids } = row;
  await endLegacyKeys(transaction, website_ids, { ...by, userId });
  const details = { scopes, resource };
  await recordSecurityEvents(orm, {
    ...by,
    kind: 'token_created',
    userId,
    tokenId: id,
    websiteIds: website_ids,
    details,
  });
  return { token, id, expiresAt: new Date(expires_at) };
}

function tooLong({ accountName, days }: TokenLifeLimit): ServiceError {
  const life = days === 1 ? '1 day' : `${days} days`;
  const detail = `A token for websites of ${accountName} may be valid for ${life} at most: its owner says so.`;
  return new ServiceError('invalid_field', detail);
}

/** Locks the person, so that two requests at once do not both get the last place. */
async function checkCount(orm: Orm, userId: number): Promise<void> {
  await orm.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  const isActive = and(
    eq(owner, userId),
    isNull(personalTokens.revokedAt),
    gt(personalTokens.expiresAt, sql`now()`),
  );
  if ((await orm.$count(personalTokens, isActive)) < MAX_ACTIVE_TOKENS) return;
  const detail = `You have ${MAX_ACTIVE_TOKENS} active tokens, which is the most. Revoke one that you no longer use.`;
  throw new ServiceError('invalid_field', detail);
}

/**
 * Replaces an active token by a new one with the same name, websites, scopes, resource and life. The old one ends in the same
 * transaction. Websites that the person has lost are left out. Returns undefined if the person has no such token.
 */
export function rotatePersonalToken(
  database: Database,
  { userId, id }: { userId: number; id: number },
  by: Actor = {},
): Promise<(PersonalTokenRequest & IssuedPersonalToken) | undefined> {
  return database.sql.begin(async (transaction) => {
    const visible = new Set(
      (await websitesOfUser({ orm: ormOn(transaction) }, userId))
        .filter(({ role }) => role !== 'reader')
        .map((site) => site.id),
    );
    const isOwn = and(eq(personalTokens.id, id), eq(owner, userId), gt(personalTokens.expiresAt, sql`now()`));
    const [old] = await ormOn(transaction).select().from(personalTokens).where(isOwn);
    if (!old || !(await revokeIn(transaction, { userId, id }, by))) return undefined;
    const websiteIds = old.websiteIds.filter((websiteId) => visible.has(websiteId));
    const [limit] = await tokenLifeLimits(ormOn(transaction), websiteIds);
    const life = Math.round((old.expiresAt.getTime() - old.createdAt.getTime()) / 1000);
    const request = {
      userId,
      name: old.name,
      websiteIds,
      scopes: old.scopes,
      resource: old.resource,
      lifeSeconds: limit ? Math.min(life, limit.days * DAY_SECONDS) : life,
    };
    return { ...request, ...(await issueIn(transaction, request, by)) };
  });
}

const { tokenHash, grantIdHash, userId: owner, ...stored } = getTableColumns(personalTokens);
const listed = {
  ...stored,
  logId: sql<string>`left(encode(${tokenHash}, 'hex'), 8)`,
  lastUsedAt: grantUses.lastUsedAt,
  lastAddress: sql<string | null>`${grantUses.networks}[1]`,
};
const newestFirst = [desc(personalTokens.createdAt), desc(personalTokens.id)];
const isItsGrant = eq(grantUses.grantIdHash, grantIdHash);

/** Lists the tokens of an owner, newest first, including expired and revoked ones. */
export function listPersonalTokens({ orm }: Database, userId: number | null): Promise<PersonalToken[]> {
  return orm
    .select(listed)
    .from(personalTokens)
    .leftJoin(grantUses, isItsGrant)
    .where(sql`${owner} is not distinct from ${userId}::int`)
    .orderBy(...newestFirst);
}

/** A token with its owner, for operators. */
export interface OwnedPersonalToken extends PersonalToken {
  /** Null for a service token. */
  userId: number | null;
  email: string | null;
}

/** Lists the tokens of everybody, newest first, including expired and revoked ones. */
export function listAllPersonalTokens({ orm }: Database): Promise<OwnedPersonalToken[]> {
  return orm
    .select({ ...listed, userId: owner, email: users.email })
    .from(personalTokens)
    .leftJoin(grantUses, isItsGrant)
    .leftJoin(users, eq(users.id, owner))
    .orderBy(...newestFirst);
}

/** Revokes a token with immediate effect. Returns false if the owner has no such token, or it was revoked before. */
export function revokePersonalToken(
  database: Database,
  userId: number | null,
  id: number,
  by: Actor = {},
): Promise<boolean> {
  return database.sql.begin((transaction) => revokeIn(transaction, { userId, id }, by));
}

async function revokeIn(
  transaction: Connection,
  { userId, id }: { userId: number | null; id: number },
  by: Actor,
): Promise<boolean> {
  const revoked = await revoke(transaction, { id, user: userId });
  if (revoked.length === 0) return false;
  await recordSecurityEvents(ormOn(transaction), { ...by, kind: 'token_revoked', userId, tokenId: id });
  return true;
}
