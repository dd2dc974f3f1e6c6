import { type Connection, readWebsites } from '@funnel/db';
import { float8, int4, int4Literal, plainArrayLiteral, text } from '@funnel/db/sql';
import { type Day, dayOf, formatDay, groupBy, type WebsiteId } from '@funnel/domain';
import { channelsFor, readReaders } from '../channels/readers.ts';
import { endEpisode, openAndTell, readEpisodes } from '../episodes/episode-store.ts';
import type { WebsiteSilent } from '../messages/message.ts';
import { statement } from '../statement.ts';
import { unlikelySilence } from './silence.ts';

const readDaily = statement(
  'read-daily-events',
  { websites: int4Literal(), first: text(), last: text() },
  { website_id: int4<WebsiteId>(), day: int4(), events: float8() },
);

/** A website that has been silent for a while, and its longest silences before, in minutes. */
export interface QuietWebsite {
  id: WebsiteId;
  gaps: readonly number[];
}

const DAYS = 14;
const HOUR_MS = 3_600_000;

/** Notes whom to tell about websites that are silent for an unlikely time. Inside a transaction in which nobody else looks at them. Returns the number of messages. */
export async function watchSilence(
  transaction: Connection,
  quiet: readonly QuietWebsite[],
  now: Date,
): Promise<number> {
  if (quiet.length === 0) return 0;
  const websiteIds = quiet.map(({ id }) => id);
  // With what is not in the totals yet.
  const websites = await readWebsites(transaction, websiteIds);
  const daily = await readDailyEvents(transaction, websiteIds, dayOf(now));
  const known = await readEpisodes(transaction, { websiteIds, kind: 'no_data', now });
  let messages = 0;
  for (const { id, gaps } of quiet) {
    const website = websites.find((one) => one.id === id);
    if (!website?.lastRecordedAt) continue;
    const silentHours = (now.getTime() - website.lastRecordedAt.getTime()) / HOUR_MS;
    const dailyEvents = daily(id, website.firstDay);
    const usual = unlikelySilence({ silentHours, gaps: gaps.map((minutes) => minutes / 60), dailyEvents });
    if (usual === undefined) continue;
    const message: WebsiteSilent = {
      type: 'website.silent',
      website: { id, name: website.name },
      lastEventAt: website.lastRecordedAt.toISOString(),
      usual,
    };
    const open = known.find((one) => one.websiteId === id && !one.endedAt);
    const began = dayOf(website.lastRecordedAt);
    const episode = { websiteId: id, kind: 'no_data', campaignId: 0, began, message, now } as const;
    const readers = (await readReaders(transaction, { websites: [id] })).filter(({ noData }) => noData);
    const channels = channelsFor(readers, 0);
    messages += await openAndTell(transaction, episode, { said: 'silent', channels, openId: open?.id });
  }
  return messages;
}

/** Ends the silence of websites that have events again. This sends no message. */
export async function endSilence(
  transaction: Connection,
  websiteIds: readonly WebsiteId[],
  now: Date,
): Promise<void> {
  const known = await readEpisodes(transaction, { websiteIds, kind: 'no_data', now });
  const open = known.filter(({ endedAt }) => !endedAt);
  for (const { id: episode } of open)
    await endEpisode(transaction, { episode, how: 'returned', now: now.toISOString() });
}

/** The events of each of the last whole days since the first. */
async function readDailyEvents(
  transaction: Connection,
  websiteIds: readonly WebsiteId[],
  today: Day,
): Promise<(id: WebsiteId, firstDay: Day) => number[]> {
  const first = today - DAYS;
  const rows = await readDaily(transaction, {
    websites: plainArrayLiteral(websiteIds),
    first: formatDay(first),
    last: formatDay(today - 1),
  });
  const byWebsite = groupBy(rows, (row) => row.website_id);
  return (id, firstDay) => {
    const events = new Map((byWebsite.get(id) ?? []).map((row) => [row.day, row.events]));
    const from = Math.max(first, firstDay);
    return Array.from({ length: Math.max(0, today - from) }, (_, index) => events.get(from + index) ?? 0);
  };
}
