import { readFileSync } from 'node:fs';
import { text } from '@funnel/db/sql';
import type { Sql, TransactionSql } from 'postgres';
import { type LockOptions, withShortLocks } from '../migrations/short-locks.ts';
import { statement } from '../statement.ts';
import { SERVICE_ROLES } from './service-roles.ts';

const queueObjects = statement('read-queue-objects', {}, { name: text(), hash: text() });
const objectsOfServices = statement(
  'read-objects-of-services',
  { roles: text() },
  { name: text(), statement: text() },
);

/** What BullMQ makes, by name and hash. A suite of the worker compares it with the BullMQ that is installed. */
const KNOWN: ReadonlySet<string> = new Set(
  JSON.parse(readFileSync(new URL('../../queue-objects.json', import.meta.url), 'utf8')) as string[],
);
const MOST_NAMES = 10;
const WHY = 'docs/explanation/security.md, "What a restore runs", says why.';

/**
 * What is in the schema of the queue, each with a hash of its code, as `queue-objects.json` lists it.
 * @example
 * import { openSession } from '@funnel/db/command';
 *
 * const sql = openSession(databaseUrl, 'example', {});
 * assert.ok(Array.isArray(await readQueueObjects(sql)));
 * await sql.end();
 */
export async function readQueueObjects(sql: Sql | TransactionSql): Promise<string[]> {
  const rows = await queueObjects(sql, {});
  return rows.map(({ name, hash }) => `${name} ${hash}`.trim());
}

/**
 * Removes what a captured service may have planted for the owner to run: in the schema of the queue everything, if it has what
 * BullMQ does not make, and elsewhere what belongs to the role of a service. A worker makes its queue anew when it starts.
 */
export async function removePlanted(sql: Sql, locks: LockOptions): Promise<void> {
  const { say = () => {} } = locks;
  const unknown = async (from: Sql | TransactionSql) =>
    (await readQueueObjects(from)).filter((object) => !KNOWN.has(object));
  if ((await unknown(sql)).length > 0)
    await withShortLocks(sql, 'removal of what is unknown in bullmq', locks, async (transaction) => {
      const found = await unknown(transaction);
      await transaction.unsafe(`grant ${SERVICE_ROLES['insights-worker']} to current_user`);
      await transaction.unsafe('drop schema bullmq cascade');
      await transaction.unsafe('create schema bullmq');
      say(
        `The schema bullmq had what its queue does not need: ${list(found.map(withoutHash))}. The schema was emptied. ` +
          `Restart the insights worker: it makes its queue anew and plans its jobs again. ${WHY}`,
      );
    });

  const elsewhere = await objectsOfServices(sql, { roles: Object.values(SERVICE_ROLES).join() });
  for (const { statement: drop } of elsewhere)
    await withShortLocks(sql, 'removal of what belongs to a service', locks, (transaction) =>
      transaction.unsafe(drop),
    );
  if (elsewhere.length > 0)
    say(
      `Services owned and lost: ${list(elsewhere.map(({ name }) => name))}. A service needs nothing of its own there. ${WHY}`,
    );
}

const withoutHash = (object: string) => object.replace(/ [0-9a-f]{32}$/, '');

/** Names are of somebody else: what a terminal would obey is left out. */
function list(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map((name) => name.replace(/\p{C}/gu, '?').slice(0, 120));
  return shown.join(', ') + (names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '');
}
