import { lastRange } from './calendar.ts';

interface PromptArgument {
  name: string;
  description: string;
  required: boolean;
}

/** A prompt as it is listed, and what it says. Knows no SDK. */
export interface Prompt {
  name: string;
  title: string;
  description: string;
  arguments: readonly PromptArgument[];
  text: (given: PromptValues, now: Date) => string;
}

export type PromptValues = Readonly<Record<string, string | undefined>>;

const websiteId = argument('website_id', 'The website; needed when the token covers several.');
const campaignId = argument('campaign_id', 'The campaign; without it the busiest ones are looked at.');

export const PROMPTS: readonly Prompt[] = [
  {
    name: 'weekly_review',
    title: 'Weekly review',
    description: 'How the last full week went, against the week before, and why.',
    arguments: [websiteId],
    text({ website_id }, now) {
      const { start, end } = lastRange(now, 'week');
      const week = `timeframe=custom, range_start=${start}, range_end=${end}, previous_period=true${of(website_id)}`;
      return [
        `Review the week from ${start} to ${end}.`,
        `1. get_website_report with ${week}, group_by=day.`,
        `2. list_campaigns with ${week}, sort=revenue, then sort=conversions: which campaigns made the change.`,
        '3. get_campaign_report for the one or two campaigns that changed most.',
        '4. get_website_insights for recommendations already made; there may be none yet.',
        'Report the headline numbers with their change in percent, the two or three causes with campaign names, and at most three actions. Do not add up distinct counts.',
      ].join('\n');
    },
  },
  {
    name: 'compare_variants',
    title: 'Compare variants',
    description:
      'Which variant of a campaign or of the running experiments does better, and whether it is certain.',
    arguments: [campaignId, websiteId],
    text: ({ campaign_id, website_id }) =>
      [
        'Compare the variants of an experiment.',
        campaign_id
          ? `1. get_campaign_report with id=${campaign_id}, timeframe=last_90_days${of(website_id)}.`
          : `1. list_experiments with timeframe=last_90_days${of(website_id)}.`,
        '2. For each variant: views, conversion_rate, completion_rate, order_rate, revenue per view.',
        '3. Judge the difference of conversion rates by a two-proportion z-test on views and conversions; below 100 views a variant, say that it is too early.',
        '4. get_variant_report for the best and the worst: at which step they part.',
        'Name the leader, the difference in percentage points, how certain it is, and what to do next.',
      ].join('\n'),
  },
  {
    name: 'find_drop_off',
    title: 'Find the drop-off',
    description: 'At which step of a funnel visitors are lost.',
    arguments: [campaignId, websiteId],
    text: ({ campaign_id, website_id }) =>
      [
        'Find where visitors drop off.',
        campaign_id
          ? `1. get_campaign_report with id=${campaign_id}${of(website_id)}.`
          : `1. list_campaigns with sort=views, status=live, per_page=5${of(website_id)}; then get_campaign_report for each.`,
        '2. get_variant_report for each variant with traffic: compare views of one step with views of the next.',
        '3. get_step_report for the step before the greatest loss, and get_element_report for its elements: which are not used, which answers are frequent.',
        'Report the step with the greatest loss, its numbers (visitors before and after, percent lost), and one change to try.',
      ].join('\n'),
  },
];

/** Prompt arguments are texts; these are all ids, so nothing else can get into what a model is told. */
export function areIds(given: PromptValues): boolean {
  return Object.values(given).every((value) => value === undefined || /^([1-9]\d{0,9})?$/.test(value));
}

function of(website: string | undefined): string {
  return website ? `, website_id=${website}` : '';
}

function argument(name: string, description: string): PromptArgument {
  return { name, description, required: false };
}
