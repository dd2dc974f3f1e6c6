import { type Database, ormOn } from '@funnel/db';
import { arrayLiteral, bytea, int4, int4Array, jsonb, nullable, text, timestamptz } from '@funnel/db/sql';
import { DASHBOARD_CLIENT_ID, type WebsiteId } from '@funnel/domain';
import { type Actor, recordSecurityEvents } from '../audit/security-events.ts';
import { statement } from '../statement.ts';
import { PERSONAL_TOKEN_CLIENT_ID } from './personal-tokens.ts';

/** An application that a person has allowed to use websites. */
export interface Application {
  /** Identifies the grant; not a secret. */
  id: string;
  userId: number;
  email: string;
  clientId: string;
  /** As the application calls itself. */
  name: string | null;
  websiteIds: WebsiteId[];
  /** The scopes of each resource. */
  resources: { resource: string; scopes: string[] }[];
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
  /** The network of the last use, if it is known. */
  lastAddress: string | null;
}

const list = statement(
  'list-applications',
  { user: nullable(int4()), ownClients: text() },
  {
    id: text(),
    user_id: int4(),
    email: text(),
    client_id: text(),
    client_name: nullable(text()),
    website_ids: int4Array<WebsiteId>(),
    resources: jsonb<Record<string, string>>(),
    created_at: timestamptz(),
    expires_at: timestamptz(),
    last_used_at: nullable(timestamptz()),
    last_address: nullable(text()),
  },
);
/** Personal tokens and sign-ins at the dashboard do not count as applications. */
const OWN_CLIENTS = arrayLiteral([PERSONAL_TOKEN_CLIENT_ID, DASHBOARD_CLIENT_ID]);
const endGrant = statement('end-grant', { grantIdHash: bytea() }, {});

/** Lists the applications that a person has allowed, or everybody, the newest first. */
export async function listApplications({ sql }: Database, userId: number | null): Promise<Application[]> {
  const rows = await list(sql, { user: userId, ownClients: OWN_CLIENTS });
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    email: row.email,
    clientId: row.client_id,
    name: row.client_name,
    websiteIds: row.website_ids,
    resources: Object.entries(row.resources).map(([resource, scopes]) => ({
      resource,
      scopes: scopes.split(' '),
    })),
    createdAt: new Date(row.created_at),
    expiresAt: new Date(row.expires_at),
    lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at),
    lastAddress: row.last_address,
  }));
}

/** Ends what an application was allowed, with immediate effect. */
export async function disconnectApplication(
  database: Database,
  { id, userId, clientId, websiteIds }: Pick<Application, 'id' | 'userId' | 'clientId' | 'websiteIds'>,
  by: Actor = {},
): Promise<void> {
  await database.sql.begin(async (transaction) => {
    await endGrant(transaction, { grantIdHash: Buffer.from(id, 'hex') });
    await recordSecurityEvents(ormOn(transaction), [
      { ...by, kind: 'application_disconnected', userId, clientId, websiteIds },
    ]);
  });
}

/**
 * Ends the applications of a person that were not used for longest, so that at most `most` are left. Every consent adds one, also
 * a second one of the same application, so refusing new ones would lock people out.
 */
export async function endSurplusApplications(
  database: Database,
  { userId, most }: { userId: number; most: number },
  by: Actor = {},
): Promise<void> {
  const usedAt = ({ lastUsedAt, createdAt }: Application) => (lastUsedAt ?? createdAt).getTime();
  const all = await listApplications(database, userId);
  const surplus = all.sort((one, other) => usedAt(other) - usedAt(one)).slice(most);
  for (const application of surplus) await disconnectApplication(database, application, by);
}
