import { type CacheKind, type Connection, memoryOf, readCampaigns, type WebsiteFacts } from '@funnel/db';
import {
  breakOfCampaign,
  type CampaignBreak,
  type Day,
  findStop,
  firstWatchedDay,
  type FoundBreak,
  type FoundStop,
  type LastDay,
  type WebsiteId,
} from '@funnel/domain';
import { type CampaignDays, readCampaignDays } from './read-campaign-days.ts';
import { withPeople } from './read-people.ts';

/** A live campaign that is broken: its viewers no longer go on, or nobody comes any more. Or all of them together (`campaign` is undefined). */
export type ListedBreak = CampaignBreak & {
  campaign: { id: number; name: string } | undefined;
  websiteId: WebsiteId;
  /** The name of its website, in a report about several. */
  websiteName?: string;
};

/** What was found in the days of a website. */
export interface Known {
  found: readonly (FoundBreak & { id: number })[];
  /** Whether the campaigns together look broken, although none of them does. */
  isTogether: boolean;
}

/** By website, and the version of its days. */
const BREAKS: CacheKind<Known> = {
  name: 'breaks',
  maxBytes: 2_000_000,
  bytesOf: ({ found }) => 200 + 200 * found.length,
};

/** What is left of the conversions of a website that is broken as a whole. A smaller fall may be another mix of campaigns. */
const MOST_LEFT_TOGETHER = 0.2;

/**
 * Reads which live campaigns of a website are broken, those that lose most first.
 * @example
 * assert.deepEqual(await readBrokenCampaigns(database.sql, { website: shopWebsite, last: lastWatched }), []);
 */
export async function readBrokenCampaigns(
  connection: Connection,
  { website, last }: { website: WebsiteFacts; last: LastDay },
): Promise<readonly ListedBreak[]> {
  const days = await readCampaignDays(connection, {
    websiteId: website.id,
    first: firstWatchedDay(last),
    last: last.day,
  });
  return nameBreaks(connection, { website, last, days, known: breaksIn(connection, days, website, last) });
}

interface Searched {
  website: WebsiteFacts;
  last: LastDay;
  days: Pick<CampaignDays, 'of'>;
  known: Known;
}

/** Of what was found only what is live, with its name. Mostly none is broken, and nothing more is read. */
export async function nameBreaks(
  connection: Connection,
  { website, last, days, known: { found, isTogether } }: Searched,
): Promise<readonly ListedBreak[]> {
  if (found.length === 0 && !isTogether) return [];
  const live = await readCampaigns(connection, { websiteId: website.id, status: 'live' });
  const names = new Map(live.map(({ id, name }) => [id, name]));
  const own = { website, last: last.day };
  // What was archived does not count.
  const broken = await withPeople(
    connection,
    { ...own, level: 'campaign' },
    found.filter(({ id }) => names.has(id)),
  );
  if (broken.length > 0) {
    const named = broken.map(({ id, ...one }) => ({
      ...one,
      campaign: { id, name: names.get(id) ?? '' },
      websiteId: website.id,
    }));
    return named.sort(byLoss);
  }
  const together = isTogether
    ? breakTogether(days, [...names.keys()], { last, lastKnown: website.lastDay })
    : undefined;
  if (!together) return [];
  const whole = await withPeople(connection, { ...own, level: 'website' }, [{ ...together, id: website.id }]);
  return whole.map(({ id: _id, ...one }) => ({ ...one, campaign: undefined, websiteId: website.id }));
}

/** More would take too long. */
const MAX_WEBSITES = 20;

/**
 * The same for several websites: those that come first in the list.
 * @example
 * assert.deepEqual(await readBrokenCampaignsOf(database.sql, { websites: [shopWebsite], last: lastWatched }), []);
 */
export async function readBrokenCampaignsOf(
  connection: Connection,
  { websites, last }: { websites: readonly WebsiteFacts[]; last: LastDay },
): Promise<readonly ListedBreak[]> {
  // Sent together.
  const all = await Promise.all(
    websites.slice(0, MAX_WEBSITES).map(async (website) => {
      const breaks = await readBrokenCampaigns(connection, { website, last });
      return breaks.map((one) => ({ ...one, websiteName: website.name }));
    }),
  );
  return all.flat().sort(byLoss);
}

/** Of all campaigns, also of archived ones. */
function breaksIn(connection: Connection, days: CampaignDays, website: WebsiteFacts, last: LastDay): Known {
  const cache = memoryOf(connection).cache(BREAKS);
  const key = `${website.id} ${website.lastDay} ${last.isOver} ${days.version}`;
  const remembered = cache.get(key);
  if (remembered) return remembered;
  const known = findBreaks(days, website, last);
  cache.set(key, known);
  return known;
}

/** The same, whatever was found before. */
export function findBreaks(
  days: Omit<CampaignDays, 'version'>,
  { lastDay }: Pick<WebsiteFacts, 'lastDay'>,
  last: LastDay,
): Known {
  const found = days.campaigns.flatMap((id) => {
    const own = days.of(id);
    const broken = own && breakOfCampaign(own, last, lastDay);
    return broken ? [{ id, ...broken }] : [];
  });
  return {
    found,
    isTogether: breakTogether(days, days.campaigns, { last, lastKnown: lastDay }) !== undefined,
  };
}

/** Small campaigns tell only together that nobody converts any more. */
function breakTogether(
  days: Pick<CampaignDays, 'of'>,
  ids: readonly number[],
  known: { last: LastDay; lastKnown: Day | undefined },
): FoundStop | undefined {
  const all = ids.flatMap((id) => days.of(id) ?? []);
  const [first] = all;
  if (!first || all.length < 2) return undefined;
  const sum = (metric: 'views' | 'conversions') =>
    Array.from(first.views, (_, day) => all.reduce((total, own) => total + (own[metric][day] ?? 0), 0));
  const found = findStop({ of: sum('views'), count: sum('conversions') }, { what: 'conversions', ...known });
  return found && found.daily.count <= MOST_LEFT_TOGETHER * found.expected ? found : undefined;
}

function byLoss(one: ListedBreak, other: ListedBreak): number {
  return lostBy(other) - lostBy(one) || (one.campaign?.id ?? 0) - (other.campaign?.id ?? 0);
}

/** How many would have gone on. Somebody may have switched off a campaign without viewers. */
function lostBy(broken: ListedBreak): number {
  return broken.what === 'views' ? 0 : broken.expected - broken.since.count;
}
