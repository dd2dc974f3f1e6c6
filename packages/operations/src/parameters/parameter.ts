import { type ErrorCode, isAbsent, ServiceError } from '@funnel/domain';
import { z } from 'zod';

/** By name, as the caller sent them: texts of a query string, or JSON values of a tool call. */
export type RawInput = Readonly<Record<string, unknown>>;

/** One name that a caller may send, as it is advertised. */
export interface Field {
  /** On JSON types; a default makes the field optional. */
  schema: z.ZodType;
  /** The whole rule, for people. */
  description: string;
  /** What a model needs to call the tool; it reads the list on every turn. */
  hint: string;
  isRequired: boolean;
  /** The errors that this field can cause. */
  codes: readonly ErrorCode[];
}

/** A parameter of an operation: the fields that it reads, and the value that it makes of them. */
export interface Parameter<Value> {
  fields: Readonly<Record<string, Field>>;
  /** Throws a ServiceError for an invalid value. */
  parse: (raw: RawInput) => Value;
}

/** The parameters of an operation, in validation order: the first invalid one is reported. */
export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

/** What an operation gets: the parsed value of each parameter. */
export type InputOf<Params extends Parameters> = {
  [Name in keyof Params]: Params[Name] extends Parameter<infer Value> ? Value : never;
};

/**
 * All names that a caller may send, with their definitions, in validation order.
 * @example
 * const names = fieldsOf(operationOf('get_account_performance').parameters).map(([name]) => name);
 * assert.deepEqual(names, ['website_id', 'website_ids', 'timeframe', 'range_start', 'range_end']);
 */
export function fieldsOf(parameters: Parameters): [string, Field][] {
  return Object.values(parameters).flatMap(({ fields }) => Object.entries(fields));
}

/** See Field for the meaning of each. */
export interface Texts {
  code: ErrorCode;
  codes?: readonly ErrorCode[];
  description: string;
  hint?: string;
}

export function field(
  schema: z.ZodType,
  { code, codes = [code], description, hint = description }: Texts,
): Field {
  return { schema, description, hint, isRequired: !schema.safeParse(undefined).success, codes };
}

/**
 * A parameter that is one field with a single value; a value that is given twice is rejected.
 * @example
 * import { z } from 'zod';
 *
 * const texts = { code: 'invalid_id', rule: 'a whole number', description: 'The id of a campaign.' } as const;
 * assert.equal(parameter('campaign_id', z.int(), texts).parse({ campaign_id: '7' }), 7);
 */
export function parameter<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  texts: Texts & {
    /** What the value must be, for the error: "a whole number from 1". */
    rule: string;
    /** The values it may take, for the error. */
    allowed?: readonly string[];
  },
): Parameter<z.output<Schema>> {
  const { code, rule, allowed } = texts;
  const definition = field(schema, texts);
  const decode = decoderOf(schema);
  const reject = (detail: string) => new ServiceError(code, detail, { parameter: name, allowed });
  return {
    fields: { [name]: definition },
    parse(raw) {
      const given = raw[name];
      if (isAbsent(given)) {
        if (definition.isRequired) throw reject(`${name} is required: ${rule}.`);
        return schema.parse(undefined);
      }
      if (Array.isArray(given)) throw reject(`${name} was given more than once: ${rule}.`);
      const { success, data } = schema.safeParse(decode(given));
      if (!success) throw reject(`${name} must be ${rule}.`);
      return data;
    },
  };
}

const PLAIN_DIGITS = /^[1-9]\d*$/;
const BOOLEAN_WORDS = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** Turns the text of a query string into the JSON type of the schema; a value that is no such text stays as it is. */
function decoderOf(schema: z.ZodType): (given: unknown) => unknown {
  switch (z.toJSONSchema(schema, { io: 'input' }).type) {
    case 'integer':
      // No integer is larger than the largest safe one, so that a huge page number is still a page number.
      return (given) =>
        typeof given === 'number' || (typeof given === 'string' && PLAIN_DIGITS.test(given))
          ? Math.min(Number(given), Number.MAX_SAFE_INTEGER)
          : given;
    case 'boolean':
      // Other types have no text: the toString of an object may be anything.
      return (given) =>
        typeof given === 'string' || typeof given === 'number'
          ? (BOOLEAN_WORDS.get(String(given).toLowerCase()) ?? given)
          : given;
    default:
      return (given) => given;
  }
}
