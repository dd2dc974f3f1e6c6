import { randomUUID } from 'node:crypto';

export const NOW = new Date('2026-11-14T12:00:00Z');

/** An event of website 1 as a producer would send it. */
export function event(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    event_id: randomUUID(),
    type: 'view',
    website_id: 1,
    visitor_token: randomUUID(),
    occurred_at: '2026-11-10T09:30:00Z',
    ...overrides,
  };
}
