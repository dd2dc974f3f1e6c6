import { randomUUID } from 'node:crypto';
import { type Day, formatDay } from '@funnel/domain';
import { partId, range, type Shape } from '../data/bench-data.ts';

/** What a website has: one of everything; or three campaigns, of which the first has two variants with two steps and two elements each. */
export type Website = 'one of each' | 'three campaigns';

/** Its catalog. The second and the third campaign use one part of each. */
export const SHAPES: Record<Website, Shape> = {
  'one of each': { campaigns: 1, variants: 1, steps: 1, elements: 1 },
  'three campaigns': { campaigns: 3, variants: 2, steps: 2, elements: 2 },
};

/** Every visitor views; so many of a hundred do the rest. */
const SHARES = { view: 100, conversion: 20, submission: 10, order: 5 };
/** Its multiples are spread evenly, also over few visitors. */
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

/** Whether the visitor with this number is one of so many of a hundred. */
const isOneOf = (n: number, share: number) => ((n * GOLDEN_RATIO) % 1) * 100 < share;

/** The events of a day, visitor by visitor. */
export function visitsOfDay(website: Website, visitors: number, day: Day): object[] {
  const occurred_at = `${formatDay(day)}T09:00:00Z`;
  return range(visitors).flatMap((n) => {
    const visitor = { website_id: 1, visitor_token: randomUUID(), occurred_at };
    return (website === 'one of each' ? inOneStep(n) : inSomeCampaign(n)).map((event) => ({
      event_id: randomUUID(),
      ...visitor,
      ...event,
    }));
  });
}

function inOneStep(n: number, element = partId(1, 0, 0, 0)): object[] {
  return Object.entries(SHARES)
    .filter(([, share]) => isOneOf(n, share))
    .map(([type]) => ({ type, element_id: element, ...(type === 'order' && { revenue: 24.9 }) }));
}

/** A third of the visitors sees each campaign. In the first one half sees each variant, and who converts goes on to the second step. */
function inSomeCampaign(n: number): object[] {
  const [place, campaign] = [Math.floor(n / 3), 1 + (n % 3)];
  if (campaign > 1) return inOneStep(place, partId(campaign, 0, 0, 0));
  const [visitor, variant] = [Math.floor(place / 2), place % 2];
  const element = (step: number) => partId(1, variant, step, visitor % 2);
  return [
    { type: 'view', element_id: element(0) },
    ...(isOneOf(visitor, SHARES.conversion)
      ? [
          { type: 'conversion', element_id: element(0) },
          { type: 'view', element_id: element(1) },
        ]
      : []),
    ...(isOneOf(visitor, SHARES.submission) ? [{ type: 'submission', element_id: element(1) }] : []),
    ...(isOneOf(visitor, SHARES.order) ? [{ type: 'order', element_id: element(1), revenue: 24.9 }] : []),
  ];
}
