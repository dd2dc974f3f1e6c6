import {
  type CacheKind,
  type Connection,
  type Database,
  inReadTransaction,
  onlyOne,
  websiteGroups,
} from '@funnel/db';
import { int4, int4Literal, nullable, plainArrayLiteral, text } from '@funnel/db/sql';
import { groupBy, type Level, type WebsiteId } from '@funnel/domain';
import { statement } from '../shared/statement.ts';
import type { FunnelEvent } from '../parse/event.ts';
import { mapAccepted, Refusal } from '../parse/refusal.ts';

declare const verified: unique symbol;

/** An event whose ids exist and belong together. All ids above the deepest one are filled in. */
export type VerifiedEvent = FunnelEvent & { websiteId: WebsiteId; readonly [verified]: true };

/** The property of an event that holds its id at each level. */
const SUBJECT_ID = {
  website: 'websiteId',
  campaign: 'campaignId',
  variant: 'variantId',
  step: 'stepId',
  element: 'elementId',
} as const satisfies Record<Level, keyof FunnelEvent>;

type LevelBelowWebsite = Exclude<Level, 'website'>;

/** What is known of the catalog of a website: by level, each id with the id of its parent. */
interface Catalog {
  websiteId: WebsiteId;
  parents: Record<LevelBelowWebsite, Map<number, number | null>>;
}

/** It stays true, as nothing is deleted or moved. A currency can change, so it is read again for each batch. */
const CATALOGS: CacheKind<Catalog> = {
  name: 'catalogs',
  maxBytes: 100_000_000,
  bytesOf: ({ parents }) => 400 + 100 * Object.values(parents).reduce((sum, { size }) => sum + size, 0),
};

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
  const catalogs = rememberedCatalogs(database, events);
  const currencies = await readMissing(database, catalogs, events, websiteIds);
  const check = (event: FunnelEvent) => {
    const verifiedEvent = verify(event, catalogs.get(event.websiteId));
    if (event.currency !== undefined) verifyCurrency(event, currencies);
    return verifiedEvent;
  };
  return mapAccepted(events, check, onRefused);
}

function rememberedCatalogs(database: Database, events: readonly FunnelEvent[]): Map<number, Catalog> {
  const remembered = database.memory.cache(CATALOGS);
  const catalogs = new Map<number, Catalog>();
  for (const websiteId of new Set(events.map((event) => event.websiteId))) {
    const catalog = remembered.get(String(websiteId));
    if (catalog) catalogs.set(websiteId, catalog);
  }
  return catalogs;
}

/** Fills in the catalogs of the events. Returns the currencies of the websites for which an event states one. */
async function readMissing(
  database: Database,
  catalogs: Map<number, Catalog>,
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
    const catalog = catalogs.get(websiteId);
    if (!catalog) add('website', websiteId, websiteId);
    for (const level of DEEPEST_FIRST) {
      const id = event[SUBJECT_ID[level]];
      if (id !== undefined && !catalog?.parents[level].has(id)) add(level, websiteId, id);
    }
  }
  if (missing.size === 0 && stating.size === 0) return new Map();
  const subjects = groupBy([...missing.values()], ([, websiteId]) => websiteId);
  const read = async (connection: Connection) => {
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
  };
  // Ids that do not exist are on no machine.
  const about = [...subjects.keys()] as WebsiteId[];
  const [websites, parents] = await inReadTransaction(database, websiteIds, read, about);
  for (const { id } of websites) if (!catalogs.has(id)) catalogs.set(id, emptyCatalog(id));
  for (const { level, website_id, id, parent_id } of parents.flat())
    catalogs.get(website_id)?.parents[level].set(id, parent_id);
  // As a new value: it has grown, and is measured anew.
  const remembered = database.memory.cache(CATALOGS);
  for (const websiteId of subjects.keys()) {
    const catalog = catalogs.get(websiteId);
    if (catalog) remembered.set(String(websiteId), { ...catalog });
  }
  return new Map(websites.map(({ id, currency }) => [id, currency]));
}

function emptyCatalog(websiteId: WebsiteId): Catalog {
  return {
    websiteId,
    parents: { campaign: new Map(), variant: new Map(), step: new Map(), element: new Map() },
  };
}

function verify(event: FunnelEvent, catalog: Catalog | undefined): VerifiedEvent {
  if (!catalog) throw new Refusal('unknown_id', `website_id: there is no website ${event.websiteId}`);
  const { websiteId, parents } = catalog;
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
    const parent = parents[level].get(id);
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
