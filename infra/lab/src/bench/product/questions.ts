import type { OperationName } from '@funnel/operations';

/** A report with its parameters. */
export interface Question {
  title: string;
  operation: OperationName;
  parameters: Readonly<Record<string, string | number | boolean>>;
}

const LAST_30 = { timeframe: 'last_30_days' };

/** Every report at least once. The subjects are of the first campaign, which has the most traffic. */
const QUESTIONS = {
  website_30: {
    title: 'website, 30 days',
    operation: 'get_website_report',
    parameters: LAST_30,
  },
  website_365: {
    title: 'website, 365 days',
    operation: 'get_website_report',
    parameters: { timeframe: 'last_365_days' },
  },
  website_series: {
    title: 'website, 90 days by day, previous period',
    operation: 'get_website_report',
    parameters: { timeframe: 'last_90_days', group_by: 'day', previous_period: true },
  },
  campaigns_30: {
    title: 'campaigns by views, 30 days',
    operation: 'list_campaigns',
    parameters: { ...LAST_30, sort: 'views' },
  },
  campaigns_365: {
    title: 'campaigns by views, 365 days',
    operation: 'list_campaigns',
    parameters: { timeframe: 'last_365_days', sort: 'views' },
  },
  campaigns_all: {
    title: 'campaigns by revenue, all time',
    operation: 'list_campaigns',
    parameters: { timeframe: 'all_time', sort: 'revenue' },
  },
  campaign_30: {
    title: 'one campaign, 30 days',
    operation: 'get_campaign_report',
    parameters: { id: 1, ...LAST_30 },
  },
  variant_30: {
    title: 'one variant, 30 days',
    operation: 'get_variant_report',
    parameters: { id: 10, ...LAST_30 },
  },
  step_30: {
    title: 'one step, 30 days',
    operation: 'get_step_report',
    parameters: { id: 100, ...LAST_30 },
  },
  element_30: {
    title: 'one element, 30 days',
    operation: 'get_element_report',
    parameters: { id: 1000, ...LAST_30 },
  },
  account_30: {
    title: 'account performance, 30 days',
    operation: 'get_account_performance',
    parameters: LAST_30,
  },
  experiments_30: {
    title: 'experiments, 30 days',
    operation: 'list_experiments',
    parameters: LAST_30,
  },
  insights: { title: 'insights of a website', operation: 'get_website_insights', parameters: {} },
  websites: { title: 'list of websites', operation: 'list_websites', parameters: {} },
} as const satisfies Record<string, Question>;

/** The name of a question. */
export type QuestionName = keyof typeof QUESTIONS;

/** All names. */
export const QUESTION_NAMES = Object.keys(QUESTIONS) as QuestionName[];

/** A question by its name. */
export function questionOf(name: QuestionName): Question {
  return QUESTIONS[name];
}
