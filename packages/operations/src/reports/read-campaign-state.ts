import { type Connection, stepsOfVariants, type VariantRow, type WebsiteFacts } from '@funnel/db';
import {
  BREAK_DAYS,
  type Break,
  type Day,
  dayOf,
  findBreak,
  findSilence,
  viewersUntilNoticed,
} from '@funnel/domain';
import { type DailyMetric, readCampaignDays } from '@funnel/metrics';
import { readStepDays } from './read-step-days.ts';

/** What broke in a campaign, or how soon a break would be noticed. */
export type CampaignState = { broken: BrokenCampaign } | { silentSince: Day; before: number } | Watched;

/** Viewers still come, and no longer go on. */
export interface BrokenCampaign extends Pick<Break, 'since' | 'expected'> {
  what: StoppedMetric;
  day: Day;
  /** What else stopped with it. */
  also: { submissions: boolean; steps: number[] };
}

/** Nothing is broken. */
interface Watched {
  /** How many more viewers it would take to notice that nobody converts; undefined if too little is known. */
  viewersUntilNoticed: number | undefined;
  viewersPerDay: number;
}

const STOPPED_METRICS = ['conversions', 'submissions', 'completions'] as const;
type StoppedMetric = (typeof STOPPED_METRICS)[number];

/** What stops together stops within these days of each other. */
const SAME_DAYS = 2;
const RECENT_DAYS = 14;
/** Notes depend on the day, not on the hour: the same data has the same notes. */
export const TODAY_IS_OVER = false;

interface Question {
  website: WebsiteFacts;
  now: Date;
  campaign: { id: number; variants: readonly VariantRow[] };
}

/** Looks for a break of a campaign in its daily numbers. */
export async function readCampaignState(
  connection: Connection,
  { website, now, campaign }: Question,
): Promise<CampaignState | undefined> {
  const today = dayOf(now);
  const first = today - BREAK_DAYS + 1;
  const all = await readCampaignDays(connection, { websiteId: website.id, first, last: today });
  const days = all.of(campaign.id);
  if (!days) return undefined;
  const [stopped] = STOPPED_METRICS.flatMap((what) => {
    const found = findBreak({ of: days.views, count: days[what] }, TODAY_IS_OVER);
    return found ? [{ what, ...found }] : [];
  });
  if (stopped) {
    const also = await readAlso(connection, { website, today, campaign, days }, stopped);
    const { what, since, expected } = stopped;
    return { broken: { what, since, expected, day: first + stopped.day, also } };
  }
  const viewers = wholeDays(days.views, website, today);
  const silence = findSilence(viewers);
  if (silence !== undefined)
    return { silentSince: first + silence, before: meanOf(viewers.slice(0, silence).slice(-RECENT_DAYS)) };
  const known = { of: days.views.slice(0, -1), count: days.conversions.slice(0, -1) };
  return {
    viewersUntilNoticed: viewersUntilNoticed(known),
    viewersPerDay: meanOf(viewers.slice(-RECENT_DAYS)),
  };
}

/** Which other parts of the funnel stopped with it. */
async function readAlso(
  connection: Connection,
  {
    website,
    today,
    campaign,
    days,
  }: Pick<Question, 'website' | 'campaign'> & { today: Day; days: Readonly<Record<DailyMetric, Int32Array>> },
  { what, day }: { what: StoppedMetric; day: number },
): Promise<BrokenCampaign['also']> {
  const isSame = (found: Break | undefined) => found !== undefined && Math.abs(found.day - day) <= SAME_DAYS;
  const variantIds = campaign.variants.map(({ id }) => id);
  const steps = await stepsOfVariants(connection, { websiteId: website.id, ids: variantIds });
  const later = steps.filter(({ position }) => position > 1);
  const ids = later.map(({ id }) => id);
  const views = await readStepDays(connection, { website, today, ids });
  // The same step of all variants: visitors are split among them.
  const stopped = [...new Set(later.map(({ position }) => position))].filter((position) => {
    const own = views.filter((_, index) => later[index]?.position === position);
    const count = days.views.map((_, index) => own.reduce((sum, step) => sum + (step[index]?.views ?? 0), 0));
    return isSame(findBreak({ of: days.views, count }, TODAY_IS_OVER));
  });
  return {
    submissions:
      what !== 'submissions' && isSame(findBreak({ of: days.views, count: days.submissions }, TODAY_IS_OVER)),
    steps: stopped.toSorted((one, other) => one - other),
  };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** Without today, and without days of which nothing is known yet: who loads events once a day has none of yesterday for a while. */
export function wholeDays(days: ArrayLike<number>, { lastDay }: WebsiteFacts, today: Day): number[] {
  const first = today - BREAK_DAYS + 1;
  return Array.from(days).slice(0, Math.max(0, Math.min(today - 1, lastDay ?? first) - first + 1));
}
