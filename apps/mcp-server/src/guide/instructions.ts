import type { Principal } from '@funnel/auth';
import type { Grain } from '@funnel/domain';
import { lastRange, today } from './calendar.ts';
import { describeWebsites, TOOL_OPERATIONS } from '@funnel/operations';
import type { ToolContext } from '../tools/call-tool.ts';

const namesOf = (some: typeof TOOL_OPERATIONS) => some.map(({ name }) => name);
/** The reports about one thing, from a campaign down. */
const SUBJECTS = namesOf(TOOL_OPERATIONS.filter(({ level }) => level !== undefined));
const OF_SEVERAL = namesOf(TOOL_OPERATIONS.filter((tool) => tool.websiteRule !== 'one'));

/** The instructions for a token: what applies to all tools. Clients pass them to their model. */
export async function instructionsFor({
  database,
  principal,
  now,
}: Pick<ToolContext, 'database' | 'principal' | 'now'>): Promise<string> {
  const custom = (grain: Grain) => {
    const { start, end } = lastRange(now, grain);
    return `last ${grain} = ${start} to ${end}`;
  };
  return [
    'Read-only funnel reports for marketing campaigns: views, conversions, completions, submissions, subscribes, orders, revenue.',
    `Today is ${weekday(now)} ${today(now)} (UTC). Windows are whole UTC days and weeks start on Monday; this_* and last_N_days include today, so they are not complete yet. For complete periods pass range_start and range_end, both inclusive: ${(['week', 'month', 'quarter'] as const).map(custom).join('; ')}. insights_week is the week of the newest weekly snapshot; its numbers are frozen.`,
    `${await describeWebsites(database, principal, 'name and currency')} ${websiteRule(principal)}`,
    '"What happened?" starts with get_website_insights, which returns ready-made recommendations; "why did it change?" with get_website_report and previous_period=true. Not available here: forecasts, bounce rate, hourly data.',
    `Drill down: ${['get_website_report', 'list_campaigns', ...SUBJECTS].join(', ')}. Each result contains the ids for the next call. list_experiments compares running A/B tests.`,
    'Units: rates are percent of views (12.5 means 12.5 %); revenue and aov are in the currency of the website. get_account_performance adds up currencies as they are, and counts a person once for each website.',
    'previous and changes (percent, of rates too) compare with the days just before, whatever weekdays they are, and take today for a whole day. What to say about a change is in the note "comparison": complete days against days like them. Say which days; what "could be chance" is no news. Do not test again.',
    'count_type=distinct (default) counts unique visitors over the whole window: practically exact to about 4,000, then within about 1 %. Never add up days, variants or steps. count_type=total counts events, which add up. Orders and revenue always add up.',
    'The notes after an answer are facts about it, the most important first. Begin with a note "broken": something must be done.',
    'An error is a JSON object: detail says what to change, allowed lists the valid values.',
  ].join('\n');
}

function websiteRule({ websiteIds }: Principal): string {
  if (websiteIds.length === 0)
    return 'This token covers no website: authorize again and choose at least one.';
  return websiteIds.length > 1
    ? `Pass website_id to every tool except ${OF_SEVERAL.join(' and ')}, which cover all of them.`
    : 'website_id is optional.';
}

function weekday(now: Date): string {
  return now.toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' });
}
