import { type Column, type SQL, and, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type Orm, raiseDataVersion } from '@funnel/db';
import { WEBSITE_FIELDS_OF_TENANTS, websites } from '@funnel/db/schema';
import type { WebsiteId } from '@funnel/domain';
import { chunked } from '../shared/chunked.ts';
import { CatalogProblems } from './catalog-error.ts';
import type { CatalogOptions } from './catalog-options.ts';
import type { CatalogRows, GivenRow, RowKey } from './catalog-rows.ts';
import { CATALOG_TABLES, ROWS_PER_STATEMENT } from './catalog-tables.ts';
import { checkApiKeys, checkOwners, checkStored } from './check-catalog.ts';
import { checkCurrencies } from './check-currencies.ts';
import { type Row, type Rows, keyText, mergeRows } from './merge-rows.ts';

/** Writes the rows of a document, after all of them are checked against the stored catalog. Websites of `changed` are locked. */
export async function writeCatalog(
  tx: Orm,
  given: CatalogRows,
  changed: readonly WebsiteId[],
  { now, encryptionKey, websiteIds, relabelCurrency, signal }: CatalogOptions,
): Promise<void> {
  const problems = new CatalogProblems();
  const merged = new Map<keyof CatalogRows, Row[]>();
  for (const definition of CATALOG_TABLES) {
    const { name, table } = definition;
    const rows = given[name];
    const isOwnWebsite = websiteIds !== undefined && name === 'websites';
    const stored = await readStored(tx, table, isOwnWebsite ? OWN_COLUMNS : undefined, rows, signal);
    if (isOwnWebsite) checkStored(given.websites, stored);
    if (name === 'websites' && !relabelCurrency) await checkCurrencies(tx, given.websites, stored, problems);
    merged.set(name, await mergeRows(definition, rows, stored, { now, encryptionKey, problems }));
  }
  await checkOwners(tx, given, problems);
  if (!websiteIds) await checkApiKeys(tx, merged.get('websites') ?? [], problems);
  problems.throwIfAny();
  for (const { name, table } of CATALOG_TABLES) {
    const rows = merged.get(name) ?? [];
    if (websiteIds && name === 'websites') await updateWebsites(tx, given.websites, rows, signal);
    else await upsert(tx, table, rows, signal);
  }
  // Names and statuses are part of the reports.
  for (const ids of chunked(changed, ROWS_PER_STATEMENT)) await raiseDataVersion(tx, ids);
}

/** Those that the intake may read of a website: not its key. */
const OWN_COLUMNS = Object.fromEntries(
  (['id', ...WEBSITE_FIELDS_OF_TENANTS] as const).map((field) => [field, websites[field] as PgColumn]),
);

async function readStored(
  tx: Orm,
  table: PgTable,
  only: Record<string, PgColumn> | undefined,
  rows: GivenRow[],
  signal: AbortSignal | undefined,
): Promise<Rows> {
  const columns = getTableColumns(table) as Record<string, PgColumn>;
  const stored: Rows = new Map();
  for (const chunk of chunked(rows, ROWS_PER_STATEMENT)) {
    signal?.throwIfAborted();
    const keys = chunk.map((row) => row.key);
    const conditions: SQL[] = [inArray(columns['id'] as Column, distinct(keys.map((key) => key.id)))];
    const websiteIds = distinct(keys.flatMap((key) => key.websiteId ?? []));
    if (websiteIds.length > 0) conditions.push(inArray(columns['websiteId'] as Column, websiteIds));
    const found = (await tx
      .select(only ?? columns)
      .from(table)
      .where(and(...conditions))) as Row[];
    for (const row of found) stored.set(keyText(row as unknown as RowKey), row);
  }
  return stored;
}

/** A tenant's websites exist, and only some columns are theirs to change. */
async function updateWebsites(
  tx: Orm,
  given: CatalogRows['websites'],
  rows: Row[],
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const [index, { key }] of given.entries()) {
    signal?.throwIfAborted();
    const { id: _id, ...values } = rows[index] ?? {};
    await tx.update(websites).set(values).where(eq(websites.id, key.id));
  }
}

async function upsert(tx: Orm, table: PgTable, rows: Row[], signal: AbortSignal | undefined): Promise<void> {
  const columns = getTableColumns(table) as Record<string, Column>;
  const key = ['websiteId', 'id'].flatMap((name) => columns[name] ?? []);
  // A stored website keeps the hash of its visitors, whatever was read before.
  const kept = [...key, columns['visitorSecret']];
  const others = Object.entries(columns).filter(([, column]) => !kept.includes(column));
  const set = Object.fromEntries(
    others.map(([name, column]) => [name, sql`excluded.${sql.identifier(column.name)}`]),
  );
  for (const chunk of chunked(rows, ROWS_PER_STATEMENT)) {
    signal?.throwIfAborted();
    await tx
      .insert(table)
      .values(chunk)
      .onConflictDoUpdate({ target: key as never, set });
  }
}

function distinct<Item>(items: Item[]): Item[] {
  return [...new Set(items)];
}
