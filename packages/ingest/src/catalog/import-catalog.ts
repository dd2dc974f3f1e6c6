import { type Column, type SQL, and, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { type Database, inWebsiteTransaction, type Orm, ormOn, raiseDataVersion } from '@funnel/db';
import { websites } from '@funnel/db/schema';
import type { WebsiteId } from '@funnel/domain';
import { type CatalogRows, type GivenRow, type RowKey, catalogRows } from './catalog-rows.ts';
import { findCurrencyChanges } from './currency-changes.ts';
import { CATALOG_TABLES, type CatalogTable } from './catalog-tables.ts';
import { type Row, type Rows, keyText, mergeRows } from './merge-rows.ts';
import { CatalogError, parseCatalog } from './parse-catalog.ts';
import { assertWithin } from './within-websites.ts';

/** What an import needs besides the document. */
export type CatalogOptions = OperatorOptions | WebsiteOptions;

interface CommonOptions {
  /** The creation and update time of records that give none. */
  now: Date;
}

/** An operator may change everything. */
interface OperatorOptions extends CommonOptions {
  /** 32 bytes, to encrypt the websites' legacy keys. */
  encryptionKey: Uint8Array;
  websiteIds?: undefined;
  /** Accepts another currency for a website with events: its past amounts stay as they are. */
  relabelCurrency?: boolean | undefined;
}

/** The owner of websites may change these, but neither create a website nor set what belongs to the operator. */
interface WebsiteOptions extends CommonOptions {
  encryptionKey?: undefined;
  websiteIds: readonly WebsiteId[];
  relabelCurrency?: undefined;
}

/** How many records of each kind were written, and warnings about unknown keys and short API keys. */
export interface CatalogSummary {
  counts: Record<keyof CatalogRows, number>;
  warnings: string[];
}

/** Serializes imports, so that what was checked still holds when it is written. Any number will do. */
const CATALOG_LOCK = 7_203_116;
const ROWS_PER_STATEMENT = 1_000;

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
 *
 * // With `websiteIds`, everything in the document must belong to these websites.
 * const ofOthers = importCatalog(database, catalog, { websiteIds: [], now: new Date() });
 * await assert.rejects(ofOthers, CatalogError);
 */
export async function importCatalog(
  database: Database,
  raw: unknown,
  options: CatalogOptions,
): Promise<CatalogSummary> {
  const { document, warnings } = parseCatalog(raw);
  // Before anything is read: the outcome must not depend on the records of other websites.
  if (options.websiteIds) assertWithin(document, options.websiteIds);
  const { now, encryptionKey } = options;
  const given = catalogRows(document, encryptionKey);
  // An operator states none: the owner of the tables sees all.
  await inWebsiteTransaction(database, options.websiteIds ?? [], async (transaction) => {
    const tx = ormOn(transaction);
    await tx.execute(sql`select pg_advisory_xact_lock(${CATALOG_LOCK})`);
    const problems: string[] = [];
    const merged = new Map<CatalogTable, Row[]>();
    for (const definition of CATALOG_TABLES) {
      const rows = given[definition.name];
      const stored = await readStored(tx, definition.table, rows);
      if (options.websiteIds && definition.name === 'websites') assertStored(given.websites, stored);
      if (definition.name === 'websites' && !options.relabelCurrency)
        problems.push(...(await findCurrencyChanges(tx, given.websites, stored)));
      merged.set(definition, mergeRows(definition, rows, stored, { now, encryptionKey, problems }));
    }
    await checkOwners(tx, given, problems);
    await checkApiKeys(tx, merged, problems);
    if (problems.length > 0) throw new CatalogError(problems);
    for (const [definition, rows] of merged) await upsert(tx, definition.table, rows);
    // Names and statuses are part of the reports.
    for (const ids of chunks(changedWebsites(given))) await raiseDataVersion(tx, ids);
  });
  const counts = Object.fromEntries(Object.entries(given).map(([name, rows]) => [name, rows.length]));
  return { counts: counts as CatalogSummary['counts'], warnings };
}

async function readStored(tx: Orm, table: PgTable, rows: GivenRow[]): Promise<Rows> {
  const columns = getTableColumns(table) as Record<string, Column>;
  const stored: Rows = new Map();
  for (const chunk of chunks(rows)) {
    const keys = chunk.map((row) => row.key);
    const conditions: SQL[] = [inArray(columns['id'] as Column, distinct(keys.map((key) => key.id)))];
    const websiteIds = distinct(keys.flatMap((key) => key.websiteId ?? []));
    if (websiteIds.length > 0) conditions.push(inArray(columns['websiteId'] as Column, websiteIds));
    const found = (await tx
      .select()
      .from(table)
      .where(and(...conditions))) as Row[];
    for (const row of found) stored.set(keyText(row as unknown as RowKey), row);
  }
  return stored;
}

/** Only an operator creates websites. */
function assertStored(given: CatalogRows['websites'], stored: Rows): void {
  const missing = given.filter(({ key }) => !stored.has(keyText(key)));
  if (missing.length > 0)
    throw new CatalogError(missing.map(({ at, key }) => `${at}.id: there is no website ${key.id}`));
}

/** The accounts and websites that the document refers to must be in it or stored. */
async function checkOwners(tx: Orm, given: CatalogRows, problems: string[]): Promise<void> {
  const accountsHere = new Set(given.accounts.map((row) => row.key.id));
  const websitesHere = new Set(given.websites.map((row) => row.key.id));
  const missing = [
    ...given.websites.map((row) => ({
      at: `${row.at}.account_id`,
      kind: 'account',
      id: row.values['accountId'],
      here: accountsHere,
    })),
    ...[...given.areas, ...given.campaigns].map((row) => ({
      at: `${row.at}.website_id`,
      kind: 'website',
      id: row.key.websiteId,
      here: websitesHere,
    })),
  ].filter((reference) => reference.id !== undefined && !reference.here.has(reference.id as number));
  const known = new Set<string>();
  for (const chunk of chunks(missing)) {
    const ids = sql.join(
      distinct(chunk.map((reference) => Number(reference.id))).map((id) => sql`${id}`),
      sql`, `,
    );
    const found = await tx.execute<{ kind: string; id: number }>(
      sql`select 'account' as kind, id from accounts where id in (${ids}) union all select 'website', id from websites where id in (${ids})`,
    );
    for (const row of found) known.add(`${row.kind} ${row.id}`);
  }
  for (const { at, kind, id } of missing) {
    if (!known.has(`${kind} ${String(id)}`)) problems.push(`${at}: there is no ${kind} ${String(id)}`);
  }
}

/** No two websites may have the same key. */
async function checkApiKeys(tx: Orm, merged: Map<CatalogTable, Row[]>, problems: string[]): Promise<void> {
  const rows = [...merged].find(([definition]) => definition.name === 'websites')?.[1] ?? [];
  const owners = new Map<string, unknown>();
  for (const chunk of chunks(rows)) {
    const found = await tx
      .select({ id: websites.id, hash: websites.apiKeyHash })
      .from(websites)
      .where(
        inArray(
          websites.apiKeyHash,
          chunk.map((row) => row['apiKeyHash'] as Buffer),
        ),
      );
    for (const { id, hash } of found) owners.set(hash.toString('hex'), id);
  }
  for (const [index, row] of rows.entries()) {
    const hash = (row['apiKeyHash'] as Buffer).toString('hex');
    const owner = owners.get(hash) ?? row['id'];
    if (owner !== row['id']) problems.push(`websites[${index}].api_key: already used by another website`);
    owners.set(hash, row['id']);
  }
}

async function upsert(tx: Orm, table: PgTable, rows: Row[]): Promise<void> {
  const columns = getTableColumns(table) as Record<string, Column>;
  const key = ['websiteId', 'id'].flatMap((name) => columns[name] ?? []);
  const others = Object.entries(columns).filter(([, column]) => !key.includes(column));
  const set = Object.fromEntries(
    others.map(([name, column]) => [name, sql`excluded.${sql.identifier(column.name)}`]),
  );
  for (const chunk of chunks(rows)) {
    await tx
      .insert(table)
      .values(chunk)
      .onConflictDoUpdate({ target: key as never, set });
  }
}

/** In the order in which a load takes the same rows: no deadlock. */
function changedWebsites({ websites: given, areas, campaigns }: CatalogRows): WebsiteId[] {
  const ids = given.map((row) => row.key.id);
  const all = distinct([...ids, ...[...areas, ...campaigns].flatMap((row) => row.key.websiteId ?? [])]);
  return all.sort((one, other) => one - other);
}

function distinct<Item>(items: Item[]): Item[] {
  return [...new Set(items)];
}

function* chunks<Item>(items: Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += ROWS_PER_STATEMENT)
    yield items.slice(from, from + ROWS_PER_STATEMENT);
}
