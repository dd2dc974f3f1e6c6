import { type Actor, type Database, ormOn, recordSecurityEvents } from '@funnel/db';
import { arrayLiteral, int4, int4Array, jsonb, nullable, text, timestamptz } from '@funnel/db/sql';
import { DASHBOARD_CLIENT_ID, type WebsiteId } from '@funnel/domain';
import { endGrant } from './end-grant.ts';
import { statement } from '../statement.ts';
import { PERSONAL_TOKEN_CLIENT_ID } from './personal-tokens.ts';

/** An application that a person has allowed to use websites. */
export type Application = Awaited<ReturnType<typeof listApplications>>[number];

const list = statement(
  'list-applications',
  { user: nullable(int4()), ownClients: text() },
  {
    id: text(),
    userId: int4(),
    email: text(),
    clientId: text(),
    name: nullable(text()),
    websiteIds: int4Array<WebsiteId>(),
    resources: jsonb<Record<string, string>>(),
    createdAt: timestamptz(),
    expiresAt: timestamptz(),
    lastUsedAt: nullable(timestamptz()),
    lastAddress: nullable(text()),
  },
);
/** Personal tokens and sign-ins at the dashboard do not count as applications. */
const OWN_CLIENTS = arrayLiteral([PERSONAL_TOKEN_CLIENT_ID, DASHBOARD_CLIENT_ID]);
/**
 * Lists the applications that a person has allowed, or everybody, the newest first. The id is that of the grant and not a secret;
 * the name is what the application calls itself; the address is the network of the last use.
 */
export async function listApplications({ sql }: Database, userId: number | null) {
  const rows = await list(sql, { user: userId, ownClients: OWN_CLIENTS });
  return rows.map(({ resources, createdAt, expiresAt, lastUsedAt, ...row }) => ({
    ...row,
    resources: Object.entries(resources).map(([resource, scopes]) => ({
      resource,
      scopes: scopes.split(' '),
    })),
    createdAt: new Date(createdAt),
    expiresAt: new Date(expiresAt),
    lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt),
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
    await recordSecurityEvents(ormOn(transaction), {
      ...by,
      kind: 'application_disconnected',
      userId,
      clientId,
      websiteIds,
    });
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
