import type { OperationName } from '@funnel/operations';

export interface Question {
  title: string;
  operation: OperationName;
  parameters: Readonly<Record<string, string | number | boolean>>;
}

const LAST_30 = { timeframe: 'last_30_days' };
const LAST_365 = { timeframe: 'last_365_days' };
const SERIES = { timeframe: 'last_90_days', group_by: 'day', previous_period: true };

/** Every report at least once. The subjects are of the first campaign, which has the most traffic. */
const QUESTIONS = {
  website_30: ['website, 30 days', 'get_website_report', LAST_30],
  website_365: ['website, 365 days', 'get_website_report', LAST_365],
  website_series: ['website, 90 days by day, previous period', 'get_website_report', SERIES],
  campaigns_30: ['campaigns by views, 30 days', 'list_campaigns', { ...LAST_30, sort: 'views' }],
  campaigns_365: ['campaigns by views, 365 days', 'list_campaigns', { ...LAST_365, sort: 'views' }],
  campaigns_all: [
    'campaigns by revenue, all time',
    'list_campaigns',
    { timeframe: 'all_time', sort: 'revenue' },
  ],
  campaign_30: ['one campaign, 30 days', 'get_campaign_report', { id: 1, ...LAST_30 }],
  variant_30: ['one variant, 30 days', 'get_variant_report', { id: 10, ...LAST_30 }],
  step_30: ['one step, 30 days', 'get_step_report', { id: 100, ...LAST_30 }],
  element_30: ['one element, 30 days', 'get_element_report', { id: 1000, ...LAST_30 }],
  account_30: ['account performance, 30 days', 'get_account_performance', LAST_30],
  experiments_30: ['experiments, 30 days', 'list_experiments', LAST_30],
  insights: ['insights of a website', 'get_website_insights', {}],
  websites: ['list of websites', 'list_websites', {}],
} as const satisfies Record<string, readonly [string, OperationName, Question['parameters']]>;

export type QuestionName = keyof typeof QUESTIONS;

export const QUESTION_NAMES = Object.keys(QUESTIONS) as QuestionName[];

export function questionOf(name: QuestionName): Question {
  const [title, operation, parameters] = QUESTIONS[name];
  return { title, operation, parameters };
}
