import { assertVisitorSecrets, type Database } from '@funnel/db';
import { visitorSecrets, websites } from '@funnel/db/schema';
import type { VisitorSecrets } from '@funnel/domain';
import { and, notExists, eq, notInArray, sql } from 'drizzle-orm';

/** Until then, the version before may run beside this one, which would hash without a secret. */
const DAYS_BESIDE = 7;

/**
 * From now on, new websites use the first of these secrets; those in the database that no website uses and that are not among these are
 * forgotten. Where websites exist that never had a secret, it begins a week later. Returns the first day of a new one.
 * @example
 * import { VisitorSecrets } from '@funnel/domain';
 *
 * const secrets = new VisitorSecrets(['a secret of this installation, at random']);
 * assert.match((await beginVisitorSecrets(database, secrets)) ?? '', /^\d{4}-\d\d-\d\d$/);
 * assert.equal(await beginVisitorSecrets(database, secrets), undefined);
 */
export async function beginVisitorSecrets(
  database: Database,
  secrets: VisitorSecrets,
): Promise<string | undefined> {
  const { names } = secrets;
  const [first] = names;
  if (first === undefined) return undefined;
  return database.orm.transaction(async (tx) => {
    const { fingerprint, beginsOn } = visitorSecrets;
    const isFirst = (await tx.select().from(visitorSecrets).limit(1)).length === 0;
    const users = tx.select().from(websites).where(eq(websites.visitorSecret, fingerprint));
    await tx.delete(visitorSecrets).where(and(notInArray(fingerprint, [...names]), notExists(users)));
    await assertVisitorSecrets({ orm: tx }, secrets);
    const begins = sql<string>`current_date + case when exists (select from ${websites}) then ${isFirst ? DAYS_BESIDE : 0}::int else 0 end`;
    const [added] = await tx
      .insert(visitorSecrets)
      .values({ fingerprint: first, beginsOn: begins })
      .onConflictDoNothing()
      .returning({ beginsOn });
    return added?.beginsOn;
  });
}
