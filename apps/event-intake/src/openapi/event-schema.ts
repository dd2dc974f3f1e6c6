import { EVENT_TYPES, MAX_ID } from '@funnel/domain';

const id = (description: string) => ({ type: 'integer', minimum: 1, maximum: MAX_ID, description });
const money = (description: string) => ({ type: 'number', minimum: 0, multipleOf: 0.01, description });
const uuid = (description: string) => ({ type: 'string', format: 'uuid', description });
const count = (description: string) => ({ type: 'integer', minimum: 0, description });

/** An event, for the component `Event`. Its rules are checked by `@funnel/ingest`. */
export const EVENT_SCHEMA = {
  type: 'object',
  description:
    'Something a visitor did. Unknown keys are ignored, and the answer counts them in `ignored_keys`.',
  required: ['event_id', 'type', 'website_id', 'visitor_token', 'occurred_at'],
  properties: {
    event_id: uuid('Chosen by the sender. Per website, the first event with an id counts.'),
    type: { type: 'string', enum: [...EVENT_TYPES] },
    website_id: id('A website of the token.'),
    campaign_id: id('A deeper id implies those above it.'),
    variant_id: id('A variant of the campaign.'),
    step_id: id('A step of the variant.'),
    element_id: id('An element of the step.'),
    visitor_token: uuid('Identifies the browser: the key of distinct counts.'),
    occurred_at: {
      type: 'string',
      format: 'date-time',
      description:
        'With any offset; at most five minutes in the future. Seconds are 00 to 59: a leap second is refused.',
    },
    revenue: money(
      'What an order was worth when it was placed, at most 2 decimals, 0 by default. Only for orders. Refunds are not counted: send no event for them.',
    ),
    currency: {
      type: 'string',
      pattern: '^[A-Z]{3}$',
      description: 'ISO 4217. If it is not the currency of the website, the event is refused.',
    },
    products: {
      type: 'array',
      description: 'Counted as sent; needs an element.',
      items: {
        type: 'object',
        properties: {
          value: { type: ['string', 'null'], maxLength: 200, description: 'The name of the product.' },
          selections: count('How often it was selected.'),
          orders: count('How often it was ordered.'),
          revenue: money('What it earned.'),
        },
      },
    },
    fields: {
      type: 'array',
      description: 'The answers of a form, survey or quiz; needs an element. Only choices are kept by value.',
      items: {
        type: 'object',
        required: ['field', 'field_type'],
        properties: {
          field: { type: 'string', minLength: 1, maxLength: 200 },
          field_type: { type: 'string', minLength: 1, maxLength: 200 },
          value: { description: 'A text, number or boolean, or an array of these.' },
        },
      },
    },
  },
};

/** An order of the demo data. */
export const EXAMPLE_EVENT = {
  event_id: '0190c3f2-0000-7000-8000-000000000001',
  type: 'order',
  website_id: 1,
  element_id: 101_121,
  visitor_token: '0190c3f2-7b1e-7cc3-98c4-dc0c0c07398f',
  occurred_at: '2026-11-14T09:30:00Z',
  revenue: 49.9,
  products: [{ value: 'Linen', selections: 1, orders: 1, revenue: 49.9 }],
};

/** A view of another website, which a token of website 1 may not write. */
export const EXAMPLE_FOREIGN_EVENT = {
  event_id: '0190c3f2-0000-7000-8000-000000000002',
  type: 'view',
  website_id: 21,
  visitor_token: '0190c3f2-7b1e-7cc3-98c4-dc0c0c07398f',
  occurred_at: '2026-11-14T09:31:00Z',
};
