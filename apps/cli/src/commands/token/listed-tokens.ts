import type { Database } from '@funnel/db';
import {
  type Application,
  disconnectApplication,
  listAllPersonalTokens,
  listApplications,
  type OwnedPersonalToken,
  revokePersonalToken,
} from '@funnel/identity';

/** A personal token, a service token or an application, as the operator sees it. */
export interface ListedToken
  extends Pick<
    OwnedPersonalToken,
    'name' | 'websiteIds' | 'scopes' | 'createdAt' | 'expiresAt' | 'lastUsedAt' | 'lastAddress' | 'hint'
  > {
  /** What `token revoke` takes. */
  id: string;
  kind: 'token' | 'application';
  /** The e-mail of the person; null for a service token. */
  owner: string | null;
  /** What log lines call a token. */
  logId: string | null;
  state: 'active' | 'expired' | 'revoked';
  revoke(): Promise<unknown>;
}

/** Enough of the hash to tell applications apart. */
const APPLICATION_ID_LENGTH = 12;

/** Everything that can call the services, the newest first. */
export async function listTokens(database: Database, now: Date): Promise<ListedToken[]> {
  const [tokens, applications] = [
    await listAllPersonalTokens(database),
    await listApplications(database, null),
  ];
  return [
    ...tokens.map((token) => fromToken(database, token, now)),
    ...applications.map((application) => fromApplication(database, application)),
  ].sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
}

function fromToken(database: Database, token: OwnedPersonalToken, now: Date): ListedToken {
  const { id, name, email, websiteIds, scopes, createdAt, expiresAt, revokedAt } = token;
  const { lastUsedAt, lastAddress, hint, logId } = token;
  const ended = expiresAt <= now ? 'expired' : 'active';
  return {
    id: String(id),
    kind: 'token',
    name,
    owner: email,
    websiteIds,
    scopes,
    createdAt,
    expiresAt,
    lastUsedAt,
    lastAddress,
    hint,
    logId,
    state: revokedAt ? 'revoked' : ended,
    revoke: () => revokePersonalToken(database, token.userId, id),
  };
}

function fromApplication(database: Database, application: Application): ListedToken {
  const { id, name, clientId, email, websiteIds, resources, createdAt, expiresAt } = application;
  return {
    id: id.slice(0, APPLICATION_ID_LENGTH),
    kind: 'application',
    name: name ?? clientId,
    owner: email,
    websiteIds,
    scopes: resources.flatMap(({ scopes }) => scopes),
    createdAt,
    expiresAt,
    lastUsedAt: application.lastUsedAt,
    lastAddress: application.lastAddress,
    hint: null,
    logId: null,
    state: 'active',
    revoke: () => disconnectApplication(database, application),
  };
}
