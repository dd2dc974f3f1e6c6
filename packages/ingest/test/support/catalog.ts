import { randomBytes } from 'node:crypto';
import type { Database } from '@funnel/db';
import { importCatalog } from '../../src/index.ts';

/** Encrypts the websites' keys. */
export const encryptionKey = new Uint8Array(randomBytes(32));

/** Two accounts with a website each. Campaigns with odd ids belong to website 1, with even ids to website 2. */
export const twoWebsites = {
  accounts: [
    { id: 1, name: 'Odd' },
    { id: 2, name: 'Even' },
  ],
  websites: [
    { id: 1, account_id: 1, name: 'odd.example', currency: 'EUR' },
    { id: 2, account_id: 2, name: 'even.example', currency: 'USD' },
  ],
  campaigns: [1, 2].flatMap((website) => [0, 2].map((offset) => campaign(website, website + offset))),
};

/** Campaign 3 has variants 30 and 31, steps 300, 301, 310, 311, and elements 3000, 3001, 3010 and so on. */
function campaign(websiteId: number, id: number) {
  return {
    id,
    website_id: websiteId,
    name: `Campaign ${id}`,
    cta_type: 'overlay',
    variants: [0, 1].map((variant) => ({
      id: id * 10 + variant,
      variation: variant === 0 ? 'a' : 'b',
      traffic_percentage: 50,
      steps: [0, 1].map((step) => ({
        id: id * 100 + variant * 10 + step,
        position: step + 1,
        elements: [0, 1].map((element) => ({
          id: id * 1000 + variant * 100 + step * 10 + element,
          element_type: element === 0 ? 'button' : 'form',
          position: element + 1,
        })),
      })),
    })),
  };
}

/** Imports both websites. */
export async function importTwoWebsites(database: Database): Promise<void> {
  await importCatalog(database, twoWebsites, { encryptionKey, now: new Date('2026-11-01T00:00:00Z') });
}
