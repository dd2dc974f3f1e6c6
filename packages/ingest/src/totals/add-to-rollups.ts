import { raiseDataVersion, ormOn } from '@funnel/db';
import type { WebsiteId } from '@funnel/domain';
import type { TransactionSql } from 'postgres';
import type { EventBlock } from '../events/event-block.ts';
import { FieldBatch } from './field-batch.ts';
import { ProductBatch } from './product-batch.ts';
import { WebsiteTotals } from './website-totals.ts';
import { writeRollups } from './write-rollups.ts';

/**
 * First half of an advisory lock; the second is the website. One process at a time adds to the rollups of a website, so
 * that no sketch update is lost. Any number will do if every process uses the same.
 */
export const WEBSITE_LOCK = 7_203_115;

/**
 * Adds events of one website to its rollups, field answers and products, and raises its version. `events` are indexes of the block, in
 * the order of recording, which decides the choices that are kept. The caller holds the website's lock.
 */
export async function addToRollups(
  transaction: TransactionSql,
  { websiteId, block, events, recordedAt }: AddedEvents,
): Promise<void> {
  const totals = new WebsiteTotals(websiteId, block, events);
  await writeRollups(transaction, totals);
  const [fields, products] = [new FieldBatch(), new ProductBatch()];
  const { elementIds, days, visitors } = block.columns;
  if (block.extras.size > 0)
    for (const event of events) {
      const extras = block.extras.get(event);
      const [elementId, day] = [elementIds[event] ?? 0, days[event] ?? 0];
      if (!extras || elementId === 0) continue;
      fields.add(elementId, day, visitors[event] ?? 0, extras.fields);
      products.add(elementId, day, extras.products);
    }
  await fields.write(transaction, websiteId);
  await products.write(transaction, websiteId);
  await raiseDataVersion(ormOn(transaction), [websiteId], {
    firstDay: totals.firstDay,
    ...(recordedAt && { recordedAt }),
  });
}

/** Events of a website. */
export interface AddedEvents {
  websiteId: WebsiteId;
  block: EventBlock;
  events: Int32Array;
  /** When the newest of them was recorded; now by default. */
  recordedAt?: Date;
}
