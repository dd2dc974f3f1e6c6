import type { VisitorSecretName, VisitorSecrets, WebsiteId } from '@funnel/domain';
import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Orm } from '../connection/database.ts';
import { visitorSecrets, websites } from '../schema/index.ts';

/** The secret of this process is not that of the database. Counting on would count every visitor twice. */
export class VisitorSecretError extends Error {
  override readonly name = 'VisitorSecretError';
}

/**
 * Throws a `VisitorSecretError` if visitors of the database are hashed with a secret that is not among these. Without any such
 * visitors, no secret is needed.
 * @example
 * import { NO_VISITOR_SECRETS } from '@funnel/domain';
 *
 * await assert.doesNotReject(assertVisitorSecrets(database, NO_VISITOR_SECRETS));
 */
export async function assertVisitorSecrets({ orm }: { orm: Orm }, { names }: VisitorSecrets): Promise<void> {
  const stored = await orm.select({ name: visitorSecrets.fingerprint }).from(visitorSecrets);
  const missing = stored.map(({ name }) => name).filter((name) => !names.includes(name));
  if (missing.length === 0) return;
  const given = names.length === 0 ? 'VISITOR_SECRET is not set' : 'VISITOR_SECRET is another one';
  throw new VisitorSecretError(
    `Visitors in this database are hashed with a secret (fingerprint ${missing.join(', ')}), but ${given}. ` +
      'Set it to the secret that the database was used with; with another one, every visitor would be counted twice. ' +
      'If it is lost: docs/reference/secrets.md#the-secret-of-visitors.',
  );
}

/** The secret for a website that is created now, as an expression: null until one has begun. */
export const secretForNewWebsites: SQL = sql`(
  select ${visitorSecrets.fingerprint} from ${visitorSecrets}
  where ${visitorSecrets.beginsOn} <= current_date
  order by ${visitorSecrets.createdAt} desc limit 1
)`;

/**
 * The secrets of the websites that exist.
 * @example
 * const names = await secretsOfWebsites(database.orm, [websiteId]);
 * assert.equal(names.get(websiteId), null);
 */
export async function secretsOfWebsites(
  orm: Orm,
  websiteIds: readonly WebsiteId[],
): Promise<Map<WebsiteId, VisitorSecretName>> {
  const { id, visitorSecret: name } = websites;
  const rows = await orm
    .select({ id, name })
    .from(websites)
    .where(inArray(id, [...websiteIds]));
  return new Map(rows.map((row) => [row.id, row.name]));
}
