import type { PendingField, PendingProduct } from '@funnel/db/schema';
import { CHOICE_FIELD_TYPES, type Day, type EventType, MULTI_CHOICE_FIELD_TYPES } from '@funnel/domain';
import { TIMESTAMP_WORDS } from '../shared/schemas.ts';
import { parseTimestamp } from '../shared/timestamp.ts';
import { type RawEvent, validateEvent } from './event-schema.ts';
import type { IgnoredKeys } from './ignored-keys.ts';
import { Refusal } from './refusal.ts';

export type FieldAnswer = PendingField;
export type ProductRow = Omit<PendingProduct, 'revenueCents'> & { revenueCents: bigint };

/** A valid event. Its ids are not checked against the catalog yet. */
export interface FunnelEvent {
  eventId: string;
  type: EventType;
  websiteId: number;
  campaignId: number | undefined;
  variantId: number | undefined;
  stepId: number | undefined;
  elementId: number | undefined;
  /** A UUID. It is hashed when the event is recorded: the website decides how. */
  visitorToken: string;
  day: Day;
  revenueCents: bigint;
  /** The currency that the sender states; not compared with the website's yet. */
  currency?: string | undefined;
  products: readonly ProductRow[];
  fields: readonly FieldAnswer[];
  /** Where it came from: the line of a file or body, or its position in a list. */
  line?: number | undefined;
}

const NONE: readonly never[] = [];
/** How far the clock of a sender may be ahead. */
export const FUTURE_TOLERANCE_MS = 5 * 60_000;
const DAY_MS = 86_400_000;
/** Longer texts do not fit into an index row; a longer choice is counted without its text. */
const MAX_CHOICE_LENGTH = 200;

/** Of all products of an event together, like those of one: the totals of a year have room for ten billion such events. */
const MAX_SUMS = { selections: 1_000_000_000n, orders: 1_000_000_000n, revenueCents: 100_000_000_000_000n };

/** Validates a raw event; throws a `Refusal` with the reason if it is invalid. Counts the keys that it ignores. */
export function parseEvent(raw: unknown, now: Date, ignored: IgnoredKeys): FunnelEvent {
  const event = validateEvent(raw, ignored);
  const day = dayOfOccurrence(event.occurred_at, now);
  const elementId = event.element_id ?? undefined;
  if (event.revenue !== undefined && event.revenue !== null && event.type !== 'order') {
    throw new Refusal('invalid_event', `revenue is only for orders, not for type ${event.type}`);
  }
  if (elementId === undefined && (event.products?.length || event.fields?.length)) {
    throw new Refusal('invalid_event', 'element_id is required for fields and products');
  }
  const products = event.products ? event.products.map((row) => productRow(row)) : NONE;
  requireSmallSums(products);
  return {
    eventId: event.event_id.toLowerCase(),
    type: event.type,
    websiteId: event.website_id,
    campaignId: event.campaign_id ?? undefined,
    variantId: event.variant_id ?? undefined,
    stepId: event.step_id ?? undefined,
    elementId,
    visitorToken: event.visitor_token.toLowerCase(),
    day,
    revenueCents: toCents(event.revenue),
    currency: event.currency ?? undefined,
    products,
    fields: event.fields ? event.fields.map((row) => fieldAnswer(row)) : NONE,
    line: undefined, // The caller sets it.
  };
}

function dayOfOccurrence(occurredAt: string, now: Date): Day {
  const at = parseTimestamp(occurredAt);
  if (at === undefined) throw new Refusal('invalid_event', `occurred_at ${TIMESTAMP_WORDS}`);
  if (at > now.getTime() + FUTURE_TOLERANCE_MS) {
    throw new Refusal('future_event', 'occurred_at is more than five minutes in the future');
  }
  if (at < 0) throw new Refusal('invalid_event', 'occurred_at is before 1970');
  return Math.floor(at / DAY_MS);
}

function productRow(row: NonNullable<RawEvent['products']>[number]): ProductRow {
  return {
    value: row.value ?? null,
    selections: row.selections ?? 0,
    orders: row.orders ?? 0,
    revenueCents: toCents(row.revenue),
  };
}

/** Free text is personal data and never stored. Each of several choices counts once. */
function fieldAnswer(row: NonNullable<RawEvent['fields']>[number]): FieldAnswer {
  const fieldType = row.field_type;
  const isChoice = (CHOICE_FIELD_TYPES as readonly string[]).includes(fieldType);
  if (!isChoice) return { field: row.field, fieldType, values: [null] };
  const given = Array.isArray(row.value) ? row.value : [row.value];
  const choices = given
    .flatMap((value) => splitChoices(value, fieldType))
    .map((value) => storableChoice(value));
  return { field: row.field, fieldType, values: choices.length === 0 ? [null] : [...new Set(choices)] };
}

function splitChoices(value: string | number | boolean | null | undefined, fieldType: string): string[] {
  const whole = String(value ?? '');
  return (MULTI_CHOICE_FIELD_TYPES as readonly string[]).includes(fieldType) ? whole.split(', ') : [whole];
}

/** Null if the choice is empty or too long to store. */
function storableChoice(value: string): string | null {
  const trimmed = value.trim();
  return trimmed === '' || trimmed.length > MAX_CHOICE_LENGTH ? null : trimmed;
}

function toCents(value: number | null | undefined): bigint {
  return BigInt(Math.round((value ?? 0) * 100));
}

/** Throws a `Refusal` if the products of an event add up to more than the totals can hold. */
function requireSmallSums(products: readonly ProductRow[]): void {
  const sums = { selections: 0n, orders: 0n, revenueCents: 0n };
  for (const { selections, orders, revenueCents } of products) {
    sums.selections += BigInt(selections);
    sums.orders += BigInt(orders);
    sums.revenueCents += revenueCents;
  }
  for (const name of ['selections', 'orders', 'revenueCents'] as const) {
    if (sums[name] <= MAX_SUMS[name]) continue;
    const [what, max] =
      name === 'revenueCents' ? ['revenue', MAX_SUMS.revenueCents / 100n] : [name, MAX_SUMS[name]];
    throw new Refusal('invalid_event', `products must have a sum of ${what} of at most ${max}`);
  }
}
