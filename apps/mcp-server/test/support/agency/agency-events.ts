import { NOW } from '@funnel/fixtures';
import { CAMPAIGNS, JOURNAL, POP_UP, SHOP, websiteIdOf } from './agency-catalog.ts';

interface SoldProduct {
  value: string;
  cents: number;
}

/** An event with the ids of all its levels, as the recount reads it. */
export interface RawEvent {
  type: string;
  at: string;
  visitor: number;
  website: number;
  campaign?: number;
  variant?: number;
  step?: number;
  element?: number;
  cents?: number;
  answer?: { field: string; field_type: string; value: string };
  product?: SoldProduct;
}

type Campaign = (typeof CAMPAIGNS)[number];
const PRODUCTS: SoldProduct[] = [
  { value: 'Linen shirt', cents: 8_950 },
  { value: 'Oak stool', cents: 12_900 },
  { value: 'Clay cup', cents: 1_850 },
];
const ROOMS = ['Kitchen', 'Bedroom', 'Bedroom', 'Studio'];
/** When the archived campaign ended. */
const SALE_END = Date.parse('2026-10-12T00:00:00Z');
const DAY_MS = 86_400_000;

/** Events of few, returning visitors, so that distinct counts are exact. The same events every time. */
export function agencyEvents(): RawEvent[] {
  const random = randomOf(41);
  const pick = <Item>(items: readonly Item[]): Item => {
    const [item] = items.slice(random(items.length)) as [Item];
    return item;
  };
  const campaignsOf = (name: string) =>
    CAMPAIGNS.filter(({ website_id }) => website_id === websiteIdOf(name));
  const first = Date.parse('2026-03-01T08:00:00Z');
  const events: RawEvent[] = [];
  for (let day = first; day < NOW.getTime(); day += DAY_MS) {
    // Visits increase over time, so that periods differ.
    for (let visit = 0; visit < 8 + random(3 + Math.floor((day - first) / (60 * DAY_MS))); visit++) {
      const name = pick([SHOP, SHOP, SHOP, JOURNAL, ...(day > first + 200 * DAY_MS ? [POP_UP] : [])]);
      const running = campaignsOf(name).filter(({ status }) => status === 'live' || day < SALE_END);
      const campaign = random(10) < 6 ? pick(running.slice(0, 4)) : pick(running);
      const at = new Date(day + random(4 * 3_600) * 1_000).toISOString();
      events.push(...visitOf({ campaign, at, visitor: websiteIdOf(name) * 1_000 + random(400) }));
    }
  }
  return events;

  /** Goes through the steps until the visitor leaves; the last step completes the funnel. */
  function visitOf({
    campaign,
    at,
    visitor,
  }: {
    campaign: Campaign;
    at: string;
    visitor: number;
  }): RawEvent[] {
    const base = { at, visitor, website: campaign.website_id };
    if (random(12) === 0) return [{ ...base, type: 'view' }];
    const variant = pick(campaign.variants);
    const visited: RawEvent[] = [];
    for (const [place, step] of variant.steps.entries()) {
      const chain = { ...base, campaign: campaign.id, variant: variant.id, step: step.id };
      visited.push({ ...chain, type: 'view' });
      const element = pick(step.elements);
      const on = { ...chain, element: element.id };
      // The second variant converts better.
      if (random(100) >= 45 + 20 * Number(variant.variation === 'b')) return visited;
      visited.push({ ...on, type: 'conversion', ...answerTo(element.element_type) });
      if (['form', 'quiz', 'survey'].includes(element.element_type))
        visited.push({ ...on, type: 'submission' });
      if (element.element_type === 'form' && random(2) === 0) visited.push({ ...on, type: 'subscribe' });
      if (element.element_type === 'products') visited.push(orderOf(on));
      if (place === variant.steps.length - 1) visited.push({ ...on, type: 'completion' });
    }
    return visited;
  }

  function answerTo(elementType: string): Pick<RawEvent, 'answer'> {
    if (elementType === 'form')
      return { answer: { field: 'E-mail', field_type: 'email', value: `visitor${random(99)}@example.com` } };
    if (elementType !== 'quiz' && elementType !== 'survey') return {};
    return { answer: { field: 'Room', field_type: elementType, value: pick(ROOMS) } };
  }

  function orderOf(on: Omit<RawEvent, 'type'>): RawEvent {
    const product = pick(PRODUCTS);
    return { ...on, type: 'order', cents: product.cents, product };
  }
}

/** The event as a producer sends it. */
export function wireEvent(event: RawEvent, index: number): Record<string, unknown> {
  const { type, at, visitor, website, campaign, variant, step, element, cents, answer, product } = event;
  return {
    event_id: uuid(4_100_000 + index),
    type,
    occurred_at: at,
    visitor_token: uuid(visitor),
    website_id: website,
    campaign_id: campaign,
    variant_id: variant,
    step_id: step,
    element_id: element,
    ...(cents === undefined ? {} : { revenue: cents / 100 }),
    ...(answer ? { fields: [answer] } : {}),
    ...(product
      ? { products: [{ value: product.value, selections: 1, orders: 1, revenue: product.cents / 100 }] }
      : {}),
  };
}

function uuid(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** A seeded generator of integers below a limit. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
