import type { WebsiteId } from '@funnel/domain';
import { plainArrayLiteral } from '../connection/array-literal.ts';
import { int4, nullable, text } from '../connection/column-types.ts';
import type { Connection } from '../connection/database.ts';
import { statement } from '../statement.ts';

const readSteps = statement(
  'read-steps-of-variants',
  { website: int4(), variants: text() },
  { variant_id: int4(), id: int4(), name: nullable(text()), position: int4() },
);

/**
 * Reads the funnel steps of some variants of a website, in order.
 * @example
 * const steps = await stepsOfVariants(database.sql, { websiteId, ids: [1011] });
 * assert.deepEqual([...steps], [{ variant_id: 1011, id: 10111, name: null, position: 1 }]);
 */
export async function stepsOfVariants(
  connection: Connection,
  { websiteId, ids }: { websiteId: WebsiteId; ids: readonly number[] },
): Promise<{ variant_id: number; id: number; name: string | null; position: number }[]> {
  if (ids.length === 0) return [];
  return readSteps(connection, { website: websiteId, variants: plainArrayLiteral(ids) });
}
