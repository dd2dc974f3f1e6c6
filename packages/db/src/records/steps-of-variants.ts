import type { WebsiteId } from '@funnel/domain';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { type Connection, ormOn } from '../connection/database.ts';
import { steps } from '../schema/index.ts';

/** A step, and the variant whose funnel it belongs to. */
export interface StepOfVariant {
  variantId: number;
  id: number;
  position: number;
}

/**
 * Reads the funnel steps of some variants of a website, in order.
 * @example
 * import { trustedWebsiteId } from '@funnel/domain';
 *
 * const steps = await stepsOfVariants(database.sql, { websiteId: trustedWebsiteId(1), ids: [1011] });
 * assert.deepEqual(steps, [{ variantId: 1011, id: 10111, position: 1 }]);
 */
export async function stepsOfVariants(
  connection: Connection,
  { websiteId, ids }: { websiteId: WebsiteId; ids: readonly number[] },
): Promise<StepOfVariant[]> {
  if (ids.length === 0) return [];
  return ormOn(connection)
    .select({ variantId: steps.variantId, id: steps.id, position: steps.position })
    .from(steps)
    .where(and(eq(steps.websiteId, websiteId), inArray(steps.variantId, [...ids])))
    .orderBy(asc(steps.position), asc(steps.id));
}
