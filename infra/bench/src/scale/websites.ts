import { randomUUID } from 'node:crypto';
import { type Day, formatDay } from '@funnel/domain';
import { partId, range, type Shape } from '../data/bench-data.ts';

/** One website in so many is large: it has visitors all year, and more campaigns. */
const LARGE_EVERY = 500;
/** A small website has visitors in one of so many weeks: one a year. */
const SMALL_EVERY_WEEKS = 52;
const SMALL = { campaigns: 1, variants: 1, events: 4 };
const LARGE = { campaigns: 3, variants: 2, events: 36 };
const WEEK_DAYS = 7;
const TYPES = ['view', 'conversion', 'submission', 'view', 'order', 'view'] as const;

const isLarge = (website: number) => website % LARGE_EVERY === 1;
const profileOf = (website: number) => (isLarge(website) ? LARGE : SMALL);

/** How much of each a website has. */
export function shapeOf(website: number): Shape {
  const { campaigns, variants } = profileOf(website);
  return { campaigns, variants, steps: 1, elements: 1 };
}

/** The websites with visitors in a week, counted from the first. */
export function visitedWebsites(websites: number, week: number): number[] {
  return range(websites)
    .map((n) => n + 1)
    .filter((id) => isLarge(id) || (id + week) % SMALL_EVERY_WEEKS === 0);
}

/** What the visitors of a website do in the week that begins on `monday`. */
export function eventsOfWeek(website: number, monday: Day): object[] {
  return range(WEEK_DAYS).flatMap((day) => eventsOfDay(website, monday + day));
}

function eventsOfDay(website: number, day: Day): object[] {
  const { campaigns, variants, events } = profileOf(website);
  return range(events).map((n) => {
    const type = TYPES[n % TYPES.length];
    const visit = Math.floor(n / TYPES.length);
    return {
      event_id: randomUUID(),
      type,
      website_id: website,
      element_id: partId(1 + (visit % campaigns), visit % variants, 0, 0),
      visitor_token: randomUUID(),
      occurred_at: `${formatDay(day)}T09:00:00Z`,
      ...(type === 'order' && {
        revenue: 24.9,
        products: [{ value: 'Blend', selections: 1, orders: 1, revenue: 24.9 }],
      }),
      ...(type === 'submission' && {
        fields: [{ field: 'Roast', field_type: 'radio', value: visit % 2 === 0 ? 'dark' : 'light' }],
      }),
    };
  });
}
