import { randomBytes, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Database } from '@funnel/db';
import { importCatalog, ingest } from '@funnel/ingest';

/** How many of each a website, a campaign, a variant and a step has. */
export interface Shape {
  campaigns: number;
  variants?: number;
  steps?: number;
  elements?: number;
}

/** An event as a producer sends it. */
export interface SentEvent {
  event_id: string;
  type: string;
  website_id: number;
  campaign_id: number;
  visitor_token: string;
  occurred_at: string;
  revenue?: number;
}

/** An event of a file that is loaded. */
export interface FileEvent {
  event_id: string;
  type: string;
  website_id: number;
  element_id: number;
  visitor_token: string;
  occurred_at: string;
  revenue?: number;
}

/** How many events, for how many campaigns, over how many days. */
export interface BenchTraffic {
  events: number;
  /** Default: only the first. */
  websites?: number;
  /** Of each website. */
  campaigns: number;
  days: number;
}

/** The website of most benchmarks: its campaigns have two variants, four steps and eight elements each. */
export const TWO_OF_EACH = { variants: 2, steps: 2, elements: 2 };

const VISITORS = 200_000;
const DAY_MS = 86_400_000;
const SPREAD_MS = 6 * 3_600_000;
const SENT_TYPES = ['view', 'view', 'view', 'view', 'conversion', 'completion', 'submission', 'order'];
/** Half of them are views. */
const FILE_TYPES = Array.from({ length: 6 }, () => 'view').concat([
  'conversion',
  'conversion',
  'completion',
  'submission',
  'subscribe',
  'order',
]);

/** The numbers from 0. */
export const range = (length: number) => Array.from({ length }, (_, n) => n);

/** The id of an element; without a place in its step that of the step, without a step that of the variant. */
export function partId(campaign: number, ...places: readonly number[]): number {
  return places.reduce((id, place) => id * 10 + place, campaign);
}

/** Imports websites from id 1, each with campaigns from id 1. */
export async function loadCatalog(
  database: Database,
  websites: number,
  shapeOf: (website: number) => Shape,
  now = new Date(),
): Promise<void> {
  const ids = range(websites).map((n) => n + 1);
  const catalog = {
    accounts: [{ id: 1, name: 'Bench' }],
    websites: ids.map((id) => ({ id, account_id: 1, name: `site-${id}.example` })),
    campaigns: ids.flatMap((website_id) => campaignsOf(website_id, shapeOf(website_id))),
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
export function newEvents(
  count: number,
  { websites, campaigns }: { websites: number; campaigns: number },
): SentEvent[] {
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

/** Events as lines of JSON, as the intake accepts them. */
export function linesOf(events: readonly object[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join('');
}

/** Writes events to a file in `folder` and ingests it. */
export async function ingestBenchEvents(
  database: Database,
  folder: string,
  traffic: BenchTraffic,
): Promise<void> {
  const file = join(folder, 'events.ndjson');
  await writeBenchEvents(file, traffic);
  await ingest(database, createReadStream(file), { now: () => new Date(), onRefused: async () => {} });
}

/** Writes them as lines of JSON. */
async function writeBenchEvents(file: string, traffic: BenchTraffic): Promise<void> {
  await pipeline(Readable.from(eventLines(traffic)), createWriteStream(file));
}

function* eventLines(traffic: BenchTraffic): Generator<string> {
  for (const event of benchFileEvents(traffic)) yield linesOf([event]);
}

/** Events of the last `days` days in chronological order. A few websites and campaigns get most of them. */
export function* benchFileEvents({
  events,
  websites = 1,
  campaigns,
  days,
}: BenchTraffic): Generator<FileEvent> {
  const visitors = Array.from({ length: VISITORS }, () => randomUUID());
  const pick = (length: number) => Math.floor(Math.random() * length);
  const from = Date.now() - days * DAY_MS;
  for (let n = 0; n < events; n++) {
    const campaign = 1 + Math.floor(campaigns * Math.random() ** 2);
    const type = FILE_TYPES[pick(FILE_TYPES.length)] ?? 'view';
    yield {
      event_id: randomUUID(),
      type,
      website_id: 1 + Math.floor(websites * Math.random() ** 2),
      element_id: partId(campaign, pick(2), pick(2), pick(2)),
      visitor_token: visitors[pick(VISITORS)] ?? '',
      occurred_at: new Date(from + (n / events) * days * DAY_MS).toISOString(),
      ...(type === 'order' && { revenue: pick(10_000) / 100 }),
    };
  }
}
