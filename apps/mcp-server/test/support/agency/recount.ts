import { CAMPAIGNS, websiteIdOf } from './agency-catalog.ts';
import type { RawEvent } from './agency-events.ts';

/** The first and the last day, both included. */
export type Span = readonly [from: string, to: string];

/** A website, or a part of one of its campaigns. Steps and elements are numbered from 1. */
export interface Subject {
  website: string;
  campaign?: string;
  variation?: string;
  step?: number;
  element?: number;
}

const COUNTED = {
  views: 'view',
  conversions: 'conversion',
  completions: 'completion',
  submissions: 'submission',
  subscribes: 'subscribe',
} as const;

/** Counts of the raw events. */
export type Recount = ReturnType<typeof createRecount>;

/** Counts the raw events one by one: shares no code with the service. */
export function createRecount(events: readonly RawEvent[]) {
  const within = ([from, to]: Span) =>
    events.filter(({ at }) => at.slice(0, 10) >= from && at.slice(0, 10) <= to);

  /** The metrics of a subject, named as in a report. */
  function of(subject: Subject, span: Span, countType: 'distinct' | 'total' = 'distinct') {
    const ids = idsOf(subject);
    const own = within(span).filter((event) => belongs(event, ids));
    // An element has the views of its step.
    const viewed = within(span).filter((event) => belongs(event, { ...ids, element: undefined }));
    const count = (type: string) => {
      const visitors = (type === 'view' ? viewed : own)
        .filter((event) => event.type === type)
        .map(({ visitor }) => visitor);
      return countType === 'total' ? visitors.length : new Set(visitors).size;
    };
    const counts = {
      views: count(COUNTED.views),
      conversions: count(COUNTED.conversions),
      completions: count(COUNTED.completions),
      submissions: count(COUNTED.submissions),
      subscribes: count(COUNTED.subscribes),
    };
    const orders = own.filter(({ type }) => type === 'order');
    const cents = orders.reduce((sum, order) => sum + (order.cents ?? 0), 0);
    return {
      ...counts,
      orders: orders.length,
      revenue: cents / 100,
      conversion_rate: percent(counts.conversions, counts.views),
      completion_rate: percent(counts.completions, counts.views),
      subscribe_rate: percent(counts.subscribes, counts.views),
      order_rate: percent(orders.length, counts.views),
      aov: orders.length === 0 ? 0 : Math.round(cents / orders.length) / 100,
    };
  }

  /** How many visitors gave each answer, most frequent first. */
  function answers(subject: Subject, span: Span): { value: string; count: number }[] {
    const visitors = new Map<string, Set<number>>();
    for (const { visitor, answer, ...event } of within(span)) {
      if (!answer || !belongs({ visitor, ...event }, idsOf(subject))) continue;
      visitors.set(answer.value, (visitors.get(answer.value) ?? new Set()).add(visitor));
    }
    return [...visitors]
      .map(([value, who]) => ({ value, count: who.size }))
      .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1));
  }

  /** The orders and the revenue of a product. */
  function product(value: string, subject: Subject, span: Span): { orders: number; revenue: number } {
    const sold = within(span)
      .filter((event) => belongs(event, idsOf(subject)))
      .flatMap((event) => (event.product?.value === value ? [event.product.cents] : []));
    return { orders: sold.length, revenue: sold.reduce((sum, cents) => sum + cents, 0) / 100 };
  }

  return { of, answers, product };
}

/** The change in percent, from the reported values. */
export function changeOf(now: number, before: number): number | null {
  return before === 0 ? null : percent(now - before, before);
}

/** The names of a website's campaigns, oldest first. */
export function campaignNames(website: string): string[] {
  return CAMPAIGNS.filter(({ website_id }) => website_id === websiteIdOf(website)).map(({ name }) => name);
}

type Ids = Record<'website' | 'campaign' | 'variant' | 'step' | 'element', number | undefined>;

function idsOf({ website, campaign, variation, step, element }: Subject): Ids {
  const websiteId = websiteIdOf(website);
  const ofCampaign =
    campaign && known(CAMPAIGNS.find((one) => one.name === campaign && one.website_id === websiteId));
  const ofVariant =
    ofCampaign && variation && known(ofCampaign.variants.find((one) => one.variation === variation));
  const ofStep = ofVariant && step && known(ofVariant.steps[step - 1]);
  const ofElement = ofStep && element && known(ofStep.elements[element - 1]);
  return {
    website: websiteId,
    campaign: idOf(ofCampaign),
    variant: idOf(ofVariant),
    step: idOf(ofStep),
    element: idOf(ofElement),
  };
}

function idOf(subject: { id: number } | string | number | undefined): number | undefined {
  return typeof subject === 'object' ? subject.id : undefined;
}

function known<Item>(item: Item | undefined): Item {
  if (item === undefined) throw new Error('The agency has no such subject');
  return item;
}

function belongs(event: RawEvent, ids: Ids): boolean {
  return (['website', 'campaign', 'variant', 'step', 'element'] as const).every(
    (level) => ids[level] === undefined || event[level] === ids[level],
  );
}

function percent(part: number, whole: number): number {
  const size = whole === 0 ? 0 : Math.round(Math.abs(part / whole) * 10_000) / 100;
  return part < 0 && size > 0 ? -size : size;
}
