import { createHash } from 'node:crypto';
import {
  bucketStart,
  type Day,
  formatDay,
  GRAINS,
  parseDay,
  Sketch,
  trustedWebsiteId,
  visitorKey,
} from '@funnel/domain';
import { type Database, raiseRecorded, seal } from '@funnel/db';
import {
  accounts,
  areas,
  campaigns,
  elementFields,
  elementProducts,
  elements,
  insightsMetrics,
  insightsSnapshots,
  rollups,
  steps,
  variants,
  websites,
} from '@funnel/db/schema';

/** Encrypts the legacy keys of the shop. */
export const ENCRYPTION_KEY = new Uint8Array(32).fill(7);

const WEBSITE = trustedWebsiteId(1);
const DAY: Day = parseDay('2026-11-10') ?? 0;
const WEEK = '2026-11-02';
const VISITORS = ['0190c3f2-7b1e-7cc3-98c4-dc0c0c073981', '0190c3f2-7b1e-7cc3-98c4-dc0c0c073982'].map(
  visitorKey,
);

/**
 * Stores two websites. Website 1 has campaign 101 with variants 1011 and 1012, step 10111 and element 101111, one day of
 * metrics and an insights snapshot. Website 2 is empty.
 */
export async function addShop(database: Database): Promise<void> {
  await addCatalog(database);
  await addMetrics(database);
  await raiseRecorded(database.orm, [{ websiteId: WEBSITE, firstDay: DAY }]);
}

async function addCatalog({ orm }: Database): Promise<void> {
  await orm.insert(accounts).values({ id: 1, name: 'Account' });
  for (const [id, name] of [
    [1, 'shop.example'],
    [2, 'other.example'],
  ] as const) {
    const key = `key-of-website-${id}`;
    const apiKeyHash = createHash('sha256').update(key).digest();
    const keys = { apiKeyEncrypted: seal(key, ENCRYPTION_KEY), apiKeyHash };
    await orm
      .insert(websites)
      .values({ id: trustedWebsiteId(id), accountId: 1, name, currency: 'EUR', ...keys });
  }
  const websiteId = WEBSITE;
  await orm.insert(areas).values({ websiteId, id: 11, name: 'Home page' });
  await orm.insert(campaigns).values({ websiteId, id: 101, name: 'Welcome', ctaType: 'overlay' });
  await orm.insert(variants).values([
    { websiteId, id: 1011, campaignId: 101, name: 'Discount', variation: 'a', trafficPercentage: 50 },
    { websiteId, id: 1012, campaignId: 101, name: 'Samples', variation: 'b', trafficPercentage: 50 },
  ]);
  await orm.insert(steps).values({ websiteId, id: 10111, variantId: 1011, position: 1 });
  await orm
    .insert(elements)
    .values({ websiteId, id: 101111, stepId: 10111, elementType: 'form', position: 1 });
}

/** Three views of two visitors, in every grain. */
async function addMetrics({ orm }: Database): Promise<void> {
  const websiteId = WEBSITE;
  const sketch = Buffer.from(Sketch.of(VISITORS).encode());
  for (const grain of GRAINS) {
    const bucket = { websiteId, grain, bucket: formatDay(bucketStart(DAY, grain)) };
    const views = { ...bucket, views: 3, viewsSketch: sketch.toString('base64'), viewsVisitors: 2 };
    await orm.insert(rollups).values([
      { ...views, level: 'website', subjectId: 1 },
      { ...views, level: 'campaign', subjectId: 101 },
    ]);
    const room = { field: 'Room', fieldType: 'radio', value: 'Bedroom' };
    await orm
      .insert(elementFields)
      .values({ ...bucket, elementId: 101111, ...room, answers: 2, visitorsSketch: sketch });
    const throws = { value: 'Wool throw', selections: 2, orders: 1, revenue: '89.95' };
    await orm.insert(elementProducts).values({ ...bucket, elementId: 101111, ...throws });
  }
  await orm
    .insert(insightsSnapshots)
    .values({ websiteId, week: WEEK, viewers: 40, recommendations: ['Test.'] });
  await orm
    .insert(insightsMetrics)
    .values({ websiteId, week: WEEK, level: 'campaign', subjectId: 101, views: 40 });
}
