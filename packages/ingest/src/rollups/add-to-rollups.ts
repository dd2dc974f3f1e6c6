import { ormOn, raiseRecorded } from '@funnel/db';
import type { WebsiteId } from '@funnel/domain';
import type { TransactionSql } from 'postgres';
import type { EventBlock } from '../parse/event-block.ts';
import { FieldBatch } from './field-batch.ts';
import { ProductBatch } from './product-batch.ts';
import { sideBySide } from './side-by-side.ts';
import { WebsiteTotals } from './website-totals.ts';
import { writeRollups } from './write-rollups.ts';

/** Half of an advisory lock, with the website: one process at a time adds to its rollups, so no sketch is lost. */
export const WEBSITE_LOCK = 7_203_115;

export interface AddedEvents {
  block: EventBlock;
  /** In ascending order. */
  websites: readonly WebsiteEvents[];
  /** When the newest of them was recorded; now by default. */
  recordedAt?: Date;
}

interface WebsiteEvents {
  websiteId: WebsiteId;
  /** Indexes of the block, in the order of recording, which decides the choices that are kept. */
  events: Int32Array;
}

/** Small websites are written together, up to so many events and websites. A large one is written alone. */
const [EVENTS_TOGETHER, WEBSITES_TOGETHER] = [20_000, 1_000];

/** Adds events to the rollups, field answers and products of their websites, and raises their versions. The caller holds the locks of the websites. */
export async function addToRollups(
  transaction: TransactionSql,
  { block, websites, recordedAt }: AddedEvents,
): Promise<void> {
  for (const group of groupsOf(websites)) {
    const totals = group.map(({ websiteId, events }) => new WebsiteTotals(websiteId, block, events));
    await writeRollups(transaction, totals);
    if (block.extras.size > 0) await sideBySide(group, (website) => writeExtras(transaction, block, website));
    await raiseRecorded(
      ormOn(transaction),
      totals.map(({ websiteId, firstDay }) => ({ websiteId, firstDay, recordedAt })),
    );
  }
}

function* groupsOf(websites: readonly WebsiteEvents[]): Generator<WebsiteEvents[]> {
  let [group, count]: [WebsiteEvents[], number] = [[], 0];
  for (const website of websites) {
    const { length } = website.events;
    if (group.length > 0 && (count + length > EVENTS_TOGETHER || group.length === WEBSITES_TOGETHER)) {
      yield group;
      [group, count] = [[], 0];
    }
    group.push(website);
    count += length;
  }
  if (group.length > 0) yield group;
}

async function writeExtras(
  transaction: TransactionSql,
  block: EventBlock,
  { websiteId, events }: WebsiteEvents,
): Promise<void> {
  const [fields, products] = [new FieldBatch(), new ProductBatch()];
  const { elementIds, days, visitors } = block.columns;
  for (const event of events) {
    const extras = block.extras.get(event);
    const [elementId, day] = [elementIds[event] ?? 0, days[event] ?? 0];
    if (!extras || elementId === 0) continue;
    fields.add(elementId, day, visitors[event] ?? 0, extras.fields);
    products.add(elementId, day, extras.products);
  }
  await fields.write(transaction, websiteId);
  await products.write(transaction, websiteId);
}
