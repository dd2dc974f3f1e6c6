import { EVENT_TYPES } from '@funnel/domain';
import { CAMPAIGNS, type Campaign } from './catalog.ts';
import fc from 'fast-check';

interface Answer {
  field: string;
  field_type: string;
  /** As counted: null if the text is not stored. */
  values: (string | null)[];
  /** As sent. */
  sent: string | string[];
}

interface Product {
  value: string | null;
  selections: number;
  orders: number;
  revenue: number;
}

/** An event with the ids of all its levels, as the recount stores it. */
export interface RawEvent {
  event_id: string;
  type: string;
  website: number;
  campaign: number | null;
  variant: number | null;
  step: number | null;
  element: number | null;
  visitor: string;
  at: string;
  revenue: number | null;
  answers: Answer[];
  products: Product[];
}

export const uuid = (space: number, number: number) =>
  `${space.toString(16).padStart(8, '0')}-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;

const CHOICES = ['Blue', 'Green', 'Red', 'A "quoted, one"'];

const answer = fc.oneof<fc.Arbitrary<Answer>[]>(
  fc.constantFrom(...CHOICES).map((value) => ({
    field: 'Colour',
    field_type: 'radio',
    values: [value],
    sent: value,
  })),
  fc.tuple(fc.subarray(['Cats', 'Dogs', 'Fish'], { minLength: 1 }), fc.boolean()).map(([values, joined]) => ({
    field: 'Animals',
    field_type: 'multi_select',
    values,
    sent: joined ? values.join(', ') : values,
  })),
  fc.constantFrom('ann@example.org', 'bob@example.org').map((sent) => ({
    field: 'E-mail',
    field_type: 'email',
    values: [null],
    sent,
  })),
  fc.constant({ field: 'Colour', field_type: 'dropdown', values: [null], sent: '' }),
);

const product: fc.Arbitrary<Product> = fc.record({
  value: fc.constantFrom('Chair', 'Table', 'Lamp', 'chair', 'Äpfel', null),
  selections: fc.nat(3),
  orders: fc.nat(2),
  revenue: fc.nat(9_999).map((cents) => cents / 100),
});

export interface EventOptions {
  count: number;
  seed: number;
  from: string;
  to: string;
  visitors: number;
  campaigns?: readonly Campaign[];
  /** From 0 (only the website) to 4 (down to the element). */
  minDepth?: number;
}

/** Random events of few, returning visitors at all levels. The same seed gives the same events. */
export function randomEvents(options: EventOptions): RawEvent[] {
  const { count, seed, from, to, visitors, campaigns = CAMPAIGNS, minDepth = 0 } = options;
  const first = Date.parse(`${from}T00:00:00Z`);
  const last = Date.parse(`${to}T23:59:59Z`);
  const arbitrary = fc.record({
    campaign: fc.constantFrom(...campaigns),
    variant: fc.nat(2),
    step: fc.nat(1),
    element: fc.nat(1),
    depth: fc.integer({ min: minDepth, max: 4 }),
    type: fc.constantFrom(...EVENT_TYPES, 'view' as const),
    visitor: fc.nat(visitors - 1),
    // A third of the events are in the last weeks, where most windows are.
    at: fc.oneof(
      { weight: 2, arbitrary: fc.integer({ min: first, max: last }) },
      { weight: 1, arbitrary: fc.integer({ min: Math.max(first, last - 40 * 86_400_000), max: last }) },
    ),
    cents: fc.option(fc.nat(100_000)),
    answers: fc.array(answer, { maxLength: 2 }),
    products: fc.array(product, { maxLength: 2 }),
  });
  return fc.sample(arbitrary, { numRuns: count, seed }).map((drawn, index) => {
    const { campaign, depth, type } = drawn;
    const variant = campaign.variants[drawn.variant % campaign.variants.length];
    const step = variant?.steps[drawn.step];
    const element = step?.elements[drawn.element];
    return {
      event_id: uuid(seed, index),
      type,
      website: campaign.website_id,
      campaign: depth > 0 ? campaign.id : null,
      variant: depth > 1 ? (variant?.id ?? null) : null,
      step: depth > 2 ? (step?.id ?? null) : null,
      element: depth > 3 ? (element?.id ?? null) : null,
      visitor: uuid(1, drawn.visitor),
      at: new Date(drawn.at).toISOString(),
      revenue: type === 'order' && drawn.cents !== null ? drawn.cents / 100 : null,
      answers: depth > 3 ? drawn.answers : [],
      products: depth > 3 ? drawn.products : [],
    };
  });
}

/** The event as a producer sends it; every third one names only its deepest subject, which implies the others. */
export function wireEvent(event: RawEvent, index = 0): Record<string, unknown> {
  const { campaign, variant, step, element } = event;
  const deepest = element !== null ? { element_id: element } : step !== null ? { step_id: step } : {};
  const chain = { campaign_id: campaign, variant_id: variant, step_id: step, element_id: element };
  return {
    event_id: event.event_id,
    type: event.type,
    website_id: event.website,
    ...(index % 3 === 0 && step !== null ? deepest : chain),
    visitor_token: event.visitor,
    occurred_at: event.at,
    revenue: event.revenue,
    fields: event.answers.map(({ field, field_type, sent }) => ({ field, field_type, value: sent })),
    products: event.products,
  };
}
