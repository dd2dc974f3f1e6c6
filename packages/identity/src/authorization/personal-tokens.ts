import { randomBytes } from 'node:crypto';
import { ServiceError } from '@funnel/domain';
import { desc, getTableColumns, sql } from 'drizzle-orm';
import { arrayLiteral, bool, float8, int4, nullable, plainArrayLiteral, text } from '@funnel/db/sql';
import type { Database } from '@funnel/db';
import { statement } from '../statement.ts';
import { personalTokens } from '@funnel/db/schema';
import { hashSecret } from './secret-hash.ts';

/** The client of every token that was made on the token page or by command. */
export const PERSONAL_TOKEN_CLIENT_ID = 'funnel-tokens';

/** The subject of a token that belongs to nobody in particular. */
const SERVICE_SUBJECT = 'service';

export interface PersonalTokenRequest {
  /** Null: made by command, for nobody in particular. */
  userId: number | null;
  name: string;
  websiteIds: readonly number[];
  scopes: readonly string[];
  /** The audience, exactly as the resource server names itself. */
  resource: string;
  lifeSeconds: number;
}

export interface IssuedPersonalToken {
  /** Shown once: only its hash is stored. */
  token: string;
  id: number;
  expiresAt: Date;
}

export interface PersonalToken {
  id: number;
  name: string;
  websiteIds: number[];
  scopes: string[];
  resource: string;
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
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
    tokenHash: text(),
    grantId: text(),
    grantIdHash: text(),
  },
  { id: int4(), expiresAtMs: float8() },
);
const revoke = statement(
  'revoke-personal-token',
  { id: int4(), user: nullable(int4()) },
  { '?column?': bool() },
);
const noteUse = statement('note-token-use', { tokenHash: text() }, {});

/** Refuses websites that do not exist or that the person may not see. */
export async function issuePersonalToken(
  database: Database,
  request: PersonalTokenRequest,
): Promise<IssuedPersonalToken> {
  const { userId, name, websiteIds, scopes, resource, lifeSeconds } = request;
  if (scopes.length === 0) throw new ServiceError('invalid_field', 'A token needs at least one scope.');
  // The prefix lets scanners of repositories and logs recognise a token that leaked.
  const token = `fnl_${randomBytes(32).toString('base64url')}`;
  const grantId = randomBytes(32).toString('base64url');
  const [issued] = await issue(database.sql, {
    user: userId,
    subject: userId === null ? SERVICE_SUBJECT : String(userId),
    name,
    websites: plainArrayLiteral(websiteIds),
    scopes: arrayLiteral(scopes),
    resource,
    lifeSeconds,
    client: PERSONAL_TOKEN_CLIENT_ID,
    tokenHash: hashSecret(token),
    grantId,
    grantIdHash: hashSecret(grantId),
  });
  if (!issued) {
    throw new ServiceError('not_found', 'A token needs websites that exist and that its owner may see.');
  }
  return { token, id: issued.id, expiresAt: new Date(issued.expiresAtMs) };
}

/** Newest first, with those that have expired or were revoked. */
export function listPersonalTokens(database: Database, userId: number | null): Promise<PersonalToken[]> {
  const {
    tokenHash: _token,
    grantIdHash: _grant,
    userId: owner,
    ...columns
  } = getTableColumns(personalTokens);
  return database.orm
    .select(columns)
    .from(personalTokens)
    .where(sql`${owner} is not distinct from ${userId}::int`)
    .orderBy(desc(personalTokens.createdAt), desc(personalTokens.id));
}

/** False when the person has no such token, or it was revoked before. It is refused from the next call on. */
export async function revokePersonalToken(
  database: Database,
  userId: number | null,
  id: number,
): Promise<boolean> {
  return (await revoke(database.sql, { id, user: userId })).length > 0;
}

/** For "last used", at most once a minute. */
export async function noteTokenUse(database: Database, token: string): Promise<void> {
  await noteUse(database.sql, { tokenHash: hashSecret(token) });
}
