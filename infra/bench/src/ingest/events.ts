import { randomUUID } from 'node:crypto';

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

const TYPES = ['view', 'view', 'view', 'view', 'conversion', 'completion', 'submission', 'order'];
const SPREAD_MS = 6 * 3_600_000;

/** New events of the last hours, in turn for each of the websites. */
export function newEvents(
  count: number,
  { websites, campaigns }: { websites: number; campaigns: number },
): SentEvent[] {
  const now = Date.now();
  return Array.from({ length: count }, (_, n) => {
    const type = TYPES[n % TYPES.length] ?? 'view';
    return {
      event_id: randomUUID(),
      type,
      website_id: 1 + (n % websites),
      campaign_id: 1 + (n % campaigns),
      visitor_token: randomUUID(),
      occurred_at: new Date(now - Math.floor(Math.random() * SPREAD_MS)).toISOString(),
      ...(type === 'order' ? { revenue: 19.9 } : {}),
    };
  });
}

/** A catalog of websites with the same campaigns. */
export function catalogOf(websites: number, campaigns: number): object {
  const ids = Array.from({ length: websites }, (_, n) => n + 1);
  return {
    accounts: [{ id: 1, name: 'Bench' }],
    websites: ids.map((id) => ({ id, account_id: 1, name: `site-${id}.example` })),
    campaigns: ids.flatMap((website_id) =>
      Array.from({ length: campaigns }, (_, n) => ({
        id: n + 1,
        website_id,
        name: `Campaign ${n + 1}`,
        cta_type: 'bar',
      })),
    ),
  };
}
