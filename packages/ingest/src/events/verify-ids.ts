import { type Database, inReadTransaction, onlyOne, websiteGroups } from '@funnel/db';
import { int4, int4Literal, nullable, plainArrayLiteral, text } from '@funnel/db/sql';
import { groupBy, type Level, type WebsiteId } from '@funnel/domain';
import { statement } from '../statement.ts';
import type { FunnelEvent } from './event.ts';
import { mapAccepted, Refusal } from './refusal.ts';

declare const verified: unique symbol;

/** An event whose ids exist and belong together. All ids above the deepest one are filled in. */
export type VerifiedEvent = FunnelEvent & { websiteId: WebsiteId; readonly [verified]: true };

/** The property of an event that holds its id at each level. */
export const SUBJECT_ID = {
  website: 'websiteId',
  campaign: 'campaignId',
  variant: 'variantId',
  step: 'stepId',
  element: 'elementId',
} as const satisfies Record<Level, keyof FunnelEvent>;

type LevelBelowWebsite = Exclude<Level, 'website'>;

/** A part of the catalog. */
interface Catalog {
  size: number;
  websites: Map<number, WebsiteId>;
  /** By level and website: each id with the id of its parent. */
  parents: Record<LevelBelowWebsite, Map<number, Map<number, number | null>>>;
}

const DEEPEST_FIRST = [
  'element',
  'step',
  'variant',
  'campaign',
] as const satisfies readonly LevelBelowWebsite[];
const findParents = statement(
  'find-parents',
  { levels: text(), websites: text(), ids: text(), only: nullable(int4()) },
  {
    level: text<LevelBelowWebsite>(),
    website_id: int4<WebsiteId>(),
    id: int4(),
    parent_id: nullable(int4()),
  },
);
const findWebsites = statement(
  'find-websites',
  { websites: int4Literal() },
  { id: int4<WebsiteId>(), currency: text() },
);

/**
 * What is known of the catalog of each database. It stays true: nothing of a catalog is deleted, and nothing in it moves
 * to another parent. A currency is not part of it: it can change, so it is read again for each batch that states one.
 */
const known = new WeakMap<Database, Catalog>();
/** Some 100 MB; then it begins anew. */
const MAX_KNOWN = 1_000_000;

/**
 * Verifies the ids and currencies of events and fills in missing parent ids, in place. Rejected events are reported.
 * `websiteIds` are those of the token; an operator has none and sees all.
 */
export async function verifyIds(
  database: Database,
  events: readonly FunnelEvent[],
  onRefused: (event: FunnelEvent, refusal: Refusal) => void,
  websiteIds: readonly WebsiteId[] = [],
): Promise<VerifiedEvent[]> {
  if (events.length === 0) return [];
  let catalog = known.get(database);
  if (!catalog || catalog.size > MAX_KNOWN) known.set(database, (catalog = emptyCatalog()));
  const currencies = await readMissing(database, catalog, events, websiteIds);
  const complete = catalog;
  const check = (event: FunnelEvent) => {
    const verifiedEvent = verify(event, complete);
    if (event.currency !== undefined) verifyCurrency(event, currencies);
    return verifiedEvent;
  };
  return mapAccepted(events, check, onRefused);
}

/** Returns the currencies of the websites for which an event states one. */
async function readMissing(
  database: Database,
  catalog: Catalog,
  events: readonly FunnelEvent[],
  websiteIds: readonly WebsiteId[],
): Promise<Map<number, string>> {
  const stating = new Set<number>();
  const missing = new Map<string, [Level, number, number]>();
  const add = (level: Level, websiteId: number, id: number) =>
    missing.set(`${level} ${websiteId} ${id}`, [level, websiteId, id]);
  for (const event of events) {
    const { websiteId } = event;
    if (event.currency !== undefined) stating.add(websiteId);
    if (!catalog.websites.has(websiteId)) add('website', websiteId, websiteId);
    for (const level of DEEPEST_FIRST) {
      const id = event[SUBJECT_ID[level]];
      if (id !== undefined && !catalog.parents[level].get(websiteId)?.has(id)) add(level, websiteId, id);
    }
  }
  if (missing.size === 0 && stating.size === 0) return new Map();
  const subjects = groupBy([...missing.values()], ([, websiteId]) => websiteId);
  const [websites, parents] = await inReadTransaction(database, websiteIds, async (connection) => {
    const groups = missing.size > 0 ? await websiteGroups(connection, [...subjects.keys()]) : [];
    return Promise.all([
      findWebsites(connection, {
        websites: plainArrayLiteral([...new Set([...subjects.keys(), ...stating])]),
      }),
      Promise.all(
        groups.map((group) => {
          const asked = group.flatMap((websiteId) => subjects.get(websiteId) ?? []);
          return findParents(connection, {
            levels: plainArrayLiteral(asked.map(([level]) => level)),
            websites: plainArrayLiteral(asked.map(([, websiteId]) => websiteId)),
            ids: plainArrayLiteral(asked.map(([, , id]) => id)),
            only: onlyOne(group),
          });
        }),
      ),
    ]);
  });
  for (const { id } of websites) catalog.websites.set(id, id);
  for (const { level, website_id, id, parent_id } of parents.flat()) {
    const ofWebsite = catalog.parents[level].get(website_id) ?? new Map<number, number | null>();
    catalog.parents[level].set(website_id, ofWebsite.set(id, parent_id));
    catalog.size += 1;
  }
  return new Map(websites.map(({ id, currency }) => [id, currency]));
}

function emptyCatalog(): Catalog {
  const parents = { campaign: new Map(), variant: new Map(), step: new Map(), element: new Map() };
  return { size: 0, websites: new Map(), parents };
}

function verify(event: FunnelEvent, { websites, parents }: Catalog): VerifiedEvent {
  const websiteId = websites.get(event.websiteId);
  if (websiteId === undefined) {
    throw new Refusal('unknown_id', `website_id: there is no website ${event.websiteId}`);
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
  // The id of the event equals this one, which the catalog confirmed.
  return event as VerifiedEvent;
}

/** Amounts of another currency would be counted as the website's own. */
function verifyCurrency({ websiteId, currency }: FunnelEvent, currencies: Map<number, string>): void {
  const own = currencies.get(websiteId);
  if (currency === own) return;
  throw new Refusal('wrong_currency', `currency is ${currency}, but website ${websiteId} reports in ${own}`);
}
