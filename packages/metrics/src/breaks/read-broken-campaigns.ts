import { type CacheKind, type Connection, memoryOf, readCampaigns, type WebsiteFacts } from '@funnel/db';
import { breakOfCampaign, type CampaignBreak, firstWatchedDay, type LastDay } from '@funnel/domain';
import { readCampaignDays } from './read-campaign-days.ts';

/** A live campaign that is broken: its viewers no longer go on, or nobody comes any more. */
export type ListedBreak = FoundBreak & {
  name: string;
  /** The name of its website, in a report about several. */
  websiteName?: string;
};

type FoundBreak = CampaignBreak & { id: number };

interface Known {
  found: readonly FoundBreak[];
}

/** By website, and the version of its days. */
const BREAKS: CacheKind<Known> = {
  name: 'breaks',
  maxBytes: 2_000_000,
  bytesOf: ({ found }) => 200 * found.length,
};

/**
 * Reads which live campaigns of a website are broken, those that lose most first.
 * @example
 * import { readWebsites } from '@funnel/db';
 * import { parseDay, trustedWebsiteId } from '@funnel/domain';
 *
 * const [website] = await readWebsites(database.sql, [trustedWebsiteId(1)]);
 * const last = { day: parseDay('2026-11-12') ?? 0, isOver: true };
 * assert.deepEqual(await readBrokenCampaigns(database.sql, { website, last }), []);
 */
export async function readBrokenCampaigns(
  connection: Connection,
  { website, last }: { website: WebsiteFacts; last: LastDay },
): Promise<readonly ListedBreak[]> {
  const found = await readBreaks(connection, website, last);
  // Mostly none is broken, and nothing more is read.
  if (found.length === 0) return [];
  const live = await readCampaigns(connection, { websiteId: website.id, status: 'live' });
  const names = new Map(live.map(({ id, name }) => [id, name]));
  return found
    .flatMap((one) => {
      const name = names.get(one.id);
      return name === undefined ? [] : [{ ...one, name }];
    })
    .sort(byLoss);
}

/** More would take too long. */
const MAX_WEBSITES = 20;

/**
 * The same for several websites: those that come first in the list.
 * @example
 * import { readWebsites } from '@funnel/db';
 * import { parseDay, trustedWebsiteId } from '@funnel/domain';
 *
 * const [website] = await readWebsites(database.sql, [trustedWebsiteId(1)]);
 * const last = { day: parseDay('2026-11-12') ?? 0, isOver: true };
 * assert.deepEqual(await readBrokenCampaignsOf(database.sql, { websites: [website], last }), []);
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
async function readBreaks(
  connection: Connection,
  website: WebsiteFacts,
  last: LastDay,
): Promise<readonly FoundBreak[]> {
  const days = await readCampaignDays(connection, {
    websiteId: website.id,
    first: firstWatchedDay(last),
    last: last.day,
  });
  const cache = memoryOf(connection).cache(BREAKS);
  const key = `${website.id} ${website.lastDay} ${last.isOver} ${days.version}`;
  const known = cache.get(key);
  if (known) return known.found;
  const found = days.campaigns.flatMap((id) => {
    const own = days.of(id);
    const broken = own && breakOfCampaign(own, last, website.lastDay);
    return broken ? [{ id, ...broken }] : [];
  });
  cache.set(key, { found });
  return found;
}

function byLoss(one: ListedBreak, other: ListedBreak): number {
  return lostBy(other) - lostBy(one) || one.id - other.id;
}

/** How many would have gone on. Somebody may have switched off a campaign without viewers. */
function lostBy(broken: ListedBreak): number {
  return broken.what === 'views' ? 0 : broken.expected - broken.since.count;
}
