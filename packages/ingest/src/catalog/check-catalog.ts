import type { Orm } from '@funnel/db';
import { accounts, websites } from '@funnel/db/schema';
import type { WebsiteId } from '@funnel/domain';
import { inArray } from 'drizzle-orm';
import { chunked } from '../shared/chunked.ts';
import { CatalogProblems } from './catalog-error.ts';
import type { CatalogRows, GivenRow } from './catalog-rows.ts';
import { ROWS_PER_STATEMENT } from './catalog-tables.ts';
import { type Row, type Rows, keyText } from './merge-rows.ts';

/** Throws a `CatalogError` if one of the websites is not stored: only an operator creates them. */
export function checkStored(given: CatalogRows['websites'], stored: Rows): void {
  const problems = new CatalogProblems();
  for (const { at, key } of given)
    if (!stored.has(keyText(key))) problems.add(`${at}.id: there is no website ${key.id}`);
  problems.throwIfAny();
}

/** The accounts and websites that the document refers to must be in it or stored. */
export async function checkOwners(tx: Orm, given: CatalogRows, problems: CatalogProblems): Promise<void> {
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
  for (const ids of chunked(
    [...asked].filter((id) => !known.has(id)),
    ROWS_PER_STATEMENT,
  )) {
    const found = await tx
      .select({ id: table.id })
      .from(table)
      .where(inArray(table.id, ids as WebsiteId[]));
    for (const { id } of found) known.add(id);
  }
  return known;
}

export async function checkApiKeys(tx: Orm, rows: readonly Row[], problems: CatalogProblems): Promise<void> {
  const owners = new Map<string, unknown>();
  for (const chunk of chunked(rows, ROWS_PER_STATEMENT)) {
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
