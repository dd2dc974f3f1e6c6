import { ServiceError } from '../errors/service-error.ts';
import { type JsonSize, measureJson } from './measure-json.ts';

/** Deeper JSON is refused everywhere: what walks through it afterwards would run out of stack. */
export const MAX_JSON_DEPTH = 100;

/**
 * The error for JSON that is nested too deeply. `what` begins the sentence.
 * @example
 * assert.equal(jsonTooDeep().detail, 'The body is nested deeper than 100 levels.');
 */
export function jsonTooDeep(what = 'The body'): ServiceError {
  return new ServiceError('invalid_json', `${what} is nested deeper than ${MAX_JSON_DEPTH} levels.`);
}

/**
 * Measures JSON that a caller has sent; throws a ServiceError (`invalid_json`) if it is nested too deeply.
 * @example
 * assert.equal(requireShallowJson('[[1]]').depth, 2);
 * assert.throws(() => requireShallowJson('['.repeat(101), 'Line 7'), /Line 7 is nested deeper than 100 levels/);
 */
export function requireShallowJson(text: string, what = 'The body'): JsonSize {
  const size = measureJson(text);
  if (size.depth <= MAX_JSON_DEPTH) return size;
  throw jsonTooDeep(what);
}

/**
 * Parses JSON that a caller has sent; throws a ServiceError (`invalid_json`) if it is malformed or nested too deeply.
 * @example
 * assert.deepEqual(parseJson('{"id": 7}'), { id: 7 });
 * assert.throws(() => parseJson('{id: 7}', 'Line 2'), /Line 2 is not valid JSON/);
 */
export function parseJson(text: string, what = 'The body'): unknown {
  requireShallowJson(text, what);
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new ServiceError('invalid_json', `${what} is not valid JSON.`, { cause });
  }
}

/**
 * The value of a JSON text; undefined if it is not JSON. For what comes from our own services: `parseJson` reads what callers send.
 * @example
 * assert.deepEqual(jsonIn('{"id": 7}'), { id: 7 });
 * assert.equal(jsonIn('{id: 7}'), undefined);
 */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
