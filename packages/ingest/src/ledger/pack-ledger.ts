import { askMachines, type Database, inWebsiteTransaction } from '@funnel/db';
import { websites } from '@funnel/db/schema';
import { bool, int4, int4Literal, nullable, plainArrayLiteral } from '@funnel/db/sql';
import type { WebsiteId } from '@funnel/domain';
import { statement } from '../shared/statement.ts';
import { eachWebsite, fromAnywhere, hasPackingBegun } from '../shared/rounds.ts';
import { packSlice, unloadSlice } from './pack-slice.ts';
import { SLICES } from './claim-sql.ts';

export interface PackOptions {
  /** Stops after the transaction that is under way. */
  signal?: AbortSignal | undefined;
  /** Bounds a transaction. */
  idsPerTransaction?: number | undefined;
}

export interface PackSummary {
  /** Those of which a slice was packed. */
  websites: number;
  /** The websites whose ids could not be packed: they stay where they are, and are tried again. */
  failed: { websiteId: WebsiteId; cause: unknown }[];
}

const IDS_PER_TRANSACTION = 50_000;

const findPacked = statement(
  'find-packed-websites',
  { only: nullable(int4Literal()) },
  { website_id: int4<WebsiteId>() },
);
const readSlice = statement(
  'read-packed-slice',
  { website: int4<WebsiteId>() },
  { slice: int4(), is_due: bool() },
);
const writeSlice = statement('write-packed-slice', { website: int4<WebsiteId>(), slice: int4() }, {});

/**
 * Packs the next slice of the ledger of every website, once a day, and deletes from the ledger what was packed the day before. One
 * website after the other, in short transactions, so it takes one connection. It never waits for a lock, and nothing waits for it:
 * docs/adr/0031-packing.md. Any number of processes may do so at the same time.
 * @example
 * const { failed } = await packLedger(database);
 * assert.deepEqual(failed, []);
 */
export async function packLedger(database: Database, options: PackOptions = {}): Promise<PackSummary> {
  const summary: PackSummary = { websites: 0, failed: [] };
  if (!(await hasPackingBegun(database.sql))) return summary;
  const pack = async (websiteId: WebsiteId) => {
    if (await packNextSlice(database, websiteId, options)) summary.websites += 1;
  };
  const due = fromAnywhere(await findDue(database));
  await eachWebsite(database, due, options.signal, pack, (websiteId, cause) =>
    summary.failed.push({ websiteId, cause }),
  );
  return summary;
}

/** Those of a machine that does not answer are among them, and fail. */
async function findDue(database: Database): Promise<WebsiteId[]> {
  const all = await database.orm.select({ id: websites.id }).from(websites);
  const { answers } = await askMachines(database, (connection, websiteIds) =>
    findPacked(connection, { only: websiteIds && plainArrayLiteral(websiteIds) }),
  );
  const packed = new Set(answers.flat().map(({ website_id }) => website_id));
  return all.map(({ id }) => id).filter((id) => !packed.has(id));
}

/** Whether the slice whose turn it is was packed, to the end. */
async function packNextSlice(
  database: Database,
  websiteId: WebsiteId,
  { signal, idsPerTransaction = IDS_PER_TRANSACTION }: PackOptions,
): Promise<boolean> {
  const last = await inWebsiteTransaction(database, [websiteId], async (transaction) => {
    const [row] = await readSlice(transaction, { website: websiteId });
    return row;
  });
  // Another process was here.
  if (last && !last.is_due) return false;
  const options = { idsPerTransaction, signal };
  if (last && !(await unloadSlice(database, { websiteId, slice: last.slice }, options))) return false;
  const slice = last ? (last.slice + 1) % SLICES : websiteId % SLICES;
  return packSlice(
    database,
    { websiteId, slice },
    { ...options, onDone: (transaction) => writeSlice(transaction, { website: websiteId, slice }) },
  );
}
