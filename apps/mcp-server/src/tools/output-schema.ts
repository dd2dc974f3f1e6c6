import { z } from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>>;

interface ObjectSchema {
  properties: Record<string, unknown>;
  required?: string[];
}

const METRICS = { $ref: '#/$defs/metrics' };
const CHANGES = { type: 'object', additionalProperties: { type: ['number', 'null'] } };
/** What the instructions and metrics://definitions say once would only cost tokens, said ten times over. */
const LEFT_OUT = new Set([
  '$schema',
  'additionalProperties',
  'const',
  'description',
  'enum',
  'maximum',
  'minimum',
]);
const PLAIN = /^\{"type":"(string|integer|number)"\}$/;

/**
 * What a report answers, as compact JSON Schema 2020-12: `required` names every key that is always there,
 * `properties` tells only of those that are no plain text or number. No object is closed, so a key that is
 * added one day breaks no client that validates. The metrics block stands once, under `$defs`.
 */
export function outputSchemaOf(output: z.ZodType): JsonSchema {
  const defs: Record<string, unknown> = {};
  const schema = compact(z.toJSONSchema(output), defs) as JsonSchema;
  return Object.keys(defs).length > 0 ? { ...schema, $defs: defs } : schema;
}

function compact(node: unknown, defs: Record<string, unknown>): unknown {
  if (Array.isArray(node)) return node.map((item) => compact(item, defs));
  if (typeof node !== 'object' || node === null) return node;
  if (!isObjectSchema(node)) return keywordsOf(node, defs);

  const { properties, ...rest } = node;
  const isMetrics = 'previous' in properties && 'changes' in properties;
  const told = Object.entries({ ...properties, ...(isMetrics && { previous: METRICS, changes: CHANGES }) })
    .map(([name, value]) => [name, value === CHANGES ? value : compact(value, defs)] as const)
    .filter(([, value]) => !PLAIN.test(JSON.stringify(value)));
  const schema = {
    ...keywordsOf(rest, defs),
    ...(told.length > 0 && { properties: Object.fromEntries(told) }),
  };
  if (!isMetrics) return schema;
  defs['metrics'] = schema;
  return METRICS;
}

function keywordsOf(node: object, defs: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(node).filter(([keyword]) => !LEFT_OUT.has(keyword));
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, compact(value, defs)]));
}

function isObjectSchema(node: object): node is ObjectSchema {
  return 'properties' in node;
}
