import type { Database } from '@funnel/db';
import { importCatalog } from '@funnel/ingest';

/** The time of the tests, on a Saturday. */
export const NOW = new Date('2026-11-14T12:00:00Z');

export const WEBSITES = [
  { id: 1, account_id: 1, name: 'one.example', currency: 'EUR', created_at: '2024-05-06T07:08:09.123Z' },
  { id: 2, account_id: 2, name: 'two.example', currency: 'USD', created_at: '2024-06-07T08:09:10.456Z' },
  { id: 3, account_id: 1, name: 'three.example', currency: 'USD', created_at: '2024-07-08T09:10:11.789Z' },
];
export const ACCOUNTS = [
  { id: 1, name: 'North' },
  { id: 2, name: 'South' },
];

const CTA_TYPES = ['overlay', 'inline', 'page', 'bar'];
/** The traffic of each campaign's variants: two of three get some, one of two, both (archived), all three. */
const TRAFFIC = [
  [50, 50, 0],
  [100, 0],
  [50, 50],
  [34, 33, 33],
];
/** Not in the order of the ids, so that an answer in that order fails. */
const VARIATIONS = ['b', 'a', 'c'];
const ELEMENT_TYPES = ['form', 'products'];

/** The ids of the websites are interleaved: 1, 4, 7, 10 belong to website 1, and 2, 5, 8, 11 to website 2. */
export const CAMPAIGNS = WEBSITES.flatMap(({ id }) => [0, 1, 2, 3].map((place) => campaign(id, place)));
export type Campaign = (typeof CAMPAIGNS)[number];

export const catalog = { accounts: ACCOUNTS, websites: WEBSITES, campaigns: CAMPAIGNS };

/** The id of a variant, step or element is that of its parent with one more digit. */
function campaign(websiteId: number, place: number) {
  const id = websiteId + 3 * place;
  return {
    id,
    website_id: websiteId,
    name: `Campaign ${id}`,
    cta_type: CTA_TYPES[place] ?? 'hook',
    status: place === 2 ? 'archived' : 'live',
    created_at: `2026-0${[3, 1, 4, 2][place]}-01T10:00:00.000Z`,
    published_at: place === 1 ? null : `2026-05-0${place + 1}T10:00:00.000Z`,
    variants: (TRAFFIC[place] ?? []).map((traffic, index) => ({
      id: id * 10 + index,
      name: index === 0 ? null : `Variant ${index}`,
      variation: VARIATIONS[index] ?? 'z',
      traffic_percentage: traffic,
      steps: [0, 1].map((step) => ({
        id: id * 100 + index * 10 + step,
        position: 2 - step,
        elements: [0, 1].map((element) => ({
          id: id * 1000 + index * 100 + step * 10 + element,
          element_type: ELEMENT_TYPES[element] ?? 'button',
          position: 2 - element,
        })),
      })),
    })),
  };
}

const encryptionKey = new Uint8Array(32).fill(7);

/** Imports a catalog; by default that of all three websites. */
export async function importAll(database: Database, document: unknown = catalog): Promise<void> {
  await importCatalog(database, document, { encryptionKey, now: NOW });
}
