import { type Connection, readCampaigns, type VariantRow, type WebsiteFacts } from '@funnel/db';
import { type Counts, type Day, type Level, type Period, shareOf, ZERO_COUNTS } from '@funnel/domain';
import { type PeriodCounts, readFirstDays, readMetrics, readSplitChanges } from '@funnel/metrics';
import { isRateWorthExplaining } from '../notes/chance.ts';
import type { RatePart, RateParts, RatePeriods } from '../notes/rate-parts.ts';
import { letterOf, quoted } from '../notes/words.ts';

interface Question {
  website: WebsiteFacts;
  period: Period;
  /** What the report shows of the whole. */
  whole: PeriodCounts;
}

/** A part before it is counted. */
interface Listed {
  id: number;
  name: string;
  isOff: boolean;
}

/** Reads what the rate of a website is made of, if it changed enough to ask why. */
export async function readCampaignRates(
  connection: Connection,
  { website, period, whole }: Question,
): Promise<RateParts | undefined> {
  if (!isChanged(whole)) return undefined;
  const campaigns = await readCampaigns(connection, { websiteId: website.id });
  const listed = campaigns.map(({ id, name, status }) => {
    return { id, name: quoted(name, `campaign ${id}`), isOff: status === 'archived' };
  });
  const parts = await readParts(connection, { website, period, level: 'campaign', listed });
  return { kind: 'campaigns', ...common(period, whole), parts, splitChangedOn: undefined };
}

/** The same of a campaign: its variants. */
export async function readVariantRates(
  connection: Connection,
  { website, period, whole, variants }: Question & { variants: readonly VariantRow[] },
): Promise<RateParts | undefined> {
  if (variants.length < 2 || !isChanged(whole)) return undefined;
  const ids = variants.map(({ id }) => id);
  const listed = variants.map((variant) => {
    return { id: variant.id, name: letterOf(variant), isOff: variant.traffic_percentage === 0 };
  });
  const [parts, changes] = await Promise.all([
    readParts(connection, { website, period, level: 'variant', listed }),
    readSplitChanges(connection, { websiteId: website.id, ids }),
  ]);
  const within = [...changes.values()].filter((day) => isWithin(day, period));
  const splitChangedOn = within.length > 0 ? Math.max(...within) : undefined;
  return { kind: 'variants', ...common(period, whole), parts, splitChangedOn };
}

function isChanged({ current, previous }: PeriodCounts): boolean {
  return isRateWorthExplaining({ ...current, previous });
}

function common({ countType }: Period, whole: PeriodCounts) {
  return { whole: ratesOf(whole), isOfPeople: countType === 'distinct' };
}

async function readParts(
  connection: Connection,
  {
    website,
    period,
    level,
    listed,
  }: Pick<Question, 'website' | 'period'> & { level: Level; listed: readonly Listed[] },
): Promise<RatePart[]> {
  const metrics = await readMetrics(connection, {
    websites: [website],
    period: { ...period, series: undefined },
    subjects: [{ level, ids: listed.map(({ id }) => id) }],
    metrics: ['views', 'conversions'],
  });
  const counted = listed
    .map((part) => ({ ...part, ...ratesOf(metrics.of(level, part.id)) }))
    .filter(({ now, before }) => now.of > 0 || before.of > 0);
  // Only what was not there all the time can have begun.
  const grown = counted.filter(({ now, before }) => now.of > before.of).map(({ id }) => id);
  const firstDays = await readFirstDays(connection, { website, level, ids: grown });
  return counted.map(({ isOff, ...part }) => ({
    ...part,
    beganOn: beginOf(firstDays.get(part.id), website, period),
    isEnded: part.before.of > 0 && (part.now.of === 0 || (isOff && part.now.of < part.before.of)),
  }));
}

/** What began with its website did not begin beside anything. */
function beginOf(day: Day | undefined, { firstDay }: WebsiteFacts, period: Period): Day | undefined {
  return day !== undefined && day > firstDay && isWithin(day, period) ? day : undefined;
}

/** Not on the first day: nothing was before it. */
function isWithin(day: Day, { window, previous }: Period): boolean {
  return day > (previous ?? window).start && day <= window.end;
}

function ratesOf({ current, previous = ZERO_COUNTS }: PeriodCounts): RatePeriods {
  const share = ({ conversions, views }: Counts) => shareOf(conversions, views);
  return { now: share(current), before: share(previous) };
}
