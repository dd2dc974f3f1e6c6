import { z } from 'zod';

type Schema = Record<string, unknown> & { properties?: Record<string, Schema>; items?: Schema };

/** Blocks that many answers share, under the name by which they are referred to. */
export type SharedSchemas = Record<string, Schema>;

/** The JSON Schema of an answer's body; its shared blocks are moved to `shared`. */
export function outputSchema(output: z.ZodType, shared: SharedSchemas): Schema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(output, {
    io: 'output',
    override({ jsonSchema }) {
      // The limits of a safe integer say nothing to a reader.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return reference('', schema as Schema, shared);
}

function withReferences(schema: Schema, shared: SharedSchemas): Schema {
  const { properties, items } = schema;
  return {
    ...schema,
    ...(items ? { items: reference('', items, shared) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([key, property]) => [key, reference(key, property, shared)]),
          ),
        }
      : {}),
  };
}

function reference(key: string, schema: Schema, shared: SharedSchemas): Schema {
  const name = sharedName(key, schema);
  if (name === undefined) return withReferences(schema, shared);
  shared[name] ??= withReferences(schema, shared);
  return { $ref: `#/components/schemas/${name}` };
}

function sharedName(key: string, { properties = {} }: Schema): string | undefined {
  switch (key) {
    case 'metrics':
      return 'submissions' in properties ? 'Metrics' : 'WebsiteMetrics';
    case 'timeseries':
      return 'Timeseries';
    case 'timeframe':
      return 'timezone' in properties ? 'Timeframe' : undefined;
    case 'website':
      return 'Website';
    default:
      return 'visitor_token' in properties ? 'Contact' : undefined;
  }
}
