import { type Column, type SQL, and, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database, Orm } from '@funnel/db';
import { websiteActivity, websites } from '@funnel/db/schema';
import { type CatalogRows, type GivenRow, type RowKey, catalogRows } from './catalog-rows.ts';
import { CATALOG_TABLES, type CatalogTable } from './catalog-tables.ts';
import { type Row, type Rows, keyText, mergeRows } from './merge-rows.ts';
import { CatalogError, parseCatalog } from './parse-catalog.ts';

export interface CatalogOptions {
  /** 32 bytes that encrypt the websites' keys. */
  encryptionKey: Uint8Array;
  /** For records that state no time of their own. */
  now: Date;
}

export interface CatalogSummary {
  counts: Record<keyof CatalogRows, number>;
  warnings: string[];
}

type Transaction = Parameters<Parameters<Orm['transaction']>[0]>[0];

/** Any number, the same in every process: one import at a time, so that what was checked still holds when written. */
const CATALOG_LOCK = 7_203_116;
const ROWS_PER_STATEMENT = 1_000;

/**
 * Upserts a catalog document by id. It is checked whole, against itself and what is stored, and only then
 * written, in one transaction. What it does not mention stays as it is; nothing is deleted.
 */
export async function importCatalog(
  database: Database,
  raw: unknown,
  options: CatalogOptions,
): Promise<CatalogSummary> {
  const { document, warnings } = parseCatalog(raw);
  const given = catalogRows(document, options.encryptionKey);
  await database.orm.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${CATALOG_LOCK})`);
    const problems: string[] = [];
    const merged = new Map<CatalogTable, Row[]>();
    for (const definition of CATALOG_TABLES) {
      const rows = given[definition.name];
      const stored = await readStored(tx, definition.table, rows);
      merged.set(definition, mergeRows(definition, rows, stored, { ...options, problems }));
    }
    await checkOwners(tx, given, problems);
    await checkApiKeys(tx, merged, problems);
    if (problems.length > 0) throw new CatalogError(problems);
    for (const [definition, rows] of merged) await upsert(tx, definition.table, rows);
    await noteChange(tx, given);
  });
  const counts = Object.fromEntries(Object.entries(given).map(([name, rows]) => [name, rows.length]));
  return { counts: counts as CatalogSummary['counts'], warnings };
}

async function readStored(tx: Transaction, table: PgTable, rows: GivenRow[]): Promise<Rows> {
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

/** Accounts and websites that the document refers to must be in it or stored. */
async function checkOwners(tx: Transaction, given: CatalogRows, problems: string[]): Promise<void> {
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

/** A key must lead to one website. */
async function checkApiKeys(
  tx: Transaction,
  merged: Map<CatalogTable, Row[]>,
  problems: string[],
): Promise<void> {
  const rows = [...merged].find(([definition]) => definition.name === 'websites')?.[1] ?? [];
  const owners = new Map<string, number>();
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
    if (owner !== row['id']) problems.push(`websites[${index}].api_key: is the key of another website`);
    owners.set(hash, row['id'] as number);
  }
}

async function upsert(tx: Transaction, table: PgTable, rows: Row[]): Promise<void> {
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

/** Names and statuses are part of the reports: their data version changes too. */
async function noteChange(tx: Transaction, given: CatalogRows): Promise<void> {
  const ids = distinct([
    ...given.websites.map((row) => row.key.id),
    ...[...given.areas, ...given.campaigns].flatMap((row) => row.key.websiteId ?? []),
  ]);
  for (const chunk of chunks(ids)) {
    await tx
      .insert(websiteActivity)
      .values(chunk.map((websiteId) => ({ websiteId, version: 1 })))
      .onConflictDoUpdate({
        target: websiteActivity.websiteId,
        set: { version: sql`${websiteActivity.version} + 1` },
      });
  }
}

function distinct<Item>(items: Item[]): Item[] {
  return [...new Set(items)];
}

function* chunks<Item>(items: Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += ROWS_PER_STATEMENT)
    yield items.slice(from, from + ROWS_PER_STATEMENT);
}
