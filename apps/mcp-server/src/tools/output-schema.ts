import { z } from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>>;

type Definitions = Record<string, unknown>;

/** Schemas that are referred to instead of repeated: the metrics are by far the longest. */
const SHARED = new Set(['Metrics', 'WebsiteMetrics']);

/** The server's instructions and metrics://definitions say these once; repeating them in each tool costs tokens. */
const OMITTED = new Set([
  '$defs',
  '$schema',
  'additionalProperties',
  'const',
  'description',
  'enum',
  'format',
  'id',
  'maximum',
  'minimum',
]);
const PLAIN = /^\{"type":"(string|integer|number)"\}$/;
const REFERENCE = /^#\/\$defs\/(.*)$/;

/**
 * What a report returns, as compact JSON Schema 2020-12: `required` names every key that is always present,
 * `properties` describes only those that are not a plain string or number. No object is closed, so a new key
 * does not break clients that validate.
 */
export function outputSchemaOf(output: z.ZodType): JsonSchema & { type: 'object' } {
  const full = z.toJSONSchema(output);
  const definitions = (full.$defs ?? {}) as Definitions;
  const shared: Definitions = {};
  const schema = compact(full, definitions, shared) as JsonSchema;
  return { ...schema, type: 'object', ...(Object.keys(shared).length > 0 && { $defs: shared }) };
}

function compact(node: unknown, definitions: Definitions, shared: Definitions): unknown {
  if (Array.isArray(node)) return node.map((item) => compact(item, definitions, shared));
  if (typeof node !== 'object' || node === null) return node;
  const name = referenceIn(node);
  if (name === undefined) return compactObject(node, definitions, shared);
  if (!SHARED.has(name)) return compact(definitions[name], definitions, shared);
  shared['metrics'] ??= compactMetrics(definitions[name], definitions, shared);
  return METRICS;
}

const METRICS = { $ref: '#/$defs/metrics' };
const CHANGES = { type: 'object', additionalProperties: { type: ['number', 'null'] } };

/** `previous` is the same block again, and every change is a number or null. */
function compactMetrics(node: unknown, definitions: Definitions, shared: Definitions): unknown {
  const schema = compact(node, definitions, shared) as Record<string, unknown>;
  return { ...schema, properties: { previous: METRICS, changes: CHANGES } };
}

function compactObject(node: object, definitions: Definitions, shared: Definitions): Record<string, unknown> {
  const kept = Object.entries(node).filter(([keyword]) => !OMITTED.has(keyword) && keyword !== 'properties');
  const keywords = kept.map(([keyword, value]) => [keyword, compact(value, definitions, shared)]);
  const { properties = {} } = node as { properties?: Record<string, unknown> };
  const described = Object.entries(properties)
    .map(([key, value]) => [key, compact(value, definitions, shared)] as const)
    .filter(([, value]) => !PLAIN.test(JSON.stringify(value)));
  return {
    ...Object.fromEntries(keywords),
    ...(described.length > 0 && { properties: Object.fromEntries(described) }),
  };
}

function referenceIn(node: object): string | undefined {
  const { $ref } = node as { $ref?: unknown };
  return typeof $ref === 'string' ? REFERENCE.exec($ref)?.[1] : undefined;
}
