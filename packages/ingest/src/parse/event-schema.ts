import { EVENT_TYPES, problemText, validationWords } from '@funnel/domain';
import { z } from 'zod';
import { currency, id, text, timestampText } from '../shared/schemas.ts';
import type { IgnoredKeys } from './ignored-keys.ts';
import { Refusal } from './refusal.ts';

const MAX_COUNT = 1_000_000_000;
export const MAX_REVENUE = 1_000_000_000_000;
const MAX_NAME_LENGTH = 200;
const MAX_PROBLEMS = 3;
const NEGATIVE =
  'must be at least 0: reports keep what orders were worth when they were placed. Send no event for a refund, see docs/how-to/send-events.md#refunds';
const ANSWER = 'must be a string, number or boolean, or an array of these';

const optionalId = id.nullish();
const count = z.int().min(0).max(MAX_COUNT).nullish();
const revenue = z
  .number()
  .min(0, NEGATIVE)
  .max(MAX_REVENUE)
  .refine(isWholeCents, 'must have at most 2 decimals')
  .nullish();
const answer = z.union([text, z.number(), z.boolean()], ANSWER);

const productSchema = z.object({
  value: text.max(MAX_NAME_LENGTH).nullish(),
  selections: count,
  orders: count,
  revenue,
});
const fieldSchema = z.object({
  field: text.min(1).max(MAX_NAME_LENGTH),
  field_type: text.min(1).max(MAX_NAME_LENGTH),
  value: z.union([answer, z.array(answer)], ANSWER).nullish(),
});
const eventSchema = z.object({
  event_id: z.guid(),
  type: z.enum(EVENT_TYPES),
  website_id: id,
  campaign_id: optionalId,
  variant_id: optionalId,
  step_id: optionalId,
  element_id: optionalId,
  visitor_token: z.guid(),
  occurred_at: timestampText,
  revenue,
  currency: currency.nullish(),
  products: z.array(productSchema).nullish(),
  fields: z.array(fieldSchema).nullish(),
});

const EVENT_KEYS = new Set(Object.keys(eventSchema.shape));
const ROW_KEYS = {
  products: new Set(Object.keys(productSchema.shape)),
  fields: new Set(Object.keys(fieldSchema.shape)),
};

const REQUIRED_KEYS = Object.entries(eventSchema.shape).flatMap(([key, schema]) =>
  schema.safeParse(undefined).success ? [] : key,
);

export type RawEvent = z.infer<typeof eventSchema>;

/** Checks each value of an event by itself; throws a `Refusal` with the problems. Counts the keys that it ignores. */
export function validateEvent(raw: unknown, ignored: IgnoredKeys): RawEvent {
  countIgnored(raw, ignored);
  if (!hasRequiredKeys(raw)) throw invalid(raw);
  const { success, data } = eventSchema.safeParse(raw);
  if (!success) throw invalid(raw);
  return data;
}

function invalid(raw: unknown): Refusal {
  return new Refusal('invalid_event', () => describeProblems(raw));
}

/** Refuses what is no event at all in a tenth of the time that the schema takes: a body can have a hundred thousand of them. */
function hasRequiredKeys(raw: unknown): boolean {
  return isObject(raw) && REQUIRED_KEYS.every((key) => raw[key] !== undefined);
}

/** Whether an amount has at most 2 decimals. A sum in floating point is off by less than a ten-thousandth of a cent; a large amount by more, yet it is the nearest one. */
export function isWholeCents(value: number): boolean {
  const cents = Math.round(value * 100);
  return Math.abs(value * 100 - cents) < 1e-4 || cents / 100 === value;
}

/** Also those of an event that is refused: a misspelt key is why another one is missing. */
function countIgnored(raw: unknown, ignored: IgnoredKeys): void {
  if (!isObject(raw)) return;
  for (const key in raw) if (!EVENT_KEYS.has(key)) ignored.add(key);
  if (raw['products']) countIgnoredInRows(raw['products'], 'products', ignored);
  if (raw['fields']) countIgnoredInRows(raw['fields'], 'fields', ignored);
}

function countIgnoredInRows(rows: unknown, name: keyof typeof ROW_KEYS, ignored: IgnoredKeys): void {
  if (!Array.isArray(rows)) return;
  for (const row of rows) {
    if (!isObject(row)) continue;
    for (const key in row) if (!ROW_KEYS[name].has(key)) ignored.add(`${name}[].${key}`);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first problem of a few values. Parses again: most events are valid, and zod is slower with words of our own. */
function describeProblems(raw: unknown): string {
  const issues = eventSchema.safeParse(raw, { error: validationWords }).error?.issues ?? [];
  const problems = new Map<string, string>();
  for (const { path, message } of issues) {
    const place = path.join('.');
    if (!problems.has(place)) problems.set(place, problemText(path, message, 'event'));
  }
  const named = [...problems.values()].slice(0, MAX_PROBLEMS).join('; ');
  return problems.size > MAX_PROBLEMS ? `${named}; and ${problems.size - MAX_PROBLEMS} more` : named;
}
