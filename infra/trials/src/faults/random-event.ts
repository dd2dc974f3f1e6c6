import { randomUUID } from 'node:crypto';

const TYPES = ['view', 'view', 'view', 'conversion', 'completion', 'submission', 'subscribe', 'order'];
const VISITORS = 400;
const DAYS = 12;

/** An event of the last days, in the form in which it is sent. */
export function randomEvent(website: number, campaign: number) {
  const type = TYPES[Math.floor(Math.random() * TYPES.length)] ?? 'view';
  return {
    event_id: randomUUID(),
    type,
    website_id: website,
    campaign_id: campaign,
    visitor_token: `00000000-0000-4000-8000-${String(Math.floor(Math.random() * VISITORS)).padStart(12, '0')}`,
    occurred_at: new Date(Date.now() - Math.floor(Math.random() * DAYS * 86_400_000)).toISOString(),
    ...(type === 'order' ? { revenue: Math.floor(Math.random() * 10_000) / 100 } : {}),
  };
}
