import { type Connection, stepsOfVariants, type WebsiteFacts } from '@funnel/db';
import {
  type Break,
  type BrokenCampaign,
  breakOfCampaign,
  type CampaignBreak,
  type CampaignColumns,
  findBreak,
  findStop,
  firstWatchedDay,
  type LastDay,
  recentMean,
  type Stopped,
  type StoppedToo,
  viewersUntilNoticed,
  type Watched,
  settledDays,
} from '@funnel/domain';
import { readCampaignDays } from './read-campaign-days.ts';
import { readVariantDays } from '../experiments/read-variant-days.ts';
import { readSubjectDays } from './read-subject-days.ts';
import { readPeople, withPeople } from './read-people.ts';

/** What broke in a campaign, or how soon a break would be noticed. */
export type CampaignState = { broken: BrokenCampaign } | { broken: undefined; watched: Watched };

/** Fewer viewers without a conversion say nothing. */
const FEW_VIEWERS = 20;
/** After so many whole days without anybody there is no traffic to speak of. */
const SILENT_DAYS = 2;
/** What stops together stops within these days of each other. */
const SAME_DAYS = 2;

interface TestedVariant {
  id: number;
  variation: string;
}

interface WatchedCampaign {
  website: WebsiteFacts;
  last: LastDay;
  campaign: { id: number; variants: readonly TestedVariant[] };
}

/**
 * Looks for a break of a campaign in its daily numbers. Undefined if it has none.
 * @example
 * const state = await readCampaignState(database.sql, { website: shopWebsite, last: lastWatched, campaign: { id: 101, variants: [] } });
 * assert.equal(state?.broken, undefined);
 */
export async function readCampaignState(
  connection: Connection,
  subject: WatchedCampaign,
): Promise<CampaignState | undefined> {
  const { website, last, campaign } = subject;
  const all = await readCampaignDays(connection, {
    websiteId: website.id,
    first: firstWatchedDay(last),
    last: last.day,
  });
  const days = all.of(campaign.id);
  if (!days) return undefined;
  const suspected = breakOfCampaign(days, last, website.lastDay);
  const [found] = suspected
    ? await withPeople(connection, { website, level: 'campaign', last: last.day }, [
        { ...suspected, id: campaign.id },
      ])
    : [];
  if (found) {
    const { id: _, ...broken } = found;
    return { broken: { ...broken, also: await readStoppedToo(connection, subject, days, broken) } };
  }
  const variant = await readBrokenVariant(connection, subject);
  if (variant) return { broken: variant };
  return { broken: undefined, watched: await readWatched(connection, days, subject) };
}

async function readWatched(
  connection: Connection,
  days: CampaignColumns,
  subject: WatchedCampaign,
): Promise<Watched> {
  const watched = watchedOf(days, subject);
  const { lastConversion, viewersSince } = watched;
  if (lastConversion === undefined || viewersSince < FEW_VIEWERS) return watched;
  const { website, last, campaign } = subject;
  const window = { start: lastConversion + 1, end: last.day };
  const place = { website, level: 'campaign' as const, last: last.day };
  const { current } = (await readPeople(connection, place, { window, ids: [campaign.id] }))(campaign.id);
  // Somebody has converted, in events that are not in the sums of days yet.
  if (current.conversions > 0) return { ...watched, lastConversion: last.day, viewersSince: 0 };
  return { ...watched, peopleSince: current.views };
}

function watchedOf(days: CampaignColumns, { website, last }: WatchedCampaign): Watched {
  const views = Array.from(days.views);
  const viewers = settledDays(views, last, website.lastDay);
  const isSilent = viewers.slice(-SILENT_DAYS).every((count) => count === 0);
  // Complete days only.
  const length = last.isOver ? views.length : views.length - 1;
  const conversions = Array.from(days.conversions);
  const lastConversion = conversions.findLastIndex((count) => count > 0);
  return {
    viewersUntilNoticed: viewersUntilNoticed({
      of: views.slice(0, length),
      count: conversions.slice(0, length),
    }),
    viewersSince: views.slice(lastConversion + 1).reduce((sum, count) => sum + count, 0),
    peopleSince: undefined,
    lastConversion: lastConversion === -1 ? undefined : firstWatchedDay(last) + lastConversion,
    viewersPerDay: isSilent ? 0 : recentMean(viewers),
  };
}

/** A variant may be broken while the others hide it. Each is one more look, so its risk is smaller. */
const VARIANT_ALPHA = 1e-6;

async function readBrokenVariant(
  connection: Connection,
  { website, last, campaign: { variants } }: WatchedCampaign,
): Promise<BrokenCampaign | undefined> {
  if (variants.length < 2) return undefined;
  const days = await readVariantDays(connection, {
    websiteId: website.id,
    variants: variants.map(({ id }) => ({ id, first: firstWatchedDay(last) })),
    last: last.day,
  });
  const look = { what: 'conversions', last, lastKnown: website.lastDay, alpha: VARIANT_ALPHA } as const;
  const found = variants.flatMap(({ id }) => {
    const { viewers: of = [], converted: count = [] } = days.get(id) ?? {};
    const stop = findStop({ of, count }, look);
    return stop ? [{ ...stop, id }] : [];
  });
  const broken = await withPeople(connection, { website, level: 'variant', last: last.day }, found);
  for (const { id, variation } of variants) {
    const own = broken.find((one) => one.id === id);
    if (!own) continue;
    const { id: _, ...stopped } = own;
    return { ...stopped, also: { ...NOTHING, variants: [variation.toUpperCase()] } };
  }
  return undefined;
}

const NOTHING: StoppedToo = { submissions: false, steps: [], variants: [] };

async function readStoppedToo(
  connection: Connection,
  subject: WatchedCampaign,
  days: CampaignColumns,
  found: CampaignBreak,
): Promise<StoppedToo> {
  if (found.what === 'views') return NOTHING;
  const { last } = subject;
  const [steps, variants] = await Promise.all([
    readStoppedSteps(connection, subject, days, found),
    readStoppedVariants(connection, subject, found),
  ]);
  const submissions = findBreak({ of: days.views, count: days.submissions }, last.isOver);
  return { submissions: found.what !== 'submissions' && isSame(found, submissions, last), steps, variants };
}

/** The same step of all variants is one: visitors are split among them. */
async function readStoppedSteps(
  connection: Connection,
  { website, last, campaign }: WatchedCampaign,
  { views: of }: CampaignColumns,
  found: Stopped,
): Promise<StoppedToo['steps']> {
  const ids = campaign.variants.map(({ id }) => id);
  const steps = await stepsOfVariants(connection, { websiteId: website.id, ids });
  const later = steps.filter(({ position }) => position > 1);
  const days = await readSubjectDays(connection, {
    website,
    last: last.day,
    level: 'step',
    ids: later.map(({ id }) => id),
  });
  const positions = [...new Set(later.map(({ position }) => position))].toSorted((a, b) => a - b);
  const stopped = positions.filter((position) => {
    const own = days.filter((_, index) => later[index]?.position === position);
    const count = Array.from(of, (_, day) => own.reduce((sum, step) => sum + (step[day]?.views ?? 0), 0));
    return isSame(found, findBreak({ of, count }, last.isOver), last);
  });
  return stopped.map((position) => ({ position, name: nameOf(later, position) }));
}

/** Those that broke where others did not. */
async function readStoppedVariants(
  connection: Connection,
  { website, last, campaign: { variants } }: WatchedCampaign,
  found: Stopped,
): Promise<string[]> {
  if (variants.length < 2) return [];
  const ids = variants.map(({ id }) => id);
  const days = await readSubjectDays(connection, { website, last: last.day, level: 'variant', ids });
  const stopped = variants.filter((_, index) => {
    const of = days[index]?.map(({ views }) => views) ?? [];
    const count = days[index]?.map((counts) => counts[found.what]) ?? [];
    return isSame(found, findBreak({ of, count }, last.isOver), last);
  });
  return stopped.length < variants.length ? stopped.map(({ variation }) => variation.toUpperCase()) : [];
}

function isSame({ day }: Pick<CampaignBreak, 'day'>, other: Break | undefined, last: LastDay): boolean {
  return other !== undefined && Math.abs(firstWatchedDay(last) + other.day - day) <= SAME_DAYS;
}

/** Only if it is the same in all variants. */
function nameOf(
  steps: readonly { position: number; name: string | null }[],
  position: number,
): string | null {
  const names = new Set(steps.filter((step) => step.position === position).map(({ name }) => name));
  const [name] = names;
  return names.size === 1 ? (name ?? null) : null;
}
