import type { Level } from '@funnel/domain';
import type { Sql, TransactionSql } from 'postgres';
import { plainArrayLiteral } from '../connection/array-literal.ts';
import { statement } from '../connection/statement.ts';
import type { FunnelEvent } from './event.ts';
import { Refusal } from './refusal.ts';

/** The subjects an event counts for. */
export interface Chain {
  campaign: number | undefined;
  variant: number | undefined;
  step: number | undefined;
  element: number | undefined;
}

type LevelBelowWebsite = Exclude<Level, 'website'>;

/** Per level and website, each id with its parent's. */
export type Parents = Record<Level, Map<number, Map<number, number | null>>>;

const DEEPEST_FIRST = [
  'element',
  'step',
  'variant',
  'campaign',
] as const satisfies readonly LevelBelowWebsite[];
const findParents = statement('find-parents');

/** Reads the part of the catalog that these events name. */
export async function readParents(
  sql: Sql | TransactionSql,
  events: readonly FunnelEvent[],
): Promise<Parents> {
  const asked = new Map<string, [Level, number, number]>();
  const ask = (level: Level, websiteId: number, id: number) =>
    asked.set(`${level} ${websiteId} ${id}`, [level, websiteId, id]);
  for (const event of events) {
    ask('website', event.websiteId, event.websiteId);
    const given = givenIds(event);
    for (const level of DEEPEST_FIRST)
      if (given[level] !== undefined) ask(level, event.websiteId, given[level]);
  }
  const rows = await findParents<{ level: Level; website_id: number; id: number; parent_id: number | null }>(
    sql,
    [0, 1, 2].map((column) =>
      plainArrayLiteral([...asked.values()].map((row) => row[column] as string | number)),
    ),
  );
  const parents: Parents = {
    website: new Map(),
    campaign: new Map(),
    variant: new Map(),
    step: new Map(),
    element: new Map(),
  };
  for (const row of rows) {
    const ofWebsite = parents[row.level].get(row.website_id) ?? new Map<number, number | null>();
    parents[row.level].set(row.website_id, ofWebsite.set(row.id, row.parent_id));
  }
  return parents;
}

/** A deeper id implies those above it; ids that are unknown or do not belong together are refused. */
export function chainOf(event: FunnelEvent, parents: Parents): Chain {
  const { websiteId } = event;
  if (!parents.website.has(websiteId))
    throw new Refusal('unknown_id', `website_id: there is no website ${websiteId}`);
  const given = givenIds(event);
  const chain: Chain = { campaign: undefined, variant: undefined, step: undefined, element: undefined };
  let below: { level: LevelBelowWebsite; id: number } | undefined;
  let implied: number | undefined;
  for (const level of DEEPEST_FIRST) {
    const id = given[level] ?? implied;
    if (id === undefined) continue;
    if (below && implied !== id) {
      throw new Refusal(
        'mismatched_ids',
        `${level}_id: ${below.level} ${below.id} does not belong to ${level} ${id}`,
      );
    }
    const parent = parents[level].get(websiteId)?.get(id);
    if (parent === undefined)
      throw new Refusal('unknown_id', `${level}_id: website ${websiteId} has no ${level} ${id}`);
    chain[level] = id;
    below = { level, id };
    implied = parent ?? undefined;
  }
  return chain;
}

function givenIds(event: FunnelEvent): Chain {
  return {
    campaign: event.campaignId,
    variant: event.variantId,
    step: event.stepId,
    element: event.elementId,
  };
}
