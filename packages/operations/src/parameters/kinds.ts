import { MAX_ID } from '@funnel/domain';
import { z } from 'zod';
import { type Parameter, parameter, type Texts } from './parameter.ts';

/**
 * One of a fixed set of values, with a default.
 * @example
 * const state = choice('state', ['open', 'all'], { code: 'invalid_status', fallback: 'open', description: 'What to list.' });
 * assert.equal(state.parse({}), 'open');
 * assert.throws(() => state.parse({ state: 'x' }), { code: 'invalid_status' });
 */
export function choice<Value extends string>(
  name: string,
  values: readonly Value[],
  { fallback, ...texts }: Texts & { fallback: Value },
): Parameter<Value> {
  const words: z.ZodType<Value, Value | undefined> = enumOf(values).default(() => fallback);
  return parameter(name, words.meta({ default: fallback }), { ...texts, ...listed(values) });
}

/** One of a fixed set of values, or nothing. */
export function optionalChoice<Value extends string>(
  name: string,
  values: readonly Value[],
  texts: Texts,
): Parameter<Value | undefined> {
  return parameter(name, enumOf(values).optional(), { ...texts, ...listed(values) });
}

/** A positive integer with a default, capped at the maximum. */
export function positiveInteger(
  name: string,
  { fallback, maximum, ...texts }: Texts & { fallback: number; maximum?: number },
): Parameter<number> {
  const integer = z.int().min(1).default(fallback);
  const schema = maximum ? integer.transform((value) => Math.min(value, maximum)).meta({ maximum }) : integer;
  return parameter(name, schema, { ...texts, rule: 'a whole number from 1' });
}

/** How many entries of a list are on a page: by default as many as there may be. */
export function perPageOf(entries: string, maximum: number): Parameter<number> {
  return positiveInteger('per_page', {
    code: 'invalid_per_page',
    fallback: maximum,
    maximum,
    description: `${entries} per page; values above ${maximum} are treated as ${maximum}.`,
  });
}

/**
 * The required id of the path.
 * @example
 * assert.equal(identifier({ description: 'The id of a channel.' }).parse({ id: '7' }), 7);
 */
export function identifier(texts: { description: string }): Parameter<number> {
  return parameter('id', anyId, { code: 'invalid_id', rule: ID_RULE, ...texts });
}

/** An id that filters a list. */
export function optionalIdentifier(texts: { description: string }): Parameter<number | undefined> {
  return parameter('id', anyId.optional(), { code: 'invalid_id', rule: ID_RULE, ...texts });
}

/** True, false, 1 or 0 in any case, as text or JSON. */
export function flag(name: string, texts: Texts): Parameter<boolean> {
  const rule = { rule: 'true or false', allowed: ['true', 'false'] };
  return parameter(name, z.boolean().default(false), { ...texts, ...rule });
}

/** Any text, or nothing. */
export function freeText(name: string, texts: Texts): Parameter<string | undefined> {
  // PostgreSQL rejects a null character, and no stored text has one.
  const schema = z
    .string()
    .transform((text) => text.replaceAll('\u0000', '\uFFFD'))
    .optional();
  return parameter(name, schema, { ...texts, rule: 'a text' });
}

const ID_RULE = `a whole number from 1 to ${MAX_ID}`;
const anyId = z.int().min(1).max(MAX_ID);

function enumOf<Value extends string>(values: readonly Value[]): z.ZodType<Value, Value> {
  return z.enum(values);
}

function listed(values: readonly string[]) {
  return { rule: `one of ${values.join(', ')}`, allowed: values };
}
