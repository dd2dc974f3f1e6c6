import { lastRange } from './calendar.ts';

interface PromptArgument {
  name: string;
  description: string;
  required: boolean;
}

/** A prompt as it is listed, and its text. Independent of the SDKs. */
export interface Prompt {
  name: string;
  title: string;
  description: string;
  arguments: readonly PromptArgument[];
  text: (given: PromptValues, now: Date) => string;
}

export type PromptValues = Readonly<Record<string, string | undefined>>;

const websiteId = argument('website_id', 'The website. Required if the token covers several.');
const campaignId = argument('campaign_id', 'The campaign. Without it, the busiest campaigns are analyzed.');

export const PROMPTS: readonly Prompt[] = [
  {
    name: 'weekly_review',
    title: 'Weekly review',
    description: 'How the last complete week compares with the week before, and why.',
    arguments: [websiteId],
    text({ website_id }, now) {
      const { start, end } = lastRange(now, 'week');
      const week = `timeframe=custom, range_start=${start}, range_end=${end}, previous_period=true${of(website_id)}`;
      return [
        `Review the week from ${start} to ${end}.`,
        `1. get_website_report with ${week}, group_by=day.`,
        `2. list_campaigns with ${week}, sort=revenue, then sort=conversions: which campaigns caused the change.`,
        '3. get_campaign_report for the one or two campaigns that changed most.',
        '4. get_website_insights for existing recommendations; there may be none yet.',
        'If a note says that a campaign is broken, begin with it. Report the headline numbers with their change as the note "comparison" says it, the two or three causes with campaign names, and at most three actions. Do not add up distinct counts.',
      ].join('\n');
    },
  },
  {
    name: 'compare_variants',
    title: 'Compare variants',
    description:
      'Which variant of a campaign or of the running experiments performs better, and how certain that is.',
    arguments: [campaignId, websiteId],
    text: ({ campaign_id, website_id }) =>
      [
        'Compare the variants of an experiment.',
        campaign_id
          ? `1. get_campaign_report with id=${campaign_id}, timeframe=last_90_days${of(website_id)}.`
          : `1. list_experiments with timeframe=last_90_days${of(website_id)}.`,
        '2. For each variant: views, conversion_rate, completion_rate, order_rate, revenue per view.',
        '3. The notes of the answer judge the difference in conversion rates over the whole life of the experiment, however often you look; if it is undecided, they say how long it still takes. Do not test again.',
        '4. get_variant_report for the best and the worst variant: at which step their results diverge.',
        'Name the leader, the difference in percentage points, how certain it is, and what to do next.',
      ].join('\n'),
  },
  {
    name: 'find_drop_off',
    title: 'Find the drop-off',
    description: 'Which step of a funnel loses the most visitors.',
    arguments: [campaignId, websiteId],
    text: ({ campaign_id, website_id }) =>
      [
        'Find where visitors drop off.',
        campaign_id
          ? `1. get_campaign_report with id=${campaign_id}${of(website_id)}.`
          : `1. list_campaigns with sort=views, status=live, per_page=5${of(website_id)}; then get_campaign_report for each.`,
        '2. The note step_flow has the viewers of each step in percent of the step before; get_variant_report has the ids of the steps.',
        '3. get_step_report for the step before the largest loss, and get_element_report for its elements: which elements are unused, which answers are frequent.',
        'A campaign that a note calls broken has its loss there. Report the step with the largest loss, its numbers (visitors before and after, percent lost), and one change to try.',
      ].join('\n'),
  },
];

/** Whether all arguments are ids. Anything else could inject text into the prompt. */
export function areIds(given: PromptValues): boolean {
  return Object.values(given).every((value) => value === undefined || /^([1-9]\d{0,9})?$/.test(value));
}

function of(website: string | undefined): string {
  return website ? `, website_id=${website}` : '';
}

function argument(name: string, description: string): PromptArgument {
  return { name, description, required: false };
}
