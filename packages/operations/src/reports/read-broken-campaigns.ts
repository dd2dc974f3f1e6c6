import { type CacheKind, type Connection, memoryOf, readCampaigns, type WebsiteFacts } from '@funnel/db';
import { BREAK_DAYS, type Break, type Day, dayOf, findBreak, findSilence } from '@funnel/domain';
import { type CampaignDays, readCampaignDays } from '@funnel/metrics';
import { TODAY_IS_OVER, wholeDays } from './read-campaign-state.ts';

/** A live campaign that is broken: its viewers no longer convert, or nobody comes any more. */
export interface ListedBreak extends FoundBreak {
  name: string;
  /** The name of its website, in a report about several. */
  websiteName?: string;
}

interface FoundBreak {
  id: number;
  day: Day;
  /** Undefined if nobody comes. */
  stopped: Pick<Break, 'since' | 'expected'> | undefined;
}

interface Known {
  found: readonly FoundBreak[];
}

/** By website, and the version of its days. */
const BREAKS: CacheKind<Known> = {
  name: 'breaks',
  maxBytes: 2_000_000,
  bytesOf: ({ found }) => 200 * found.length,
};

/** Reads which live campaigns of a website are broken, those that lose most first. */
export async function readBrokenCampaigns(
  connection: Connection,
  { website, now }: { website: WebsiteFacts; now: Date },
): Promise<readonly ListedBreak[]> {
  const today = dayOf(now);
  const first = today - BREAK_DAYS + 1;
  const days = await readCampaignDays(connection, { websiteId: website.id, first, last: today });
  const cache = memoryOf(connection).cache(BREAKS);
  const key = `${website.id} ${website.lastDay} ${days.version}`;
  const found =
    cache.get(key)?.found ?? days.campaigns.flatMap((id) => breakOf(id, days, { website, today }));
  cache.set(key, { found });
  return named(connection, website, found);
}

/** More would take too long. */
const MAX_WEBSITES = 20;

/** The same for several websites: those that come first in the list. */
export async function readBrokenCampaignsOf(
  connection: Connection,
  { websites, now }: { websites: readonly WebsiteFacts[]; now: Date },
): Promise<readonly ListedBreak[]> {
  // Sent together.
  const all = await Promise.all(
    websites.slice(0, MAX_WEBSITES).map(async (website) => {
      const breaks = await readBrokenCampaigns(connection, { website, now });
      return breaks.map((one) => ({ ...one, websiteName: website.name }));
    }),
  );
  return all.flat().sort((one, other) => lostBy(other) - lostBy(one) || one.id - other.id);
}

function breakOf(
  id: number,
  days: CampaignDays,
  { website, today }: { website: WebsiteFacts; today: Day },
): FoundBreak[] {
  const own = days.of(id);
  if (!own) return [];
  const first = today - BREAK_DAYS + 1;
  const found = findBreak({ of: own.views, count: own.conversions }, TODAY_IS_OVER);
  if (found) {
    const { since, expected } = found;
    return [{ id, day: first + found.day, stopped: { since, expected } }];
  }
  const silence = findSilence(wholeDays(own.views, website, today));
  return silence === undefined ? [] : [{ id, day: first + silence, stopped: undefined }];
}

/** Only live campaigns; mostly none is broken, and nothing is read. */
async function named(
  connection: Connection,
  website: WebsiteFacts,
  found: readonly FoundBreak[],
): Promise<ListedBreak[]> {
  if (found.length === 0) return [];
  const live = await readCampaigns(connection, { websiteId: website.id, status: 'live' });
  const names = new Map(live.map(({ id, name }) => [id, name]));
  return found
    .flatMap((one) => {
      const name = names.get(one.id);
      return name === undefined ? [] : [{ ...one, name }];
    })
    .sort((one, other) => lostBy(other) - lostBy(one) || one.id - other.id);
}

/** Conversions. Somebody may have switched off a campaign without viewers. */
function lostBy({ stopped }: FoundBreak): number {
  return stopped ? stopped.expected - stopped.since.count : 0;
}
