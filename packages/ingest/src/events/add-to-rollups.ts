import type { Day, WebsiteId } from '@funnel/domain';
import type { TransactionSql } from 'postgres';
import type { FunnelEvent } from './event.ts';
import { FieldBatch } from './field-batch.ts';
import { ProductBatch } from './product-batch.ts';
import { RollupBatch } from './rollup-batch.ts';
import { writeRollups } from './write-rollups.ts';

/**
 * First half of an advisory lock; the second is the website. One process at a time adds to the rollups of a website, so
 * that no sketch update is lost. Any number will do if every process uses the same.
 */
export const WEBSITE_LOCK = 7_203_115;

/** What the rollups need to know of an event. All ids above the deepest one are given. */
export type CountedEvent = Omit<FunnelEvent, 'eventId'>;

/** Adds events to the rollups of their website. The caller holds its lock. Returns the first day. */
export async function addToRollups(
  transaction: TransactionSql,
  websiteId: WebsiteId,
  events: Iterable<CountedEvent>,
): Promise<{ firstDay: Day }> {
  const [rollups, fields, products] = [new RollupBatch(), new FieldBatch(), new ProductBatch()];
  let firstDay: Day = Number.POSITIVE_INFINITY;
  for (const event of events) {
    rollups.add(event);
    if (event.elementId !== undefined) {
      fields.add(event.elementId, event.day, event.visitor, event.fields);
      products.add(event.elementId, event.day, event.products);
    }
    if (event.day < firstDay) firstDay = event.day;
  }
  await writeRollups(transaction, websiteId, rollups.cells());
  await fields.write(transaction, websiteId);
  await products.write(transaction, websiteId);
  return { firstDay };
}
