import { extrasSchema, notesSchema, type Operation } from '@funnel/operations';
import { z } from 'zod';

/** A JSON Schema, as zod generates it. */
export type JsonSchema = Record<string, unknown>;

/** The named schemas of the document. */
export type Components = Record<string, JsonSchema>;

/**
 * The JSON Schema of a response body. Schemas with an `id` are added to `components` and referred to by it. Objects are
 * open: a later version may add keys, and clients that validate must accept them.
 */
export function outputSchema(output: z.ZodType, components: Components): JsonSchema {
  const { $defs = {}, ...schema } = jsonSchemaOf(output, 'output');
  for (const [name, definition] of Object.entries($defs as Components))
    components[name] ??= withReferences(definition);
  return withReferences(schema);
}

/** Adds notes and extras to the component of a report's body. They are there only if the caller asks for them. */
export function addBeside(operation: Operation, { $ref }: JsonSchema, components: Components): void {
  const added = {
    ...(operation.tool && { notes: outputSchema(notesSchema, components) }),
    ...(operation.hasExtras && { extras: outputSchema(extrasSchema, components) }),
  };
  if (Object.keys(added).length === 0) return;
  const report = components[String($ref).replace('#/components/schemas/', '')];
  if (!report) throw new Error('The body of a report is a component');
  report['properties'] = { ...(report['properties'] as object), ...added };
}

/** The JSON Schema of a parameter. */
export function inputSchema(schema: z.ZodType): JsonSchema {
  return jsonSchemaOf(schema, 'input');
}

function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    override({ jsonSchema }) {
      // The limits of a safe integer mean nothing to a reader.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (io === 'output' && jsonSchema.additionalProperties === false)
        delete jsonSchema.additionalProperties;
    },
  });
  return json;
}

function withReferences(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema;
}
