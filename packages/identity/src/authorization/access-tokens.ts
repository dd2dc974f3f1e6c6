import type { Database, Orm } from '@funnel/db';
import { grantWebsites } from '@funnel/db/schema';
import {
  arrayLiteral,
  bool,
  bytea,
  byteaArrayLiteral,
  int4,
  int4Array,
  jsonb,
  nullable,
  type RowOf,
  text,
} from '@funnel/db/sql';
import type { WebsiteId } from '@funnel/domain';
import { eq, sql } from 'drizzle-orm';
import { secretHash } from '@funnel/secrets';
import { statement } from '../statement.ts';
import { PERSONAL_TOKEN_CLIENT_ID } from './personal-tokens.ts';
import { openPayload, type RecordPayload } from './record-payload.ts';
import { type ViewClaims, viewOf } from './view-tokens.ts';

/** What a service that acts for a person must know of them. */
interface PersonClaims {
  all_websites: true;
  email: string;
  email_verified: boolean;
}

/** An access token that has not expired. */
export interface StoredAccessToken {
  payload: RecordPayload;
  /** The granted websites that the token's owner may still see. */
  websiteIds: WebsiteId[];
  /** What a token says beside them that covers all that its owner may see. */
  person: PersonClaims | undefined;
  /** What a token that only shows something says beside them. */
  view: ViewClaims | undefined;
}

/**
 * What a token is worth. `special`: these records do not tell, because it is a refresh token, its client is gone, or it
 * has a property that our access tokens do not have.
 */
export type TokenState =
  | ({ readonly status: 'active' } & StoredAccessToken)
  | { readonly status: 'inactive' | 'special' };

const findTokens = statement(
  'find-tokens',
  { tokenHashes: text(), fixedClients: text() },
  {
    tokenHash: bytea(),
    model: text<'AccessToken' | 'RefreshToken'>(),
    payload: jsonb<RecordPayload>(),
    isActive: nullable(bool()),
    hasClient: nullable(bool()),
    isOwned: bool(),
    personClaims: nullable(jsonb<PersonClaims>()),
    grantedCount: nullable(int4()),
    websiteIds: int4Array<WebsiteId>(),
  },
);

type TokenRow = RowOf<typeof findTokens>;

/** Properties that change the answer of an introspection. Our access tokens never have them. */
const SPECIAL = ['expiresWithSession', 'jkt', 'x5t#S256', 'rar'];

/** Finds an access token. Also removes websites from the grant that its owner may no longer see. */
export async function findAccessToken(
  database: Database,
  token: string,
): Promise<StoredAccessToken | undefined> {
  const [row] = await readTokens(database, [token], []);
  if (row?.model !== 'AccessToken' || !row.isOwned) return undefined;
  return { payload: openPayload(token, row.payload), ...narrowed(row) };
}

/**
 * Reads what an introspection of these tokens needs, in their order. Also removes lost websites from grants. `fixedClients` exist
 * without a record.
 */
export async function readTokenStates(
  database: Database,
  tokens: readonly string[],
  fixedClients: readonly string[],
): Promise<TokenState[]> {
  return (await readTokens(database, tokens, fixedClients)).map(stateOf);
}

function stateOf(row: TokenRow | undefined): TokenState {
  if (!row) return { status: 'inactive' };
  const { model, payload } = row;
  if (model !== 'AccessToken' || typeof payload['grantId'] !== 'string') return { status: 'special' };
  if (SPECIAL.some((name) => payload[name])) return { status: 'special' };
  if (!row.isActive || !row.isOwned) return { status: 'inactive' };
  return row.hasClient ? { status: 'active', payload, ...narrowed(row) } : { status: 'special' };
}

/** The websites of the grant, or the one of them that a view token is for. */
function narrowed({ payload, websiteIds, personClaims }: TokenRow): Omit<StoredAccessToken, 'payload'> {
  const view = viewOf(payload);
  if (!view) return { websiteIds, person: personClaims ?? undefined, view: undefined };
  const shown = websiteIds.filter((id) => id === view.websiteId);
  return { websiteIds: shown, person: undefined, view: view.claims };
}

async function readTokens(
  { sql: client, orm }: Database,
  tokens: readonly string[],
  fixedClients: readonly string[],
): Promise<(TokenRow | undefined)[]> {
  const hashes = tokens.map(secretHash);
  const rows = await findTokens(client, {
    tokenHashes: byteaArrayLiteral(hashes),
    fixedClients: arrayLiteral([PERSONAL_TOKEN_CLIENT_ID, ...fixedClients]),
  });
  for (const { payload, websiteIds, grantedCount } of rows) {
    if (websiteIds.length < (grantedCount ?? 0)) await shrinkGrant(orm, payload['grantId'], websiteIds);
  }
  return hashes.map((hash) => rows.find(({ tokenHash }) => hash.equals(tokenHash)));
}

/** Removes the websites that the owner may no longer see. They stay removed, even if the owner gets them back. */
async function shrinkGrant(orm: Orm, grantId: unknown, visible: WebsiteId[]): Promise<void> {
  if (typeof grantId !== 'string') return;
  const { grantIdHash, websiteIds } = grantWebsites;
  const kept = sql`array(
    select id from unnest(${websiteIds}) as id where id = any (${sql.param(visible, websiteIds)}::int[]) order by id
  )`;
  await orm
    .update(grantWebsites)
    .set({ websiteIds: kept })
    .where(eq(grantIdHash, secretHash(grantId)));
}
