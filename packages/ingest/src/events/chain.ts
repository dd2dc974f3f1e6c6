import type { Level } from '@funnel/domain';
import type { Sql, TransactionSql } from 'postgres';
import { int4, nullable, plainArrayLiteral, text } from '@funnel/db/sql';
import { statement } from '../statement.ts';
import type { FunnelEvent } from './event.ts';
import { passing, Refusal } from './refusal.ts';

declare const chained: unique symbol;

/** An event whose ids are known to belong together and are complete: a deeper id implies those above it. */
export type ChainedEvent = FunnelEvent & { readonly [chained]: true };

/** The property of an event that names its subject at a level. */
export const SUBJECT_ID = {
  website: 'websiteId',
  campaign: 'campaignId',
  variant: 'variantId',
  step: 'stepId',
  element: 'elementId',
} as const satisfies Record<Level, keyof FunnelEvent>;

type LevelBelowWebsite = Exclude<Level, 'website'>;

/** Per level and website, each id with its parent's. */
type Parents = Record<Level, Map<number, Map<number, number | null>>>;

const DEEPEST_FIRST = [
  'element',
  'step',
  'variant',
  'campaign',
] as const satisfies readonly LevelBelowWebsite[];
const findParents = statement(
  'find-parents',
  { levels: text(), websites: text(), ids: text() },
  { level: text<Level>(), website_id: int4(), id: int4(), parent_id: nullable(int4()) },
);

/** Completes the ids of the events, in place; `onRefused` is told of those whose ids are unknown or do not fit. */
export async function chainEvents(
  sql: Sql | TransactionSql,
  events: readonly FunnelEvent[],
  onRefused: (place: number, refusal: Refusal) => void,
): Promise<ChainedEvent[]> {
  if (events.length === 0) return [];
  const parents = await readParents(sql, events);
  return passing(events, (event) => completed(event, parents), onRefused);
}

/** Reads the part of the catalog that these events name. */
async function readParents(sql: Sql | TransactionSql, events: readonly FunnelEvent[]): Promise<Parents> {
  const asked = new Map<string, [Level, number, number]>();
  const ask = (level: Level, websiteId: number, id: number) =>
    asked.set(`${level} ${websiteId} ${id}`, [level, websiteId, id]);
  for (const event of events) {
    ask('website', event.websiteId, event.websiteId);
    for (const level of DEEPEST_FIRST) {
      const id = event[SUBJECT_ID[level]];
      if (id !== undefined) ask(level, event.websiteId, id);
    }
  }
  const asks = [...asked.values()];
  const rows = await findParents(sql, {
    levels: plainArrayLiteral(asks.map(([level]) => level)),
    websites: plainArrayLiteral(asks.map(([, websiteId]) => websiteId)),
    ids: plainArrayLiteral(asks.map(([, , id]) => id)),
  });
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

function completed(event: FunnelEvent, parents: Parents): ChainedEvent {
  const { websiteId } = event;
  if (!parents.website.has(websiteId)) {
    throw new Refusal('unknown_id', `website_id: there is no website ${websiteId}`);
  }
  let below: { level: LevelBelowWebsite; id: number } | undefined;
  let implied: number | undefined;
  for (const level of DEEPEST_FIRST) {
    const id = event[SUBJECT_ID[level]] ?? implied;
    if (id === undefined) continue;
    if (below && implied !== id) {
      throw new Refusal(
        'mismatched_ids',
        `${level}_id: ${below.level} ${below.id} does not belong to ${level} ${id}`,
      );
    }
    const parent = parents[level].get(websiteId)?.get(id);
    if (parent === undefined) {
      throw new Refusal('unknown_id', `${level}_id: website ${websiteId} has no ${level} ${id}`);
    }
    event[SUBJECT_ID[level]] = id;
    below = { level, id };
    implied = parent ?? undefined;
  }
  return event as ChainedEvent;
}
