import { setTimeout as sleep } from 'node:timers/promises';
import { type Column, type SQL, and, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import {
  type Caller,
  type Database,
  inWebsiteTransaction,
  type Orm,
  ormOn,
  raiseDataVersion,
  recordAccess,
} from '@funnel/db';
import { accounts, WEBSITE_FIELDS_OF_TENANTS, websites } from '@funnel/db/schema';
import type { WebsiteId } from '@funnel/domain';
import type { TransactionSql } from 'postgres';
import { type CatalogRows, type GivenRow, type RowKey, catalogRows } from './catalog-rows.ts';
import { checkCurrencies } from './check-currencies.ts';
import { CATALOG_TABLES, type CatalogTable } from './catalog-tables.ts';
import { CatalogProblems } from './catalog-error.ts';
import { lockWebsites, tryLockWebsites } from './lock-websites.ts';
import { type Row, type Rows, keyText, mergeRows } from './merge-rows.ts';
import { parseCatalog } from './parse-catalog.ts';
import { assertWithin } from './within-websites.ts';

/** What an import needs besides the document. */
export type CatalogOptions = OperatorOptions | WebsiteOptions;

interface CommonOptions {
  /** The creation and update time of records that give none. */
  now: Date;
  /** Stops the import before its next statement; then nothing is written. */
  signal?: AbortSignal | undefined;
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
  /** Who does it, for the audit log. */
  caller?: Caller | undefined;
  relabelCurrency?: undefined;
}

/** How many records of each kind were written, and warnings about unknown keys and short API keys. */
export interface CatalogSummary {
  counts: Record<keyof CatalogRows, number>;
  warnings: string[];
}

/**
 * Another import of one of these websites goes on for too long. Nothing was written; try again later.
 * @example
 * assert.equal(new CatalogBusyError('try again').name, 'CatalogBusyError');
 */
export class CatalogBusyError extends Error {
  override name = 'CatalogBusyError';
}

/** To build a statement of a hundred rows takes some ten milliseconds. */
const ROWS_PER_STATEMENT = 100;
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
      await write(ormOn(transaction), given, changed, options);
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
    await write(tx, given, changed, options);
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

async function write(
  tx: Orm,
  given: CatalogRows,
  changed: readonly WebsiteId[],
  { now, encryptionKey, websiteIds, relabelCurrency, signal }: CatalogOptions,
): Promise<void> {
  const problems = new CatalogProblems();
  const merged = new Map<CatalogTable, Row[]>();
  for (const definition of CATALOG_TABLES) {
    const rows = given[definition.name];
    const isOwnWebsite = websiteIds !== undefined && definition.name === 'websites';
    const stored = await readStored(
      tx,
      definition.table,
      isOwnWebsite ? OWN_COLUMNS : undefined,
      rows,
      signal,
    );
    if (isOwnWebsite) assertStored(given.websites, stored);
    if (definition.name === 'websites' && !relabelCurrency)
      await checkCurrencies(tx, given.websites, stored, problems);
    merged.set(definition, await mergeRows(definition, rows, stored, { now, encryptionKey, problems }));
  }
  await checkOwners(tx, given, problems);
  if (!websiteIds) await checkApiKeys(tx, merged, problems);
  problems.throwIfAny();
  for (const [definition, rows] of merged)
    if (websiteIds && definition.name === 'websites') await updateWebsites(tx, given.websites, rows, signal);
    else await upsert(tx, definition.table, rows, signal);
  // Names and statuses are part of the reports.
  for (const ids of chunks(changed)) await raiseDataVersion(tx, ids);
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
  for (const chunk of chunks(rows)) {
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

/** Only an operator creates websites. */
function assertStored(given: CatalogRows['websites'], stored: Rows): void {
  const problems = new CatalogProblems();
  for (const { at, key } of given)
    if (!stored.has(keyText(key))) problems.add(`${at}.id: there is no website ${key.id}`);
  problems.throwIfAny();
}

/** The accounts and websites that the document refers to must be in it or stored. */
async function checkOwners(tx: Orm, given: CatalogRows, problems: CatalogProblems): Promise<void> {
  const accountIds = new Set(given.websites.flatMap(({ values }) => accountOf(values) ?? []));
  const websiteIds = new Set([...given.areas, ...given.campaigns].flatMap(({ key }) => key.websiteId ?? []));
  const known = {
    account: await knownIds(tx, accounts, accountIds, given.accounts),
    website: await knownIds(tx, websites, websiteIds, given.websites),
  };
  const require = (kind: 'account' | 'website', at: string, id: number | undefined) => {
    if (id !== undefined && !known[kind].has(id)) problems.add(`${at}: there is no ${kind} ${id}`);
  };
  for (const { at, values } of given.websites) require('account', `${at}.account_id`, accountOf(values));
  for (const { at, key } of given.areas) require('website', `${at}.website_id`, key.websiteId);
  for (const { at, key } of given.campaigns) require('website', `${at}.website_id`, key.websiteId);
}

function accountOf(values: GivenRow['values']): number | undefined {
  return values['accountId'] as number | undefined;
}

/** Those of the ids that are in the document or stored. */
async function knownIds(
  tx: Orm,
  table: typeof accounts | typeof websites,
  asked: ReadonlySet<number>,
  given: readonly GivenRow[],
): Promise<Set<number>> {
  const known = new Set(given.map(({ key }) => key.id));
  for (const ids of chunks([...asked].filter((id) => !known.has(id)))) {
    const found = await tx
      .select({ id: table.id })
      .from(table)
      .where(inArray(table.id, ids as WebsiteId[]));
    for (const { id } of found) known.add(id);
  }
  return known;
}

/** No two websites may have the same key. */
async function checkApiKeys(
  tx: Orm,
  merged: Map<CatalogTable, Row[]>,
  problems: CatalogProblems,
): Promise<void> {
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
    if (owner !== row['id']) problems.add(`websites[${index}].api_key: already used by another website`);
    owners.set(hash, row['id']);
  }
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
  for (const chunk of chunks(rows)) {
    signal?.throwIfAborted();
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

function* chunks<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += ROWS_PER_STATEMENT)
    yield items.slice(from, from + ROWS_PER_STATEMENT);
}
