import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Day, WebsiteId } from '@funnel/domain';
import type { TransactionSql } from 'postgres';
import type { Cells } from './cells.ts';
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

/** Events of one website, added up. */
export interface AddedUp {
  firstDay: Day;
  cells: Cells[];
  fields: FieldBatch;
  products: ProductBatch;
}

/** How many events are added up before other work of the process has its turn. */
const EVENTS_PER_TURN = 10_000;

/** Adds up events of one website. */
export async function addUp(events: Iterable<CountedEvent>): Promise<AddedUp> {
  const [rollups, fields, products] = [new RollupBatch(), new FieldBatch(), new ProductBatch()];
  let firstDay: Day = Number.POSITIVE_INFINITY;
  let count = 0;
  for (const event of events) {
    rollups.add(event);
    if (event.elementId !== undefined) {
      fields.add(event.elementId, event.day, event.visitor, event.fields);
      products.add(event.elementId, event.day, event.products);
    }
    if (event.day < firstDay) firstDay = event.day;
    if (++count % EVENTS_PER_TURN === 0) await nextTurn();
  }
  return { firstDay, cells: await rollups.cells(), fields, products };
}

/** Adds to the rollups of a website. The caller holds its lock. */
export async function addToRollups(
  transaction: TransactionSql,
  websiteId: WebsiteId,
  { cells, fields, products }: AddedUp,
): Promise<void> {
  await writeRollups(transaction, websiteId, cells);
  await fields.write(transaction, websiteId);
  await products.write(transaction, websiteId);
}
