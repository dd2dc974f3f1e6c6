import { type Connection, readWebsites, type WebsiteFacts } from '@funnel/db';
import { readCampaigns } from '@funnel/db';
import type { LastDay, WebsiteId } from '@funnel/domain';
import { type ListedBreak, readBreaksOfWebsites, type WebsiteBreaks } from '@funnel/metrics';
import { channelsFor, type Reader, readReaders } from '../channels/readers.ts';
import {
  endEpisode,
  openAndTell,
  readEpisodes,
  seeEpisode,
  type StoredEpisode,
  tell,
} from '../episodes/episode-store.ts';
import { reconcile } from '../episodes/reconcile.ts';
import { brokeMessage, recoveredMessage, withAlso } from './break-message.ts';

/** What a look at some websites has changed. */
export interface Watched {
  opened: number;
  ended: number;
  messages: number;
}

/** When a reminder is sent that it is still broken. */
const REMINDED_AFTER_MS = 7 * 86_400_000;

interface Look {
  last: LastDay;
  now: Date;
}

/** Looks for breaks of some websites, and notes whom to tell. Inside a transaction in which nobody else looks at them. */
export async function watchBreaks(
  transaction: Connection,
  websiteIds: readonly WebsiteId[],
  look: Look,
): Promise<Watched> {
  const websites = await readWebsites(transaction, websiteIds);
  const all = await readBreaksOfWebsites(transaction, { websites, last: look.last });
  const known = await readEpisodes(transaction, { websiteIds, kind: 'break', now: look.now });
  const concerned = all.filter(
    ({ website, breaks }) =>
      breaks.length > 0 || known.some((one) => one.websiteId === website.id && !one.endedAt),
  );
  const watched: Watched = { opened: 0, ended: 0, messages: 0 };
  // Mostly nothing is broken, and nobody is asked for.
  if (concerned.length === 0) return watched;
  const ids = concerned.map(({ website }) => website.id);
  const readers = (await readReaders(transaction, { websites: ids })).filter(({ breaks }) => breaks);
  for (const one of concerned) {
    const { id } = one.website;
    const own = { known: known.filter(({ websiteId }) => websiteId === id) };
    const audience = readers.filter(({ websiteId }) => websiteId === id);
    const { opened, ended, messages } = await watchWebsite(transaction, { ...one, ...own, audience, look });
    watched.opened += opened;
    watched.ended += ended;
    watched.messages += messages;
  }
  return watched;
}

interface Concerned extends WebsiteBreaks {
  known: readonly StoredEpisode[];
  audience: readonly Reader[];
  look: Look;
}

async function watchWebsite(transaction: Connection, concerned: Concerned): Promise<Watched> {
  const { website, breaks, known, look } = concerned;
  const found = breaks.map((one) => ({ campaignId: one.campaign?.id ?? 0, began: one.day, broken: one }));
  const live = known.some(({ endedAt }) => !endedAt) ? await liveCampaigns(transaction, website) : new Set();
  const changes = reconcile({ found, known, today: look.last.day, isLive: (id) => live.has(id) });
  let messages = 0;
  for (const { campaignId, began, broken } of changes.opened)
    messages += await openBreak(transaction, concerned, { campaignId, began, broken });
  for (const { episode, found: again } of changes.seen)
    messages += await seeBreak(transaction, concerned, episode, again.broken);
  for (const { episode, how } of changes.ended) {
    await endEpisode(transaction, { episode: episode.id, how, now: look.now.toISOString() });
    if (how !== 'recovered') continue;
    const message = recoveredMessage(concerned, episode, look.last);
    const channels = channelsFor(concerned.audience, episode.campaignId);
    messages += await tell(transaction, { episode, said: 'recovered', message, channels, after: 'broke' });
  }
  return { opened: changes.opened.length, ended: changes.ended.length, messages };
}

async function liveCampaigns(transaction: Connection, website: WebsiteFacts): Promise<Set<number>> {
  const live = await readCampaigns(transaction, { websiteId: website.id, status: 'live' });
  return new Set(live.map(({ id }) => id));
}

async function openBreak(
  transaction: Connection,
  concerned: Concerned,
  { campaignId, began, broken }: { campaignId: number; began: number; broken: ListedBreak },
): Promise<number> {
  const { website, look } = concerned;
  const { last, now } = look;
  const plain = brokeMessage(concerned, broken, last);
  const message = await withAlso(transaction, plain, { website, last });
  const episode = { websiteId: website.id, kind: 'break', campaignId, began, message, now } as const;
  const channels = channelsFor(concerned.audience, campaignId);
  return openAndTell(transaction, episode, { said: 'broke', channels });
}

/** Channels that were added since, or no longer mute it, get the message now. */
async function seeBreak(
  transaction: Connection,
  concerned: Concerned,
  episode: StoredEpisode,
  broken: ListedBreak,
): Promise<number> {
  const { last, now } = concerned.look;
  const plain = { ...brokeMessage(concerned, broken, last), isSaidFixed: episode.fixedAt !== null };
  const message = await withAlso(transaction, plain, { website: concerned.website, last });
  const payload = JSON.stringify(message);
  await seeEpisode(transaction, { episode: episode.id, payload, now: now.toISOString() });
  const channels = channelsFor(concerned.audience, episode.campaignId);
  const told = await tell(transaction, { episode, said: 'broke', message, channels });
  const since = Math.max(episode.openedAt.getTime(), episode.fixedAt?.getTime() ?? 0);
  if (now.getTime() - since < REMINDED_AFTER_MS) return told;
  const reminder = { ...message, type: 'campaign.still_broken' } as const;
  return (
    told + (await tell(transaction, { episode, said: 'still', message: reminder, channels, after: 'broke' }))
  );
}
