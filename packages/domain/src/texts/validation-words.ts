/** What a validator found, before it is put into words. It has the shape of an issue of zod. */
export interface ValidationIssue {
  code?: unknown;
  input?: unknown;
  expected?: unknown;
  format?: unknown;
  values?: unknown;
  origin?: unknown;
  minimum?: unknown;
  maximum?: unknown;
  inclusive?: unknown;
  inst?: unknown;
}

/** Where a value is in a document. */
export type ValuePath = readonly PropertyKey[];

/** By the type that a validator names. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

/** By the format that a value must have. */
const FORMATS: Readonly<Record<string, string>> = {
  guid: 'a UUID',
  uuid: 'a UUID',
  safeint: 'a whole number',
};

/**
 * Says what is wrong with a value, in words that follow its name: "must be a UUID". Pass it to zod as `error`; a schema that
 * has a message of its own keeps it.
 * @example
 * assert.equal(validationWords({ code: 'invalid_type', expected: 'string', input: undefined }), 'is missing');
 * assert.equal(validationWords({ code: 'too_small', origin: 'number', minimum: 1, input: 0 }), 'must be at least 1');
 */
export function validationWords(issue: ValidationIssue): string {
  if (issue.input === undefined) return 'is missing';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeWords(issue)}`;
    case 'invalid_value':
      return `must be ${oneOf(issue.values)}`;
    case 'invalid_format':
      return `must be ${FORMATS[String(issue.format)] ?? 'in another format'}`;
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'unrecognized_keys':
      return 'has unknown keys';
    default:
      return 'is not valid';
  }
}

/**
 * A problem as a sentence: the path of the value, then the words. `whole` is the name of the document itself.
 * @example
 * assert.equal(problemText(['products', 0, 'orders'], 'is missing', 'event'), 'products[0].orders is missing');
 * assert.equal(problemText([], 'must be an object', 'event'), 'event must be an object');
 */
export function problemText(path: ValuePath, words: string, whole: string): string {
  return `${pathText(path) || whole} ${words}`;
}

/**
 * The path of a value as people write it.
 * @example
 * assert.equal(pathText(['products', 0, 'orders']), 'products[0].orders');
 */
export function pathText(path: ValuePath): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
}

function typeWords({ expected, inst }: ValidationIssue): string {
  const format = (inst as { def?: { format?: unknown } } | undefined)?.def?.format;
  return FORMATS[String(format)] ?? TYPES[String(expected)] ?? 'of another type';
}

function oneOf(values: unknown): string {
  const allowed = Array.isArray(values) ? values.map(String) : [];
  return allowed.length === 1 ? String(allowed[0]) : `one of ${allowed.join(', ')}`;
}

function tooSmall({ origin, minimum, inclusive }: ValidationIssue): string {
  if (origin === 'string' || origin === 'array')
    return Number(minimum) === 1 ? 'must not be empty' : `must have at least ${size(minimum, origin)}`;
  return inclusive === false ? `must be more than ${String(minimum)}` : `must be at least ${String(minimum)}`;
}

function tooBig({ origin, maximum, inclusive }: ValidationIssue): string {
  if (origin === 'string' || origin === 'array') return `must have at most ${size(maximum, origin)}`;
  // Beyond this limit a number is not exact; the limit itself says nothing about the value.
  if (maximum === Number.MAX_SAFE_INTEGER) return 'is too large';
  return inclusive === false ? `must be less than ${String(maximum)}` : `must be at most ${String(maximum)}`;
}

function size(count: unknown, origin: 'string' | 'array'): string {
  return `${String(count)} ${origin === 'string' ? 'characters' : 'entries'}`;
}
