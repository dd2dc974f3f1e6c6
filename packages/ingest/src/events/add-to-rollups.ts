import type { Day, WebsiteId } from '@funnel/domain';
import type { TransactionSql } from 'postgres';
import type { FunnelEvent } from './event.ts';
import { FieldBatch } from './field-batch.ts';
import { ProductBatch } from './product-batch.ts';
import { type Cell, RollupBatch } from './rollup-batch.ts';
import { writeRollups } from './write-rollups.ts';

/**
 * First half of an advisory lock; the second is the website. One process at a time adds to the rollups of a website, so
 * that no sketch update is lost. Any number will do if every process uses the same.
 */
export const WEBSITE_LOCK = 7_203_115;

/** What the rollups need to know of an event. All ids above the deepest one are given. */
export type CountedEvent = Omit<FunnelEvent, 'eventId'>;

/** What events add to the rollups of their website. */
export interface Addition {
  events: number;
  firstDay: Day;
  cells: Cell[];
  fields: FieldBatch;
  products: ProductBatch;
}

/** Adds up the events of one website. It takes most of the time of this process, and needs neither lock nor database. */
export function addUp(events: Iterable<CountedEvent>): Addition {
  const [rollups, fields, products] = [new RollupBatch(), new FieldBatch(), new ProductBatch()];
  let [count, firstDay]: [number, Day] = [0, Number.POSITIVE_INFINITY];
  for (const event of events) {
    rollups.add(event);
    if (event.elementId !== undefined) {
      fields.add(event.elementId, event.day, event.visitor, event.fields);
      products.add(event.elementId, event.day, event.products);
    }
    if (event.day < firstDay) firstDay = event.day;
    count += 1;
  }
  return { events: count, firstDay, cells: rollups.cells(), fields, products };
}

/** Writes what was added up to the rollups. The caller holds the lock of the website. */
export async function addToRollups(
  transaction: TransactionSql,
  websiteId: WebsiteId,
  { cells, fields, products }: Addition,
): Promise<void> {
  await writeRollups(transaction, websiteId, cells);
  await fields.write(transaction, websiteId);
  await products.write(transaction, websiteId);
}
