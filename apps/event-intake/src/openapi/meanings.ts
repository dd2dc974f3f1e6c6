import { meaningOf, type Meanings } from '@funnel/service';

const DATED = {
  created_at: 'When it was created; by default the time of this request.',
  updated_at: 'When it was changed; by default the time of this request.',
};

/** What fields mean whose schemas do not say it. */
export const MEANINGS: Meanings = {
  ...DATED,
  type: 'What the visitor did.',
  'fields.field': 'The name of the field.',
  field_type: 'The kind of the field, such as radio or email.',
  'Catalog.websites': 'Websites of the token.',
  'Catalog.areas': 'Places where campaigns are shown.',
  'Catalog.campaigns': 'Campaigns, with their variants, steps and elements.',
  'CatalogSummary.*': 'How many were created or changed.',
  variants: 'The variants of the campaign; more than one is a test.',
  steps: 'The steps of the variant, in their order.',
  elements: 'The elements of the step, in their order.',
  id: 'Chosen by the platform; unique for its kind in a website.',
  'websites.id': 'A website of the token.',
  website_id: 'The website that it belongs to.',
  name: 'The name.',
  'websites.name': 'The root domain.',
  currency: 'ISO 4217; fixed from the first event on. By default USD.',
  page_path: 'The page on which it is shown; by default `/`.',
  cta_type: 'The form of the campaign.',
  test_type: 'By default `none`.',
  status: 'By default `live`.',
  published_at: 'When it was published; null if it was not.',
  variation: 'The letter of the variant; by default by its place in the list: a, b, c.',
  traffic_percentage: 'The share of visitors who are meant to see it; by default 0.',
  position: 'The place in the order, from 1; by default by its place in the list.',
  element_type: 'The kind of the element.',
  'websites.data': 'Further values: texts, numbers and booleans.',
  ...meaningOf('variants.name steps.name elements.name', 'The name; null without one.'),
  ...meaningOf('listener active', 'For the platform itself; by default true.'),
  ...meaningOf(
    'test blacklisted powered_by archived premium support',
    'For the platform itself; by default false.',
  ),
  ...meaningOf('script_type brand sub_domain plan_type', 'For the platform itself.'),
  ...meaningOf(
    'conversions completions user_id url published visitors_count screenshot context research context_last_updated',
    'Ignored; accepted, so that a record that you read can be sent back.',
  ),
};
