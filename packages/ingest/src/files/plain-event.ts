import { type Day, MAX_ID, parseDay, readUuid, UUID_BYTES } from '@funnel/domain';
import { FUTURE_TOLERANCE_MS } from '../parse/event.ts';
import { type EventBlock, typeNumber } from '../parse/event-block.ts';
import { isWholeCents, MAX_REVENUE } from '../parse/event-schema.ts';

/** The keys of an event without rows and without a currency. Any other key is for the schema to judge. */
const KEYS = new Set([
  'event_id',
  'type',
  'website_id',
  'campaign_id',
  'variant_id',
  'step_id',
  'element_id',
  'visitor_token',
  'occurred_at',
  'revenue',
]);
const ORDER = typeNumber('order');
const DAY_MS = 86_400_000;
const DATE_LENGTH = 10;
/** `2026-11-14T09:30:00Z`, and the same with milliseconds. */
const [LENGTH, LENGTH_WITH_MS] = [20, 24];
const [T, COLON, DOT, Z, ZERO] = [0x54, 0x3a, 0x2e, 0x5a, 0x30];
/** No event has it. */
const UNUSUAL = -1;

/** Reads events of the usual form, in a tenth of the time that the schema takes. A test compares both. */
export class PlainEvents {
  /** Neighbours in a file are mostly of one day. */
  #last: { date: string; day: Day } | undefined;

  /** Adds an event to the block. Returns false for anything unusual, which may still be valid: `parseEvent` decides, and says what is wrong. */
  add(block: EventBlock, raw: unknown, nowMs: number, line: number): boolean {
    if (typeof raw !== 'object' || raw === null) return false;
    for (const key in raw) if (!KEYS.has(key)) return false;
    const event = raw as Record<string, unknown>;
    const type = typeNumber(event['type']);
    const [websiteId, campaignId] = [idOf(event['website_id']), idOf(event['campaign_id'])];
    const [variantId, stepId, elementId] = [
      idOf(event['variant_id']),
      idOf(event['step_id']),
      idOf(event['element_id']),
    ];
    const cents = centsOf(event['revenue'], type);
    const isUnusual =
      type === undefined ||
      websiteId <= 0 ||
      campaignId < 0 ||
      variantId < 0 ||
      stepId < 0 ||
      elementId < 0 ||
      cents < 0;
    if (isUnusual) return false;
    const day = this.#dayOf(event['occurred_at'], nowMs);
    if (day < 0) return false;

    const index = block.grow();
    const { columns } = block;
    const at = index * UUID_BYTES;
    if (
      !isUuid(event['event_id'], columns.eventIds, at) ||
      !isUuid(event['visitor_token'], columns.visitorTokens, at)
    ) {
      block.shrink();
      return false;
    }
    columns.types[index] = type;
    columns.websiteIds[index] = websiteId;
    columns.campaignIds[index] = campaignId;
    columns.variantIds[index] = variantId;
    columns.stepIds[index] = stepId;
    columns.elementIds[index] = elementId;
    columns.days[index] = day;
    columns.revenueCents[index] = cents;
    columns.lines[index] = line;
    return true;
  }

  #dayOf(occurredAt: unknown, nowMs: number): Day {
    if (typeof occurredAt !== 'string') return UNUSUAL;
    const timeMs = timeOfDay(occurredAt);
    if (timeMs < 0) return UNUSUAL;
    if (!this.#last || !occurredAt.startsWith(this.#last.date)) {
      const date = occurredAt.slice(0, DATE_LENGTH);
      const day = parseDay(date);
      if (day === undefined) return UNUSUAL;
      this.#last = { date, day };
    }
    const { day } = this.#last;
    return day * DAY_MS + timeMs > nowMs + FUTURE_TOLERANCE_MS ? UNUSUAL : day;
  }
}

/** 0 if there is none. */
function idOf(value: unknown): number {
  if (value === undefined || value === null) return 0;
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_ID
    ? value
    : UNUSUAL;
}

function centsOf(revenue: unknown, type: number | undefined): number {
  if (revenue === undefined || revenue === null) return 0;
  const isPlain =
    typeof revenue === 'number' &&
    type === ORDER &&
    revenue >= 0 &&
    revenue <= MAX_REVENUE &&
    isWholeCents(revenue);
  return isPlain ? Math.round(revenue * 100) : UNUSUAL;
}

function isUuid(value: unknown, bytes: Uint8Array, at: number): boolean {
  return typeof value === 'string' && readUuid(value, bytes, at);
}

/** Of a time in UTC without an offset, in milliseconds. */
function timeOfDay(text: string): number {
  const { length } = text;
  if (length !== LENGTH && length !== LENGTH_WITH_MS) return UNUSUAL;
  const isPlain =
    text.charCodeAt(10) === T &&
    text.charCodeAt(13) === COLON &&
    text.charCodeAt(16) === COLON &&
    text.charCodeAt(length - 1) === Z &&
    (length === LENGTH || text.charCodeAt(19) === DOT);
  if (!isPlain) return UNUSUAL;
  const [hour, minute, second] = [twoDigits(text, 11), twoDigits(text, 14), twoDigits(text, 17)];
  const ms = length === LENGTH ? 0 : 10 * twoDigits(text, 20) + digit(text, 22);
  if (!(hour <= 23 && minute <= 59 && second <= 59 && ms <= 999)) return UNUSUAL;
  return ((hour * 60 + minute) * 60 + second) * 1000 + ms;
}

function twoDigits(text: string, at: number): number {
  return 10 * digit(text, at) + digit(text, at + 1);
}

/** Not a number for any other character. */
function digit(text: string, at: number): number {
  const value = text.charCodeAt(at) - ZERO;
  return value >= 0 && value <= 9 ? value : Number.NaN;
}
