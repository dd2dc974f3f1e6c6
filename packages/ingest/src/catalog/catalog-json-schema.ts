import { z } from 'zod';
import { catalogDocument } from './catalog-document.ts';

/**
 * The JSON Schema of a catalog document, for API descriptions.
 * @example
 * const { properties } = catalogJsonSchema();
 * assert.deepEqual(Object.keys(properties ?? {}), ['accounts', 'websites', 'areas', 'campaigns']);
 */
export function catalogJsonSchema(): z.core.JSONSchema.BaseSchema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(catalogDocument, { io: 'input' });
  return schema;
}
