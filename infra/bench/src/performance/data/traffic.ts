import { seededRandom, seededUuid } from './random.ts';

/** The time that windows end at. Fixed, so that cached data does not age. */
export const NOW = new Date('2026-11-14T12:00:00Z');
/** How many campaigns the website has. */
export const CAMPAIGNS = 200;
/** Over how many days the events are spread. */
export const DAYS = 730;
/** The website of all events. */
export const WEBSITE = 1;

/** An event as any analytics product would store it. */
export interface BenchEvent {
  event_id: string;
  type: string;
  website_id: number;
  campaign_id: number;
  variant_id: number;
  step_id: number;
  element_id: number;
  visitor_token: string;
  occurred_at: string;
  /** Only for orders. */
  revenue?: number;
}

const SEED = 20_261_114;
const EVENT_SALT = 0x5eed;
const VISITOR_SALT = 0x7151707;
const DAY_MS = 86_400_000;
const EVENTS_PER_VISITOR = 6;
/** Out of 100 events. */
const TYPES = Object.entries({
  view: 60,
  conversion: 17,
  completion: 8,
  submission: 6,
  subscribe: 5,
  order: 4,
}).flatMap(([type, share]) => Array.from({ length: share }, () => type));

/**
 * Two years of events in chronological order, the same in every run. A few campaigns get most of them: one in six is
 * of the first campaign. Visitors return: half within six weeks, some after a year.
 */
export function* benchEvents(events: number): Generator<BenchEvent> {
  const random = seededRandom(SEED);
  const pick = (length: number) => Math.floor(random() * length);
  const from = NOW.getTime() - DAYS * DAY_MS;
  for (let n = 0; n < events; n++) {
    const campaign = 1 + Math.floor(CAMPAIGNS * random() ** 3);
    const variant = campaign * 10 + pick(2);
    const step = variant * 10 + pick(2);
    const type = TYPES[pick(TYPES.length)] ?? 'view';
    const visitorsSoFar = 1 + n / EVENTS_PER_VISITOR;
    yield {
      event_id: seededUuid(n, EVENT_SALT),
      type,
      website_id: WEBSITE,
      campaign_id: campaign,
      variant_id: variant,
      step_id: step,
      element_id: step * 10 + pick(2),
      visitor_token: seededUuid(Math.floor(visitorsSoFar * (1 - random() ** 4)), VISITOR_SALT),
      occurred_at: new Date(from + ((n + 1) / events) * DAYS * DAY_MS).toISOString(),
      ...(type === 'order' && { revenue: pick(10_000) / 100 }),
    };
  }
}
