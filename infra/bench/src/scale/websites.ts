import { randomUUID } from 'node:crypto';
import { type Day, formatDay } from '@funnel/domain';

/** One website in so many is large: it has visitors all year, and more campaigns. */
const LARGE_EVERY = 500;
/** A small website has visitors in one of so many weeks: one a year. */
const SMALL_EVERY_WEEKS = 52;
const SMALL = { campaigns: 1, variants: 1, events: 4 };
const LARGE = { campaigns: 3, variants: 2, events: 36 };
const WEEK_DAYS = 7;
const TYPES = ['view', 'conversion', 'submission', 'view', 'order', 'view'] as const;

const range = (length: number) => Array.from({ length }, (_, n) => n);
const isLarge = (website: number) => website % LARGE_EVERY === 1;
const profileOf = (website: number) => (isLarge(website) ? LARGE : SMALL);
/** Variant, step and element have the same number. */
const partOf = (campaign: number, variant: number) => campaign * 10 + variant;

/** The catalog: websites from id 1, of accounts with up to ten. */
export function catalogOf(websites: number): object {
  const ids = range(websites).map((n) => n + 1);
  const accountOf = (id: number) => Math.ceil(id / 10);
  return {
    accounts: [...new Set(ids.map(accountOf))].map((id) => ({ id, name: `Account ${id}` })),
    websites: ids.map((id) => ({ id, account_id: accountOf(id), name: `site-${id}.example` })),
    campaigns: ids.flatMap((website_id) =>
      range(profileOf(website_id).campaigns).map((n) => ({
        id: n + 1,
        website_id,
        name: `Campaign ${n + 1}`,
        cta_type: 'overlay',
        variants: range(profileOf(website_id).variants).map((v) => {
          const id = partOf(n + 1, v);
          return {
            id,
            variation: 'ab'[v],
            traffic_percentage: Math.round(100 / profileOf(website_id).variants),
            steps: [{ id, position: 1, elements: [{ id, element_type: 'form' }] }],
          };
        }),
      })),
    ),
  };
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
      element_id: partOf(1 + (visit % campaigns), visit % variants),
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
