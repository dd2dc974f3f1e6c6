import { readByKey, type Database } from '@funnel/db';
import { arrayLiteral, int4, nullable, plainArrayLiteral, text } from '@funnel/db/sql';
import type { WebsiteId } from '@funnel/domain';
import type { TransactionSql } from 'postgres';
import { statement } from '../shared/statement.ts';
import { inLockedTransaction } from '../shared/rounds.ts';
import { LEDGER_DAYS } from './prune-ledger.ts';
import { SLICES, sliceOf } from './claim-sql.ts';

/** First half of an advisory lock; the second is the website. One process at a time packs the ids of a website. */
const PACKING_LOCK = 7_203_118;

/** A row with so many ids is a little shorter than 2 KB: PostgreSQL would store a longer one aside. */
const IDS_PER_ROW = 96;
/** An id is packed when nobody records events of its day any more, but for transactions that take long. */
const UNPACKED_DAYS = 2;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** The ids of a website whose last byte, divided by seven, leaves this remainder. */
export interface Slice {
  websiteId: WebsiteId;
  slice: number;
}

export interface SliceOptions {
  /** Bounds a transaction, and the memory for it: ids of the ledger, and as many of packed rows. At least some hundred. */
  idsPerTransaction: number;
  signal?: AbortSignal | undefined;
  /** Runs in the last transaction. */
  onDone?: (transaction: TransactionSql) => Promise<unknown>;
}

const ofSlice = { website: int4<WebsiteId>(), slice: int4() };
const readPart = statement(
  'read-packing-part',
  {
    ...ofSlice,
    from: text(),
    ids: int4(),
    rows: int4(),
    idsPerRow: int4(),
    keptDays: int4(),
    unpackedDays: int4(),
    keys: int4(),
  },
  {
    kind: text<'new' | 'replaced' | 'next'>(),
    first_id: text(),
    event_ids: nullable(text()),
    recorded_on: nullable(text()),
  },
  { slice: sliceOf('l.event_id') },
);
const deleteRows = statement('delete-packed-rows', { ...ofSlice, rows: text() }, {});
const insertRows = statement(
  'insert-packed-rows',
  { ...ofSlice, rows: text(), events: text(), days: text() },
  { packed: int4() },
);
const findBound = statement(
  'find-packed-bound',
  { ...ofSlice, from: text(), rows: int4() },
  { first_id: text() },
);
const deleteIds = statement(
  'delete-packed-ids',
  { ...ofSlice, from: text(), until: nullable(text()), keptDays: int4() },
  {},
);

/** Works on a part of a slice that begins with an id. Returns where the next part begins; undefined after the last. */
type Part = (
  transaction: TransactionSql,
  slice: Slice,
  from: string,
  ids: number,
) => Promise<string | undefined>;

/**
 * Copies the ids of a slice that are old enough into packed rows, and drops what is too old from these. The ledger keeps them.
 * False if it has not come to an end: another process packs this website, or the signal aborted. Then it can simply be run again.
 */
export function packSlice(database: Database, slice: Slice, options: SliceOptions): Promise<boolean> {
  return inParts(database, slice, packPart, options);
}

/** Deletes the ids of a slice from the ledger that have been packed for long enough. False if it has not come to an end. */
export function unloadSlice(database: Database, slice: Slice, options: SliceOptions): Promise<boolean> {
  return inParts(database, slice, unloadPart, options);
}

/** Each part is a transaction of its own, which takes the lock of the website, and never waits for it. */
async function inParts(
  database: Database,
  slice: Slice,
  work: Part,
  { idsPerTransaction, signal, onDone }: SliceOptions,
): Promise<boolean> {
  let from: string | undefined = FIRST_ID;
  while (from !== undefined) {
    if (signal?.aborted) return false;
    const begin: string = from;
    const done = await inLockedTransaction(database, slice.websiteId, PACKING_LOCK, async (transaction) => {
      readByKey(transaction);
      const next = await work(transaction, slice, begin, idsPerTransaction);
      if (next === undefined) await onDone?.(transaction);
      return { next };
    });
    if (!done) return false;
    from = done.next;
  }
  return true;
}

const packPart: Part = async (transaction, { websiteId: website, slice }, from, ids) => {
  const found = await readPart(transaction, {
    website,
    slice,
    from,
    ids,
    rows: Math.ceil(ids / IDS_PER_ROW),
    idsPerRow: IDS_PER_ROW,
    keptDays: LEDGER_DAYS,
    unpackedDays: UNPACKED_DAYS,
    keys: ids * SLICES,
  });
  const of = (kind: 'new' | 'replaced' | 'next') => found.filter((row) => row.kind === kind);
  const [replaced, rows] = [of('replaced'), of('new')];
  const firstIds = (some: typeof found) => plainArrayLiteral(some.map(({ first_id }) => first_id));
  if (replaced.length > 0) await deleteRows(transaction, { website, slice, rows: firstIds(replaced) });
  if (rows.length > 0)
    await insertRows(transaction, {
      website,
      slice,
      rows: firstIds(rows),
      events: arrayLiteral(rows.map(({ event_ids }) => event_ids)),
      days: arrayLiteral(rows.map(({ recorded_on }) => recorded_on)),
    });
  return of('next')[0]?.first_id;
};

const unloadPart: Part = async (transaction, { websiteId: website, slice }, from, ids) => {
  const rows = Math.ceil(ids / IDS_PER_ROW);
  const [bound] = await findBound(transaction, { website, slice, from, rows });
  const until = bound?.first_id ?? null;
  await deleteIds(transaction, { website, slice, from, until, keptDays: LEDGER_DAYS });
  return until ?? undefined;
};
