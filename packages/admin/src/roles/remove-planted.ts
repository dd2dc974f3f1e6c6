import { readFileSync } from 'node:fs';
import { text } from '@funnel/db/sql';
import type { Sql, TransactionSql } from 'postgres';
import { type LockOptions, withShortLocks } from '../migrations/short-locks.ts';
import { statement } from '../statement.ts';
import { forSuperuser, isRefused, printable } from './for-superuser.ts';
import { SERVICE_ROLES } from './service-roles.ts';

const queueObjects = statement('read-queue-objects', {}, { name: text(), hash: text() });
const objectsOfServices = statement(
  'read-objects-of-services',
  { roles: text() },
  { role: text(), name: text(), statement: text() },
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
export async function removePlanted(
  sql: Sql,
  locks: LockOptions & Record<'say' | 'warn', (message: string) => void>,
): Promise<void> {
  const { say, warn } = locks;
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
  const kept: typeof elsewhere = [];
  for (const object of elsewhere) if (!(await remove(sql, object, locks))) kept.push(object);
  const lost = elsewhere.filter((object) => !kept.includes(object));
  if (lost.length > 0)
    say(
      `Services owned and lost: ${list(lost.map(({ name }) => name))}. A service needs nothing of its own there. ${WHY}`,
    );
  if (kept.length > 0)
    warn(
      forSuperuser(
        `Services own what they do not need: ${list(kept.map(({ name }) => name))}. ${WHY}`,
        kept.map(({ statement: drop }) => drop),
      ),
    );
}

/** As the owner of the schema, or else with the rights of the service. False if neither may. */
async function remove(
  sql: Sql,
  { role, statement: drop }: { role: string; statement: string },
  locks: LockOptions,
): Promise<boolean> {
  const asMember = [`grant ${role} to current_user`, drop, `revoke ${role} from current_user`];
  for (const statements of [[drop], asMember])
    try {
      await withShortLocks(sql, 'removal of what belongs to a service', locks, (transaction) =>
        transaction.unsafe(statements.join(';')),
      );
      return true;
    } catch (error) {
      if (!isRefused(error)) throw error;
    }
  return false;
}

const withoutHash = (object: string) => object.replace(/ [0-9a-f]{32}$/, '');

function list(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map((name) => printable(name).slice(0, 120));
  return shown.join(', ') + (names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '');
}
