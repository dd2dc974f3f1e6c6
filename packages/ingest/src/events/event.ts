import {
  CHOICE_FIELD_TYPES,
  type Day,
  EVENT_TYPES,
  type EventType,
  MAX_ID,
  visitorKey,
} from '@funnel/domain';
import { z } from 'zod';
import { parseTimestamp } from '../timestamp.ts';
import { Refusal } from './refusal.ts';

/** The answer to one field of a form, survey or quiz. */
export interface FieldAnswer {
  field: string;
  fieldType: string;
  /** The chosen values; null for an answer whose text is not stored. */
  values: (string | null)[];
}

/** What an event adds to one product. */
export interface ProductRow {
  value: string | null;
  selections: number;
  orders: number;
  revenueCents: bigint;
}

/** A valid event. Its ids are not checked against the catalog yet. */
export interface FunnelEvent {
  eventId: string;
  type: EventType;
  websiteId: number;
  campaignId: number | undefined;
  variantId: number | undefined;
  stepId: number | undefined;
  elementId: number | undefined;
  /** `visitorKey` of the visitor's token. */
  visitor: number;
  day: Day;
  revenueCents: bigint;
  products: readonly ProductRow[];
  fields: readonly FieldAnswer[];
}

const NONE: readonly never[] = [];
const FUTURE_TOLERANCE_MS = 5 * 60_000;
const DAY_MS = 86_400_000;
const MAX_COUNT = 1_000_000_000;
const MAX_REVENUE = 1_000_000_000_000;
const MAX_NAME_LENGTH = 200;
/** Longer texts do not fit into an index row; a longer choice is counted without its text. */
const MAX_CHOICE_LENGTH = 200;

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\u0000');
const id = z.int().min(1).max(MAX_ID);
const optionalId = id.nullish();
const count = z.int().min(0).max(MAX_COUNT).nullish();
const revenue = z
  .number()
  .min(0)
  .max(MAX_REVENUE)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-4, 'at most 2 decimals');
const text = z.string().refine(isStorable, 'must not contain null characters or broken surrogate pairs');
const answer = z.union([text, z.number(), z.boolean()]);

const eventSchema = z.object({
  event_id: z.guid(),
  type: z.enum(EVENT_TYPES),
  website_id: id,
  campaign_id: optionalId,
  variant_id: optionalId,
  step_id: optionalId,
  element_id: optionalId,
  visitor_token: z.guid(),
  occurred_at: z.string(),
  revenue: revenue.nullish(),
  products: z
    .array(
      z.object({
        value: text.max(MAX_NAME_LENGTH).nullish(),
        selections: count,
        orders: count,
        revenue: revenue.nullish(),
      }),
    )
    .nullish(),
  fields: z
    .array(
      z.object({
        field: text.min(1).max(MAX_NAME_LENGTH),
        field_type: text.min(1).max(MAX_NAME_LENGTH),
        value: z.union([answer, z.array(answer)]).nullish(),
      }),
    )
    .nullish(),
});

type RawEvent = z.infer<typeof eventSchema>;

/** Validates a raw event; throws a `Refusal` with the reason if it is invalid. */
export function parseEvent(raw: unknown, now: Date): FunnelEvent {
  const parsed = eventSchema.safeParse(raw);
  if (!parsed.success) throw new Refusal('invalid_event', describe(parsed.error));
  const event = parsed.data;
  const day = dayOfOccurrence(event.occurred_at, now);
  const elementId = event.element_id ?? undefined;
  if (event.revenue !== undefined && event.revenue !== null && event.type !== 'order') {
    throw new Refusal('invalid_event', `revenue: only allowed for orders, not for type ${event.type}`);
  }
  if (elementId === undefined && (event.products?.length || event.fields?.length)) {
    throw new Refusal('invalid_event', 'element_id: required for fields and products');
  }
  return {
    eventId: event.event_id.toLowerCase(),
    type: event.type,
    websiteId: event.website_id,
    campaignId: event.campaign_id ?? undefined,
    variantId: event.variant_id ?? undefined,
    stepId: event.step_id ?? undefined,
    elementId,
    visitor: visitorKey(event.visitor_token),
    day,
    revenueCents: toCents(event.revenue),
    products: event.products ? event.products.map((row) => productRow(row)) : NONE,
    fields: event.fields ? event.fields.map((row) => fieldAnswer(row)) : NONE,
  };
}

function dayOfOccurrence(occurredAt: string, now: Date): Day {
  const at = parseTimestamp(occurredAt);
  if (at === undefined) {
    throw new Refusal(
      'invalid_event',
      'occurred_at: expected an ISO 8601 date-time with offset, like 2026-11-14T09:30:00Z',
    );
  }
  if (at > now.getTime() + FUTURE_TOLERANCE_MS) {
    throw new Refusal('future_event', 'occurred_at: more than five minutes in the future');
  }
  if (at < 0) throw new Refusal('invalid_event', 'occurred_at: before 1970');
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
  return fieldType === 'multi_select' || fieldType === 'checkbox' ? whole.split(', ') : [whole];
}

/** Null if the choice is empty or too long to store. */
function storableChoice(value: string): string | null {
  const trimmed = value.trim();
  return trimmed === '' || trimmed.length > MAX_CHOICE_LENGTH ? null : trimmed;
}

function toCents(value: number | null | undefined): bigint {
  return BigInt(Math.round((value ?? 0) * 100));
}

function describe(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.') || 'event'}: ${issue.message}`).join('; ');
}
