import { type EventType, parseMoneyCents, type WebsiteId } from '@funnel/domain';
import { enumType, int4, int8, nullable, plainArrayLiteral, type RowOf, text } from '@funnel/db/sql';
import { type Connection, memoryOf, onlyOne, type PendingState, pendingStateOf, scopeOf } from '@funnel/db';
import { statement } from '../statement.ts';
import { PendingCache, sizeOf } from './pending-cache.ts';
import { type PendingEvent, PendingIndex } from './pending-index.ts';

/** The pending events of one website, in one or several parts. */
export interface PendingParts {
  websiteId: WebsiteId;
  parts: readonly PendingIndex[];
}

const readRows = statement(
  'read-pending',
  { websites: text(), revisions: text(), only: nullable(int4()) },
  {
    website_id: int4<WebsiteId>(),
    revision: int8(),
    day: int4(),
    type: enumType<EventType>('event_type'),
    campaign_id: nullable(int4()),
    variant_id: nullable(int4()),
    step_id: nullable(int4()),
    element_id: nullable(int4()),
    visitor: int4(),
    revenue: nullable(text()),
  },
);

const READ = Symbol('pending events');

/** Reads the pending events of websites, already counted, once for each transaction. Only new ones travel. */
export async function readPending(
  connection: Connection,
  websites: readonly { id: WebsiteId }[],
): Promise<PendingParts[]> {
  const read = scopeOf(connection).once(READ, () => new Map<PendingState, PendingParts>());
  const asked = websites.map(({ id }) => ({ id, state: pendingStateOf(connection, id) }));
  const unread = asked.filter(({ state }) => !state || (state.events > 0 && !read.has(state)));
  const found = unread.length > 0 ? await readNew(connection, unread) : new Map<WebsiteId, PendingParts>();
  for (const { id, state } of unread) {
    const parts = found.get(id);
    if (state && parts) read.set(state, parts);
  }
  return asked.flatMap(({ id, state }) => found.get(id) ?? (state && read.get(state)) ?? []);
}

interface Asked {
  id: WebsiteId;
  /** Undefined if this transaction has not read the website: then nothing that is remembered can be compared with it. */
  state: PendingState | undefined;
}

async function readNew(
  connection: Connection,
  websites: readonly Asked[],
): Promise<Map<WebsiteId, PendingParts>> {
  const cache = new PendingCache(memoryOf(connection));
  const asked = websites.map(({ id, state }) => ({ id, state, known: state && cache.known(id, state) }));
  const added = await readFrom(
    connection,
    asked.map(({ id, known }) => ({ id, revision: known?.until ?? 0 })),
  );
  const found = new Map<WebsiteId, PendingParts>();
  for (const { id, state, known } of asked) {
    const events = added.get(id) ?? [];
    if (!state || !known) {
      found.set(id, { websiteId: id, parts: [new PendingIndex(events)] });
      continue;
    }
    // Only after the database was restored from a backup, or if the transaction has several snapshots.
    const isWrong = known.until > 0 && sizeOf(known) + events.length !== state.events;
    if (isWrong) {
      const all = (await readFrom(connection, [{ id, revision: 0 }])).get(id) ?? [];
      found.set(id, { websiteId: id, parts: [new PendingIndex(all)] });
      continue;
    }
    const rest = new PendingIndex([...known.listed, ...events]);
    // The small ones first: uniting sketches then copies less.
    found.set(id, { websiteId: id, parts: [rest, ...known.chunks.map(({ index }) => index).reverse()] });
    cache.remember(id, state, known, events);
  }
  return found;
}

async function readFrom(
  connection: Connection,
  asked: readonly { id: WebsiteId; revision: number }[],
): Promise<Map<WebsiteId, PendingEvent[]>> {
  const byWebsite = new Map<WebsiteId, PendingEvent[]>(asked.map(({ id }) => [id, []]));
  const parameters = {
    websites: plainArrayLiteral(asked.map(({ id }) => id)),
    revisions: plainArrayLiteral(asked.map(({ revision }) => revision)),
    only: onlyOne(asked.map(({ id }) => id)),
  };
  await readRows.map(connection, parameters, (row) => byWebsite.get(row.website_id)?.push(eventOf(row)));
  return byWebsite;
}

function eventOf(row: RowOf<typeof readRows>): PendingEvent {
  return {
    websiteId: row.website_id,
    revision: Number(row.revision),
    day: row.day,
    type: row.type,
    subjects: {
      website: row.website_id,
      campaign: row.campaign_id,
      variant: row.variant_id,
      step: row.step_id,
      element: row.element_id,
    },
    visitor: row.visitor,
    revenueCents: row.revenue === null ? 0n : parseMoneyCents(row.revenue),
  };
}
