import { EXAMPLE_ANSWERS } from './example-answers.ts';
import { RESOURCE_ANSWERS } from './resource-answers.ts';

export interface Example {
  parameters: Readonly<Record<string, string | number | boolean>>;
  /** Of operations that take one. */
  body?: unknown;
  answer: unknown;
}

const PARAMETERS: Readonly<Record<string, Example['parameters']>> = {
  list_websites: {},
  get_website_report: {
    timeframe: 'custom',
    range_start: '2026-11-01',
    range_end: '2026-11-14',
    group_by: 'week',
  },
  get_website_insights: {},
  list_campaigns: { timeframe: 'last_30_days', sort: 'conversion_rate', per_page: 10 },
  get_campaign_report: { id: 101, timeframe: 'this_month' },
  list_experiments: { timeframe: 'last_30_days', limit: 10 },
  get_variant_report: { id: 201, timeframe: 'last_7_days', previous_period: true },
  get_step_report: { id: 301, timeframe: 'this_month', count_type: 'total' },
  get_element_report: { id: 401, timeframe: 'this_quarter', group_by: 'month' },
  get_account_performance: { timeframe: 'last_7_days' },
  list_areas: {},
  list_contacts: { email: 'ada@example.com' },
  upsert_contact: {},
  delete_contact: { email: 'ada@example.com' },
  list_ctas: {},
  get_website: {},
};

const BODIES: Readonly<Record<string, unknown>> = {
  upsert_contact: {
    email: 'ada@example.com',
    phone: '+44 20 7946 0000',
    first_name: 'Ada',
    last_name: 'Lovelace',
    visitor_token: '0b7d3c52-8a4e-4a0b-9d0e-3f5a7c1e2b64',
    tags: ['newsletter', 'spring'],
    favourite_room: 'Kitchen',
  },
};

/** By operation. A test asks each of them of the application and compares the answers. */
export const EXAMPLES: Readonly<Record<string, Example>> = Object.fromEntries(
  Object.entries(PARAMETERS).map(([tool, parameters]) => [
    tool,
    {
      parameters,
      ...(tool in BODIES ? { body: BODIES[tool] } : {}),
      answer: EXAMPLE_ANSWERS[tool] ?? RESOURCE_ANSWERS[tool],
    },
  ]),
);
