import type { Day } from '@funnel/domain';

/** Something that is the case on a website now. */
export interface Found {
  /** 0: the whole website. */
  campaignId: number;
  /** Its first day. */
  began: Day;
}

/** What is known of it, or of an earlier one. */
export interface KnownEpisode {
  id: string;
  campaignId: number;
  began: Day;
  openedAt: Date;
  endedAt: Date | null;
  fixedAt: Date | null;
}

/** Why an episode ended; only `recovered` is worth a message. */
export type Ending = 'recovered' | 'archived' | 'silent' | 'new_normal' | 'named';

/** What has changed since the last look. */
export interface Changes<F extends Found, K extends KnownEpisode> {
  opened: F[];
  /** It lasts, or lasts again: what was thought to be over was not. */
  seen: { episode: K; found: F }[];
  ended: { episode: K; how: Ending }[];
}

/** An older break is the new normal, and no longer found. Two days before that, nobody knows why it is not found. */
const NEW_NORMAL_DAYS = 26;
const DAY_MS = 86_400_000;

/**
 * Compares what is the case now with what was known. An episode is one, however its first day moves while it lasts; and what is found again with a first day
 * before its end has never been over.
 */
export function reconcile<F extends Found, K extends KnownEpisode>({
  found,
  known,
  today,
  isLive,
}: {
  found: readonly F[];
  /** Of the same website; those that ended lately as well. */
  known: readonly K[];
  today: Day;
  /** Whether a campaign is still watched. */
  isLive: (campaignId: number) => boolean;
}): Changes<F, K> {
  const changes: Changes<F, K> = { opened: [], seen: [], ended: [] };
  for (const one of found) {
    const episode = episodeOf(one, known);
    if (episode) changes.seen.push({ episode, found: one });
    else changes.opened.push(one);
  }
  const lasting = new Set(changes.seen.map(({ episode }) => episode.id));
  for (const episode of known) {
    if (episode.endedAt !== null || lasting.has(episode.id)) continue;
    changes.ended.push({ episode, how: endingOf(episode, found, today, isLive) });
  }
  return changes;
}

function episodeOf<K extends KnownEpisode>(found: Found, known: readonly K[]): K | undefined {
  const own = known.filter(({ campaignId }) => campaignId === found.campaignId);
  return (
    own.find(({ endedAt }) => endedAt === null) ??
    own.findLast(({ endedAt }) => endedAt !== null && found.began * DAY_MS <= endedAt.getTime())
  );
}

function endingOf(
  { campaignId, began }: KnownEpisode,
  found: readonly Found[],
  today: Day,
  isLive: (campaignId: number) => boolean,
): Ending {
  if (campaignId === 0 && found.length > 0) return 'named';
  if (campaignId !== 0 && !isLive(campaignId)) return 'archived';
  return today - began >= NEW_NORMAL_DAYS ? 'new_normal' : 'recovered';
}
