import type { Database } from '@funnel/db';
import type { WebsiteId } from '@funnel/domain';
import { appendTogether } from './append-together.ts';
import { type FunnelEvent, parseEvent } from './event.ts';
import { IgnoredKeys } from './ignored-keys.ts';
import { mapAccepted, Refusal, type RefusalCode } from './refusal.ts';
import { verifyIds } from './verify-ids.ts';

/** An event that was rejected. */
export interface RefusedEvent {
  /** Its position in the batch. */
  index: number;
  code: RefusalCode;
  reason: string;
}

/** The outcome of a batch. */
export interface RecordedEvents {
  recorded: number;
  /** Duplicates of events that were recorded before. */
  repeated: number;
  refused: RefusedEvent[];
  /** Keys that no event has; only if there are any. */
  ignoredKeys?: IgnoredKeys;
}

/** How to record a batch. */
export interface RecordOptions {
  now: Date;
  /** Events of other websites are rejected. All are accepted by default. */
  websiteIds?: readonly WebsiteId[] | undefined;
}

/**
 * Validates and records a batch of raw events of any number of websites: the very next report counts them. Either all
 * valid events are recorded or none. Duplicates are not counted again, so a batch whose outcome is unknown can simply be
 * sent again.
 * @example
 * const event = {
 *   event_id: '0190c3f2-0000-7000-8000-000000000001',
 *   type: 'order',
 *   website_id: 1,
 *   campaign_id: 1,
 *   visitor_token: '0190c3f2-7b1e-7cc3-98c4-dc0c0c07398f',
 *   occurred_at: '2026-11-10T09:30:00Z',
 *   revenue: 49.9,
 * };
 * const now = new Date('2026-11-14T12:00:00Z');
 * assert.deepEqual(await recordEvents(database, [event], { now }), { recorded: 1, repeated: 0, refused: [] });
 * assert.deepEqual(await recordEvents(database, [event], { now }), { recorded: 0, repeated: 1, refused: [] });
 */
export async function recordEvents(
  database: Database,
  events: readonly unknown[],
  { now, websiteIds }: RecordOptions,
): Promise<RecordedEvents> {
  const allowed = websiteIds && new Set<number>(websiteIds);
  const refused: RefusedEvent[] = [];
  const refuse = (index: number, refusal: Refusal) =>
    refused.push({ index, code: refusal.code, reason: refusal.message });
  const ignoredKeys = new IgnoredKeys();
  const indexes: number[] = [];
  const parse = (raw: unknown, index: number) => {
    const event = parseEvent(raw, now, ignoredKeys);
    if (allowed && !allowed.has(event.websiteId)) throw foreignWebsite(event);
    indexes.push(index);
    return event;
  };
  const parsed = await mapAccepted(events, parse, refuse);
  const refuseParsed = (index: number, refusal: Refusal) => refuse(indexes[index] ?? 0, refusal);
  const verified = await verifyIds(database, parsed, refuseParsed, websiteIds);
  const recorded = await appendTogether(database, verified, websiteIds);
  return {
    recorded,
    repeated: verified.length - recorded,
    refused: refused.sort((one, other) => one.index - other.index),
    ...(!ignoredKeys.isEmpty && { ignoredKeys }),
  };
}

/** The same whether or not the website exists. */
function foreignWebsite({ websiteId }: FunnelEvent): Refusal {
  return new Refusal('foreign_website', `website_id: this token may not write to website ${websiteId}`);
}
