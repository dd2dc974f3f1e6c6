import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, inWebsiteTransaction, ormOn, recordAccess } from '@funnel/db';
import type { WebsiteId } from '@funnel/domain';
import type { TransactionSql } from 'postgres';
import type { CatalogOptions, WebsiteOptions } from './catalog-options.ts';
import { type CatalogRows, catalogRows } from './catalog-rows.ts';
import { lockWebsites, tryLockWebsites } from './lock-websites.ts';
import { parseCatalog } from './parse-catalog.ts';
import { assertWithin } from './within-websites.ts';
import { writeCatalog } from './write-catalog.ts';

/** How many records of each kind were written, and warnings about unknown keys and short API keys. */
export interface CatalogSummary {
  counts: Record<keyof CatalogRows, number>;
  warnings: string[];
}

/** Another import of one of these websites goes on for too long. Nothing was written; try again later. */
export class CatalogBusyError extends Error {
  override name = 'CatalogBusyError';
}

/** How long an import waits for another one of the same website, and how often it looks. */
const MAX_WAIT_MS = 5_000;
const LOOK_EVERY_MS = 50;

/**
 * Upserts a catalog document by id in one transaction. All of it is validated first, also against the stored
 * catalog. Records that it does not mention stay as they are; nothing is deleted.
 * @example
 * const catalog = {
 *   websites: [{ id: 1, name: 'shop.example' }],
 *   campaigns: [{ id: 9, website_id: 1, name: 'Newsletter', cta_type: 'bar', variants: [{ id: 90 }] }],
 * };
 * const { counts, warnings } = await importCatalog(database, catalog, { encryptionKey, now: new Date() });
 * assert.equal(counts.campaigns, 1);
 * assert.deepEqual(warnings, []);
 */
export async function importCatalog(
  database: Database,
  raw: unknown,
  options: CatalogOptions,
): Promise<CatalogSummary> {
  const { document, warnings } = await parseCatalog(raw);
  // Before anything is read: the outcome must not depend on the records of other websites.
  if (options.websiteIds) assertWithin(document, options.websiteIds);
  const given = await catalogRows(document, options.encryptionKey);
  const changed = changedWebsites(given);
  if (options.websiteIds) await whenFree(options.signal, () => writeOwn(database, given, changed, options));
  else {
    // An operator states no websites: the owner of the tables sees all.
    const writeAll = async (transaction: TransactionSql) => {
      await lockWebsites(transaction, changed);
      await writeCatalog(ormOn(transaction), given, changed, options);
    };
    await inWebsiteTransaction(database, [], writeAll, changed);
  }
  const counts = Object.fromEntries(Object.entries(given).map(([name, rows]) => [name, rows.length]));
  return { counts: counts as CatalogSummary['counts'], warnings };
}

/** Returns false, and writes nothing, while another import of one of the websites is under way. */
async function writeOwn(
  database: Database,
  given: CatalogRows,
  changed: readonly WebsiteId[],
  options: WebsiteOptions,
): Promise<boolean> {
  const writeIfFree = async (transaction: TransactionSql) => {
    const isFree = await tryLockWebsites(transaction, changed);
    if (!isFree) return false;
    const tx = ormOn(transaction);
    await writeCatalog(tx, given, changed, options);
    const { caller } = options;
    if (caller) await recordAccess(tx, { kind: 'catalog_changed', websiteIds: changed, caller });
    return true;
  };
  return inWebsiteTransaction(database, options.websiteIds, writeIfFree, changed);
}

/** Waits without a connection: otherwise the documents of one website could take all of them. */
async function whenFree(signal: AbortSignal | undefined, attempt: () => Promise<boolean>): Promise<void> {
  for (let waitedMs = 0; !(await attempt()); waitedMs += LOOK_EVERY_MS) {
    if (waitedMs >= MAX_WAIT_MS) throw new CatalogBusyError('another import of these websites is under way');
    await sleep(LOOK_EVERY_MS, undefined, { signal });
  }
}

/** In the order in which a load takes the same rows: no deadlock. */
function changedWebsites({ websites: given, areas, campaigns }: CatalogRows): WebsiteId[] {
  const ids = given.map((row) => row.key.id);
  const all = new Set([...ids, ...[...areas, ...campaigns].flatMap((row) => row.key.websiteId ?? [])]);
  return [...all].sort((one, other) => one - other);
}
