import { randomUUID } from 'node:crypto';
import { newVisitorToken } from '@funnel/testing';

/** A view of website 11, with a new id. */
export function viewOf(websiteId = 11, more: object = {}) {
  return {
    event_id: randomUUID(),
    type: 'view',
    website_id: websiteId,
    visitor_token: newVisitorToken(),
    occurred_at: '2026-11-14T10:00:00Z',
    ...more,
  };
}

/** Several of them. */
export function viewsOf(count: number, websiteId = 11) {
  return Array.from({ length: count }, () => viewOf(websiteId));
}

/** Newline-delimited JSON. */
export function linesOf(events: readonly unknown[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join('');
}
