import type { Database } from '@funnel/db';
import { NO_VISITOR_SECRETS, type VisitorSecrets, type WebsiteId } from '@funnel/domain';
import { appendTogether } from './append-together.ts';
import { type FunnelEvent, parseEvent } from '../parse/event.ts';
import { IgnoredKeys } from '../parse/ignored-keys.ts';
import { mapAccepted, Refusal, type RefusedEventLine } from '../parse/refusal.ts';
import { verifyIds } from '../verify/verify-ids.ts';

/** A raw event, with the line of a body or its position in a list. */
export interface EventLine {
  line: number;
  value: unknown;
}

export interface RefusedEvent extends Omit<RefusedEventLine, 'line'> {
  /** Its position in the batch. */
  index: number;
}

export interface RecordedEvents<Refused = RefusedEvent> {
  recorded: number;
  /** Duplicates of events that were recorded before. */
  repeated: number;
  refused: Refused[];
  /** Keys that no event has; only if there are any. */
  ignoredKeys?: IgnoredKeys;
}

export interface RecordOptions {
  now: Date;
  /** Events of other websites are rejected. All are accepted by default. */
  websiteIds?: readonly WebsiteId[] | undefined;
  /** Those of this installation. None by default: then events of websites that have one fail. */
  visitorSecrets?: VisitorSecrets | undefined;
}

/**
 * Validates and records a batch of raw events of any number of websites: the very next report counts them. Either all
 * valid events are recorded or none. Duplicates are not counted again, so a batch whose outcome is unknown can simply be
 * sent again.
 * @example
 * const now = new Date('2026-11-14T12:00:00Z');
 * assert.deepEqual(await recordEvents(database, [event], { now }), { recorded: 1, repeated: 0, refused: [] });
 * assert.deepEqual(await recordEvents(database, [event], { now }), { recorded: 0, repeated: 1, refused: [] });
 */
export async function recordEvents(
  database: Database,
  events: readonly unknown[],
  options: RecordOptions,
): Promise<RecordedEvents> {
  const lines = events.map((value, line) => ({ line, value }));
  const recorded = await recordLines(database, lines, options);
  const refused = recorded.refused.map(({ line, code, reason }) => ({ index: line, code, reason }));
  return Object.assign(recorded, { refused });
}

/**
 * Records events as `recordEvents` does, and refuses them by their lines.
 * @example
 * const { refused } = await recordLines(database, [{ line: 7, value: {} }], { now: new Date() });
 * assert.equal(refused[0].line, 7);
 */
export async function recordLines(
  database: Database,
  lines: readonly EventLine[],
  { now, websiteIds, visitorSecrets: secrets = NO_VISITOR_SECRETS }: RecordOptions,
): Promise<RecordedEvents<RefusedEventLine>> {
  const allowed = websiteIds && new Set<number>(websiteIds);
  const refused: RefusedEventLine[] = [];
  const refuse = ({ line = 0 }: { line?: number | undefined }, refusal: Refusal) =>
    refused.push({
      line,
      code: refusal.code,
      get reason() {
        return refusal.reason;
      },
    });
  const ignoredKeys = new IgnoredKeys();
  const parse = ({ line, value }: EventLine): FunnelEvent => {
    const event = parseEvent(value, now, ignoredKeys);
    if (allowed && !allowed.has(event.websiteId)) throw foreignWebsite(event);
    event.line = line;
    return event;
  };
  const parsed = await mapAccepted(lines, parse, refuse);
  const verified = await verifyIds(database, parsed, refuse, websiteIds);
  const recorded = await appendTogether(database, verified, { websiteIds: websiteIds ?? [], secrets });
  return {
    recorded,
    repeated: verified.length - recorded,
    refused: refused.sort((one, other) => one.line - other.line),
    ...(!ignoredKeys.isEmpty && { ignoredKeys }),
  };
}

/** The same whether or not the website exists. */
function foreignWebsite({ websiteId }: FunnelEvent): Refusal {
  return new Refusal('foreign_website', `website_id: this token may not write to website ${websiteId}`);
}
