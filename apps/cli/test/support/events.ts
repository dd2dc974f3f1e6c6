import { randomUUID } from 'node:crypto';
import { newVisitorToken } from '@funnel/testing';

/** Two websites with one campaign each. */
export const catalog = {
  accounts: [{ id: 1, name: 'Acme' }],
  websites: [
    { id: 1, account_id: 1, name: 'acme.example', currency: 'EUR' },
    { id: 2, account_id: 1, name: 'other.example', currency: 'EUR' },
  ],
  campaigns: [1, 2].map((website_id) => ({
    id: website_id,
    website_id,
    name: `Campaign ${website_id}`,
    cta_type: 'page',
    variants: [
      {
        id: website_id * 10,
        steps: [{ id: website_id * 100, elements: [{ id: website_id * 1000, element_type: 'form' }] }],
      },
    ],
  })),
};

/** A valid view of website 1, with the overrides of a test. */
export function event(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    event_id: randomUUID(),
    type: 'view',
    website_id: 1,
    visitor_token: newVisitorToken(),
    occurred_at: '2026-10-10T09:30:00Z',
    ...overrides,
  };
}
