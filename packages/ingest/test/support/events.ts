import { randomUUID } from 'node:crypto';
import { newVisitorToken } from '@funnel/testing';

/** The current time in these tests. */
export const NOW = new Date('2026-11-14T12:00:00Z');

/** A raw view of website 1, with overrides. */
export function event(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    event_id: randomUUID(),
    type: 'view',
    website_id: 1,
    visitor_token: newVisitorToken(),
    occurred_at: '2026-11-10T09:30:00Z',
    ...overrides,
  };
}
