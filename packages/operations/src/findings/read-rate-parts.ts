import { type Connection, readCampaigns, type VariantRow, type WebsiteFacts } from '@funnel/db';
import { type Counts, type Day, type Level, type Period, shareOf, ZERO_COUNTS } from '@funnel/domain';
import {
  type PeriodCounts,
  readCampaignTotals,
  readFirstDays,
  readMetrics,
  readSplitChanges,
} from '@funnel/metrics';
import { letterOf, quoted, type RatePart, type RateParts, type RatePeriods } from '@funnel/words';
import { isRateWorthExplaining } from './rate-worth-explaining.ts';
import { beganLater } from './began-later.ts';

interface OfWebsite {
  website: WebsiteFacts;
  period: Period;
  /** The whole on the compared days. */
  whole: PeriodCounts | undefined;
}

/** To count the people of more campaigns takes too long; their events are known. */
const MAX_COUNTED = 25;
/** Only large parts explain anything. */
const MAX_NEWS = 5;

/** A part before it is counted. */
interface Listed {
  id: number;
  name: string;
  isOff: boolean;
}

/** Reads what the rate of a website is made of, if it changed enough to ask why. */
export async function readCampaignRates(
  connection: Connection,
  { website, period, whole }: OfWebsite,
): Promise<RateParts | undefined> {
  if (!whole || !isChanged(whole)) return undefined;
  const [campaigns, totals] = await Promise.all([
    readCampaigns(connection, { websiteId: website.id }),
    readCampaignTotals(connection, { website, period }),
  ]);
  const countsOf = (id: number) => ({
    current: totals.current.campaigns.get(id) ?? ZERO_COUNTS,
    previous: totals.previous.campaigns.get(id) ?? ZERO_COUNTS,
  });
  const listed = campaigns
    .map(({ id, name, status }) => {
      return { id, name: quoted(name, `campaign ${id}`), isOff: status === 'archived' };
    })
    .filter(({ id }) => countsOf(id).current.views > 0 || countsOf(id).previous.views > 0);
  const isOfPeople = period.countType === 'distinct' && listed.length <= MAX_COUNTED;
  const counts = isOfPeople
    ? await readPeople(connection, { website, period, level: 'campaign', listed })
    : countsOf;
  const question = { website, period, level: 'campaign' as const, listed };
  const parts = await partsOf(connection, question, counts);
  const events = isOfPeople
    ? undefined
    : ratesOf({ current: totals.current.whole, previous: totals.previous.whole });
  return { kind: 'campaigns', whole: ratesOf(whole), parts, events, splitChangedOn: undefined };
}

/** The same of a campaign: its variants. */
export async function readVariantRates(
  connection: Connection,
  { website, period, whole, variants }: OfWebsite & { variants: readonly VariantRow[] },
): Promise<RateParts | undefined> {
  if (!whole || !isChanged(whole)) return undefined;
  const ids = variants.map(({ id }) => id);
  const listed = variants.map((variant) => {
    return { id: variant.id, name: letterOf(variant), isOff: variant.traffic_percentage === 0 };
  });
  const question = { website, period, level: 'variant' as const, listed };
  const [counts, changes] = await Promise.all([
    readPeople(connection, question),
    readSplitChanges(connection, { websiteId: website.id, ids }),
  ]);
  const parts = await partsOf(connection, question, counts);
  const { start, end } = { start: (period.previous ?? period.window).start, end: period.window.end };
  // Not on the first day: nothing was before it.
  const within = [...changes.values()].filter((day) => day > start && day <= end);
  const splitChangedOn = within.length > 0 ? Math.max(...within) : undefined;
  const events = period.countType === 'total' ? ratesOf(whole) : undefined;
  return { kind: 'variants', whole: ratesOf(whole), parts, events, splitChangedOn };
}

function isChanged({ current, previous }: PeriodCounts): boolean {
  return isRateWorthExplaining({ ...current, previous });
}

interface Parts extends Pick<OfWebsite, 'website' | 'period'> {
  level: Level;
  listed: readonly Listed[];
}

/** The viewers of parts, as the report counts them. */
async function readPeople(connection: Connection, { website, period, level, listed }: Parts) {
  const metrics = await readMetrics(connection, {
    websites: [website],
    period: { ...period, series: undefined },
    subjects: [{ level, ids: listed.map(({ id }) => id) }],
    metrics: ['views', 'conversions'],
  });
  return (id: number) => metrics.of(level, id);
}

async function partsOf(
  connection: Connection,
  { website, period, level, listed }: Parts,
  countsOf: (id: number) => PeriodCounts,
): Promise<RatePart[]> {
  const counted = listed.map((part) => ({ ...part, ...ratesOf(countsOf(part.id)) }));
  // Only what was not there all the time can have begun.
  const grown = counted
    .filter(({ now, before }) => now.of > before.of)
    .sort((one, other) => other.now.of - other.before.of - (one.now.of - one.before.of))
    .slice(0, MAX_NEWS)
    .map(({ id }) => id);
  const firstDays = await readFirstDays(connection, { website, level, ids: grown });
  return counted.map(({ isOff, ...part }) => {
    const { now, before } = part;
    const beganOn = beginOf(firstDays.get(part.id), website, period);
    return {
      ...part,
      beganOn,
      newSince: newSinceOf(firstDays.get(part.id), website, period),
      isNew: now.of > 0 && (before.of === 0 || beganOn !== undefined),
      isEnded: before.of > 0 && (now.of === 0 || (isOff && now.of < before.of)),
    };
  });
}

/** Only what began after the base. What began within it was there on both sides. */
function beginOf(day: Day | undefined, website: WebsiteFacts, period: Period): Day | undefined {
  const base = period.previous ?? period.window;
  const isAfter = day !== undefined && day > base.end && day <= period.window.end;
  return isAfter && beganLater(day, website) ? day : undefined;
}

/** What began within the base is not why, but may be how. */
function newSinceOf(day: Day | undefined, website: WebsiteFacts, period: Period): Day | undefined {
  const { start } = period.previous ?? period.window;
  return day !== undefined && day > start && beganLater(day, website) ? day : undefined;
}

function ratesOf({ current, previous = ZERO_COUNTS }: PeriodCounts): RatePeriods {
  const share = ({ conversions, views }: Counts) => shareOf(conversions, views);
  return { now: share(current), before: share(previous) };
}
