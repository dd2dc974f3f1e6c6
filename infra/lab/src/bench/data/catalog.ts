import { randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '@funnel/db';
import { importCatalog } from '@funnel/ingest';

export interface Shape {
  campaigns: number;
  variants?: number;
  steps?: number;
  elements?: number;
}

/** The website of most benchmarks: its campaigns have two variants, four steps and eight elements each. */
export const TWO_OF_EACH = { variants: 2, steps: 2, elements: 2 };

const SPREAD_MS = 6 * 3_600_000;
const SENT_TYPES = ['view', 'view', 'view', 'view', 'conversion', 'completion', 'submission', 'order'];

export const range = (length: number) => Array.from({ length }, (_, n) => n);

/** The id of an element; without a place in its step that of the step, without a step that of the variant. */
export function partId(campaign: number, ...places: readonly number[]): number {
  return places.reduce((id, place) => id * 10 + place, campaign);
}

/** Imports websites from id 1, each with campaigns from id 1. */
export async function loadCatalog(
  database: Database,
  websites: number,
  shape: Shape,
  now = new Date(),
): Promise<void> {
  const ids = range(websites).map((n) => n + 1);
  const catalog = {
    accounts: [{ id: 1, name: 'Bench' }],
    websites: ids.map((id) => ({ id, account_id: 1, name: `site-${id}.example` })),
    campaigns: ids.flatMap((website_id) => campaignsOf(website_id, shape)),
  };
  await importCatalog(database, catalog, { encryptionKey: new Uint8Array(randomBytes(32)), now });
}

function campaignsOf(website_id: number, { campaigns, variants = 0, steps = 0, elements = 0 }: Shape) {
  return range(campaigns).map((n) => ({
    id: n + 1,
    website_id,
    name: `Campaign ${n + 1}`,
    cta_type: 'overlay',
    variants: range(variants).map((v) => ({
      id: partId(n + 1, v),
      steps: range(steps).map((s) => ({
        id: partId(n + 1, v, s),
        elements: range(elements).map((e) => ({ id: partId(n + 1, v, s, e), element_type: 'form' })),
      })),
    })),
  }));
}

/** New events of the last hours, in turn for each of the websites. */
export function newEvents(count: number, { websites, campaigns }: { websites: number; campaigns: number }) {
  const now = Date.now();
  return range(count).map((n) => {
    const type = SENT_TYPES[n % SENT_TYPES.length] ?? 'view';
    return {
      event_id: randomUUID(),
      type,
      website_id: 1 + (n % websites),
      campaign_id: 1 + (n % campaigns),
      visitor_token: randomUUID(),
      occurred_at: new Date(now - Math.floor(Math.random() * SPREAD_MS)).toISOString(),
      ...(type === 'order' && { revenue: 19.9 }),
    };
  });
}

export function linesOf(events: readonly object[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join('');
}
