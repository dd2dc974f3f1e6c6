import { type Day, type EventType, type Level, parseMoneyCents, type WebsiteId } from '@funnel/domain';
import { enumType, int4, int8, nullable, plainArrayLiteral, type RowOf, text } from '@funnel/db/sql';
import { type Connection, memoryOf, onlyOne, type PendingState } from '@funnel/db';
import { statement } from '../statement.ts';
import { PendingCache, sizeOf } from './pending-cache.ts';
import type { PendingParts } from './pending-counts.ts';
import { PendingIndex } from './pending-index.ts';

/** An event that is not in the rollups yet. */
export interface PendingEvent {
  websiteId: WebsiteId;
  /** The transaction that recorded it. */
  revision: number;
  day: Day;
  type: EventType;
  /** The subject that it counts for at each level. */
  subjects: Readonly<Record<Level, number | null>>;
  visitor: number;
  revenueCents: bigint;
}

/** A website with what its snapshot says of its pending events. */
export interface PendingWebsite {
  id: WebsiteId;
  pending: PendingState;
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

/** What was read for a request; a request has its own states. */
const readBefore = new WeakMap<PendingState, PendingParts>();

/**
 * Reads the pending events of websites, already counted. Those that an earlier request read are remembered, so that only
 * new ones travel. Run it in the read transaction that read the websites.
 */
export async function readPending(
  connection: Connection,
  websites: readonly PendingWebsite[],
): Promise<PendingParts[]> {
  const unread = websites.filter(({ pending }) => pending.events > 0 && !readBefore.has(pending));
  if (unread.length > 0) await readNew(connection, unread);
  return websites.flatMap(({ pending }) => readBefore.get(pending) ?? []);
}

async function readNew(connection: Connection, websites: readonly PendingWebsite[]): Promise<void> {
  const cache = new PendingCache(memoryOf(connection));
  const asked = websites.map((website) => ({ ...website, known: cache.known(website.id, website.pending) }));
  const added = await readFrom(
    connection,
    asked.map(({ id, known }) => ({ id, revision: known.until })),
  );
  for (const { id, pending, known } of asked) {
    const events = added.get(id) ?? [];
    // Only after the database was restored from a backup, or outside a transaction.
    const isWrong = known.until > 0 && sizeOf(known) + events.length !== pending.events;
    if (isWrong) {
      const all = (await readFrom(connection, [{ id, revision: 0 }])).get(id) ?? [];
      readBefore.set(pending, { websiteId: id, parts: [new PendingIndex(all)] });
      continue;
    }
    const rest = new PendingIndex([...known.listed, ...events]);
    // The small ones first: uniting sketches then copies less.
    const parts = [rest, ...known.chunks.map(({ index }) => index).reverse()];
    readBefore.set(pending, { websiteId: id, parts });
    cache.remember(id, pending, known, events);
  }
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
