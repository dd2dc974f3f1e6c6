import { randomBytes } from 'node:crypto';
import type { Database } from '@funnel/db';
import { importCatalog, recordEvents } from '@funnel/ingest';

/** What the tests' windows end with. */
export const NOW = new Date('2026-11-14T12:00:00Z');
/** Encrypts the websites' keys. */
export const ENCRYPTION_KEY = new Uint8Array(randomBytes(32));
/** Of website 31, which has no OAuth token at first. */
export const LEGACY_KEY = 'a-legacy-key-of-website-31';

const created = { created_at: '2026-01-05T09:00:00Z', updated_at: '2026-01-05T09:00:00Z' };

/** Websites 11, 12 and 31 are of account 1, 21 of account 2; the ids below them are interleaved. */
const catalog = {
  accounts: [
    { id: 1, name: 'Oak & Linen' },
    { id: 2, name: 'Tidewater Retreats' },
  ],
  websites: [
    {
      id: 11,
      account_id: 1,
      name: 'shop.oak.example',
      currency: 'EUR',
      api_key: 'a-secret-key-of-website-11',
      active: true,
      brand: 'Oak & Linen',
      data: { 'form-tracking': 'on' },
      ...created,
    },
    { id: 12, account_id: 1, name: 'journal.oak.example', currency: 'EUR', ...created },
    { id: 21, account_id: 2, name: 'tidewater.example', currency: 'USD', ...created },
    { id: 31, account_id: 1, name: 'outlet.oak.example', currency: 'EUR', api_key: LEGACY_KEY, ...created },
  ],
  areas: [
    { id: 501, website_id: 11, name: 'Header', ...created },
    {
      id: 502,
      website_id: 11,
      name: 'Footer',
      created_at: '2026-01-06T09:00:00Z',
      updated_at: '2026-01-06T09:00:00Z',
    },
    { id: 503, website_id: 11, name: 'Sidebar', ...created },
    { id: 504, website_id: 21, name: 'Cabin', ...created },
  ],
  campaigns: [
    campaign({ id: 101, website_id: 11, name: 'Spring quiz', cta_type: 'inline' }, [
      { id: 201, variation: 'a', name: 'Short', steps: [301, 401] },
      { id: 203, variation: 'b', name: null, steps: [303, 403] },
    ]),
    campaign({ id: 102, website_id: 21, name: 'Tide table', cta_type: 'bar' }, [
      { id: 202, variation: 'a', name: 'Only', steps: [302, 402] },
    ]),
    campaign({ id: 103, website_id: 11, name: 'Winter bar', cta_type: 'bar', status: 'archived' }, []),
    campaign({ id: 104, website_id: 12, name: 'Journal', cta_type: 'page' }, [
      { id: 204, variation: 'a', name: 'Only', steps: [304, 404] },
    ]),
  ],
};

interface VariantOf {
  id: number;
  variation: string;
  name: string | null;
  /** The id of its step and of the element on it. */
  steps: [number, number];
}

function campaign(facts: { id: number; [key: string]: unknown }, variants: VariantOf[]) {
  return {
    status: 'live',
    published_at: '2026-02-01T09:00:00Z',
    ...created,
    ...facts,
    variants: variants.map(({ id, variation, name, steps: [step, element] }) => ({
      id,
      variation,
      name,
      traffic_percentage: Math.floor(100 / variants.length),
      steps: [{ id: step, position: 1, elements: [{ id: element, element_type: 'quiz', position: 1 }] }],
      ...created,
    })),
  };
}

/** Fills an empty database: the catalog, events of two weeks, a snapshot of website 11. */
export async function openShop(database: Database): Promise<void> {
  await importCatalog(database, catalog, { encryptionKey: ENCRYPTION_KEY, now: NOW });
  const events = Array.from({ length: 120 }, (_, index) => eventsOf(index + 1)).flat();
  const { refused } = await recordEvents(database, events, { now: NOW });
  if (refused.length > 0) throw new Error(`refused: ${JSON.stringify(refused[0])}`);
  const { sql } = database;
  await sql`insert into insights_snapshots (website_id, week, viewers, revenue, recommendations)
    values (11, '2026-11-02', 30, 88.5, '["Spring quiz: variant b converts 56.67 % of its viewers, variant a 30 %: send more traffic to b."]')`;
  await sql`insert into insights_metrics (website_id, week, level, subject_id, views, conversions, orders, revenue)
    values (11, '2026-11-02', 'website', 11, 30, 14, 3, 88.5)`;
}

/** Where a visitor comes by, and of a hundred how many convert there. */
const PLACES = [
  { website_id: 11, element_id: 401, converts: 35 },
  { website_id: 11, element_id: 403, converts: 55 },
  { website_id: 12, element_id: 404, converts: 40 },
  { website_id: 21, element_id: 402, converts: 40 },
];

/** A visitor sees a campaign; `chance` says how far down the funnel it leads. */
function eventsOf(visitor: number) {
  const place = PLACES[visitor % PLACES.length];
  if (!place) throw new Error('a visitor without a place');
  const { website_id, element_id, converts } = place;
  const chance = (visitor * 37) % 100;
  const day = String(((visitor * 5) % 14) + 1).padStart(2, '0');
  const event = (type: string, more: object = { element_id }) =>
    eventOf(visitor, type, `2026-11-${day}T10:00:00Z`, { website_id, ...more });
  const revenue = 24.5 + chance;
  return [
    event('view', { step_id: element_id - 100 }),
    ...(chance < converts ? [event('conversion', { element_id, fields: [answerOf(visitor)] })] : []),
    ...(chance < 30 ? [event('submission'), event('subscribe')] : []),
    ...(chance < 20 ? [event('completion')] : []),
    ...(chance < 12
      ? [
          event('order', {
            element_id,
            revenue,
            products: [{ value: 'Linen', selections: 1, orders: 1, revenue }],
          }),
        ]
      : []),
  ];
}

function answerOf(visitor: number) {
  return { field: 'Room', field_type: 'quiz', value: visitor % 3 === 0 ? 'Kitchen' : 'Bedroom' };
}

let events = 0;

export function eventOf(visitor: number, type: string, occurred_at: string, more: object) {
  return { event_id: uuid(1_000_000 + events++), visitor_token: uuid(visitor), type, occurred_at, ...more };
}

function uuid(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}
