import { askMachines, type Connection, type Database } from '@funnel/db';
import { bool, int4, int4Literal, nullable, plainArrayLiteral, text } from '@funnel/db/sql';
import { statement } from '../shared/statement.ts';

/** How long a duplicate event is recognised. */
export const LEDGER_DAYS = 35;
/** A day of a busy service has millions of entries: all in one statement would take longer than a statement may. */
const PAGES_PER_STATEMENT = 16_384;
const PARTS_ON_CITUS = 16;

const findOld = statement(
  'find-old-ids',
  { days: int4(), only: nullable(int4Literal()) },
  { has_old: bool(), pages: int4() },
);
const deletePages = statement('delete-old-ids', { days: int4(), from: text(), until: text() }, {});
const deleteOfWebsites = statement(
  'delete-old-ids-of-websites',
  { days: int4(), websites: int4Literal(), parts: int4(), part: int4() },
  {},
);

/**
 * Deletes the ledger entries of events that were recorded more than 35 days ago, in parts; the signal stops it after the part
 * that is under way. Most ids are packed and deleted long before: see `packLedger`.
 * @example
 * const now = new Date('2026-11-14T12:00:00Z');
 * await recordEvents(database, [event], { now });
 * await pruneLedger(database);
 * const { repeated } = await recordEvents(database, [event], { now });
 * assert.equal(repeated, 1); // The entry is new, so it is still there.
 */
export async function pruneLedger(database: Database, signal?: AbortSignal): Promise<void> {
  for (let part = 0, isDone = false; !isDone; part++) {
    if (signal?.aborted) return;
    const { answers, failures } = await askMachines(database, (connection, websiteIds) =>
      websiteIds
        ? pruneOnCitus(connection, plainArrayLiteral(websiteIds), part)
        : pruneAll(connection, signal),
    );
    if (failures.length > 0) throw failures[0];
    isDone = answers.every(Boolean);
  }
}

/** Page by page, so that all parts together read the ledger once. Returns that nothing is left to do. */
async function pruneAll(connection: Connection, signal: AbortSignal | undefined): Promise<boolean> {
  const days = LEDGER_DAYS;
  const [ledger] = await findOld(connection, { days, only: null });
  // What is recorded meanwhile is not old.
  const pages = ledger?.has_old ? ledger.pages : 0;
  for (let page = 0; page < pages; page += PAGES_PER_STATEMENT) {
    if (signal?.aborted) break;
    await deletePages(connection, { days, from: `(${page},0)`, until: `(${page + PAGES_PER_STATEMENT},0)` });
  }
  return true;
}

/** Its machines have many tables, which have no pages in common. Returns whether this was the last part. */
async function pruneOnCitus(connection: Connection, websites: string, part: number): Promise<boolean> {
  const days = LEDGER_DAYS;
  const [ledger] = part === 0 ? await findOld(connection, { days, only: websites }) : [];
  if (part === 0 && !ledger?.has_old) return true;
  await deleteOfWebsites(connection, { days, websites, parts: PARTS_ON_CITUS, part });
  return part === PARTS_ON_CITUS - 1;
}
