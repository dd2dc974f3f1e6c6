import { askMachines, type Connection, type Database, inWebsiteTransaction } from '@funnel/db';
import { websites } from '@funnel/db/schema';
import { findUnpacked } from '@funnel/db/sketches';
import { plainArrayLiteral } from '@funnel/db/sql';
import type { WebsiteId } from '@funnel/domain';
import { asc } from 'drizzle-orm';
import { chunked } from '../shared/chunked.ts';
import { eachWebsite, hasPackingBegun } from '../shared/rounds.ts';
import { packWebsite } from './pack-website.ts';

export interface PackedRollups {
  websites: number;
  buckets: number;
  /** Whose rollups could not be packed. Until the next round tries again, they only take more space. */
  failed: { websiteId: WebsiteId; cause: unknown }[];
  /** On Citus: why machines could not be asked for their websites. */
  unasked: unknown[];
}

const WEBSITES_AT_ONCE = 1_000;

/**
 * Packs the rollups of buckets that ended two days ago or more: a sketch that equals one of a row above becomes a reference to it.
 * Any number of processes may do so at the same time; a website that another one writes is left for the next round. Reports are the
 * same before and after. The signal stops it after the transaction that is under way.
 * @example
 * assert.deepEqual((await packRollups(database)).failed, []);
 */
export async function packRollups(database: Database, signal?: AbortSignal): Promise<PackedRollups> {
  const summary: PackedRollups = { websites: 0, buckets: 0, failed: [], unasked: [] };
  if (!(await hasPackingBegun(database.sql))) return summary;
  const { answers, failures } = await askMachines(database, (connection, websiteIds) =>
    websiteIds ? findAmong(connection, websiteIds) : findAll(database),
  );
  summary.unasked = failures;
  const pack = async (websiteId: WebsiteId) => {
    const buckets = await packWebsite(database, websiteId, signal);
    if (buckets > 0) summary.websites += 1;
    summary.buckets += buckets;
  };
  await eachWebsite(database, answers.flat(), signal, pack, (websiteId, cause) =>
    summary.failed.push({ websiteId, cause }),
  );
  return summary;
}

async function findAll(database: Database): Promise<WebsiteId[]> {
  const rows = await database.orm.select({ id: websites.id }).from(websites).orderBy(asc(websites.id));
  const found: WebsiteId[] = [];
  const ids = rows.map(({ id }) => id);
  for (const some of chunked(ids, WEBSITES_AT_ONCE))
    found.push(
      ...(await inWebsiteTransaction(database, some, (transaction) => findAmong(transaction, some))),
    );
  return found;
}

async function findAmong(connection: Connection, websiteIds: readonly WebsiteId[]): Promise<WebsiteId[]> {
  const rows = await findUnpacked(connection, { websites: plainArrayLiteral(websiteIds) });
  return rows.map(({ website_id }) => website_id);
}
