import type { Principal } from '@funnel/auth';
import type { Database } from '@funnel/db';
import type { Grain } from '@funnel/domain';
import { lastRange, today } from './calendar.ts';
import { describeWebsites } from '@funnel/operations';

interface Reader {
  database: Database;
  principal: Principal;
  now: Date;
}

/** What applies to all tools. A client gives it to its model at the start. */
export async function instructionsFor({ database, principal, now }: Reader): Promise<string> {
  const custom = (grain: Grain) => {
    const { start, end } = lastRange(now, grain);
    return `last ${grain} = ${start} to ${end}`;
  };
  return [
    'Read-only funnel reports of marketing campaigns: views, conversions, completions, submissions, subscribes, orders, revenue.',
    `Today is ${weekday(now)} ${today(now)} (UTC). Windows are whole UTC days and weeks start on Monday; this_* and last_N_days include today, so they are not over yet. Periods that are over need timeframe=custom with range_start and range_end, both inclusive: ${(['week', 'month', 'quarter'] as const).map(custom).join('; ')}. insights_week is the week of the newest weekly snapshot, frozen.`,
    `${await describeWebsites(database, principal)} ${websiteRule(principal)}`,
    'Drill down: get_website_report, list_campaigns, get_campaign_report, get_variant_report, get_step_report, get_element_report. Each answer has the ids that the next one takes. list_experiments compares running A/B tests; get_website_insights has ready recommendations.',
    'Units: rates are percent of views (12.5 means 12.5 %); revenue and aov are in the currency of the website; changes are percent, null where the period before was 0.',
    'count_type=distinct (default) counts unique visitors of the whole window, estimated within about 1 %: never add up days, variants or steps. count_type=total counts events, which add up. Orders and revenue always add up.',
    'An error is a JSON object: detail says what to change, allowed lists the values.',
  ].join('\n');
}

function websiteRule({ websiteIds }: Principal): string {
  if (websiteIds.length === 0) return 'This token covers no website: authorize again and choose some.';
  return websiteIds.length > 1
    ? 'Pass website_id with every tool but list_websites and get_account_performance, which covers all of them.'
    : 'website_id may be left out.';
}

function weekday(now: Date): string {
  return now.toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' });
}
