import { randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '@funnel/db';
import { foldPending, importCatalog, recordEvents } from '@funnel/ingest';

const CAMPAIGNS = 5;
const VISITS = 60;
const DAY_MS = 86_400_000;
const EVENTS_AT_ONCE = 20_000;
const range = (length: number) => Array.from({ length }, (_, n) => n);
const TYPES = ['view', 'view', 'view', 'conversion', 'completion'];

/** Loads websites from id 1, each with five campaigns of two variants and visits of the last 15 days. */
export async function loadInsightsData(database: Database, websites: number): Promise<void> {
  const now = new Date();
  await importCatalog(database, catalogOf(websites), {
    encryptionKey: new Uint8Array(randomBytes(32)),
    now,
  });
  let events: object[] = [];
  const flush = async () => {
    await recordEvents(database, events, { now });
    await foldPending(database, { minEvents: 1 });
    events = [];
  };
  for (let website = 1; website <= websites; website++) {
    for (let visit = 0; visit < VISITS; visit++) events.push(eventOf(website, visit, now));
    if (events.length >= EVENTS_AT_ONCE) await flush();
  }
  if (events.length > 0) await flush();
}

function catalogOf(websites: number): object {
  const ids = range(websites).map((n) => n + 1);
  const created_at = '2024-01-01T00:00:00Z';
  const variants = (campaign: number) =>
    ['a', 'b'].map((variation, v) => ({
      id: campaign * 10 + v,
      variation,
      traffic_percentage: 50,
      steps: [1, 2].map((position) => ({
        id: campaign * 100 + v * 10 + position,
        position,
        elements: [{ id: campaign * 100 + v * 10 + position, element_type: 'button' }],
      })),
    }));
  return {
    accounts: [{ id: 1, name: 'Bench' }],
    websites: ids.map((id) => ({ id, account_id: 1, name: `bench-${id}.example`, created_at })),
    campaigns: ids.flatMap((website_id) =>
      range(CAMPAIGNS).map((n) => ({
        id: n + 1,
        website_id,
        name: `Campaign ${n + 1}`,
        cta_type: 'overlay',
        variants: variants(n + 1),
      })),
    ),
  };
}

function eventOf(website: number, visit: number, now: Date) {
  const campaign = 1 + (visit % CAMPAIGNS);
  return {
    event_id: randomUUID(),
    type: TYPES[visit % TYPES.length],
    website_id: website,
    element_id: campaign * 100 + (visit % 2) * 10 + 1,
    visitor_token: randomUUID(),
    occurred_at: new Date(now.getTime() - (visit % 15) * DAY_MS).toISOString(),
  };
}
