import { type Database, inWebsiteTransaction } from '@funnel/db';
import {
  int4,
  int4Array,
  int4Literal,
  int8,
  nullable,
  plainArrayLiteral,
  type RowOf,
  text,
  timestamptz,
  arrayLiteral,
} from '@funnel/db/sql';
import { dayOf, formatDay, type WebsiteId } from '@funnel/domain';
import { endEpisodesOf } from '../episodes/episode-store.ts';
import type { Ending } from '../episodes/reconcile.ts';
import { statement } from '../statement.ts';
import { rememberGap } from './silence.ts';
import { watchBreaks } from './watch-breaks.ts';
import { endSilence, watchSilence } from './watch-silence.ts';
import { watchVerdicts } from './watch-verdicts.ts';
import { readWatchedWebsites, type Watched, type WatchedWebsite } from './watched-websites.ts';

export interface WatchOptions {
  now: Date;
  /** Ends it between two groups of websites. */
  signal?: AbortSignal | undefined;
  /** How often it looks: a longer pause tells nothing about silence. */
  intervalMs: number;
  /** Called for a group that failed: the others go on. */
  onFailure?: (error: unknown, websiteIds: readonly WebsiteId[]) => void;
}

export interface WatchSummary {
  /** That are watched. */
  websites: number;
  /** Of them, with anything new. */
  changed: number;
  opened: number;
  ended: number;
  messages: number;
  failed: number;
}

const lockWatches = statement(
  'lock-watches',
  { websites: int4Literal(), now: timestamptz() },
  {
    website_id: int4<WebsiteId>(),
    version: int8(),
    day: int4(),
    last_recorded_at: nullable(timestamptz()),
    watched_at: timestamptz(),
    gaps: int4Array(),
  },
);
const noteWatches = statement(
  'note-watches',
  {
    websites: int4Literal(),
    versions: text(),
    recorded: text(),
    gaps: text(),
    day: text(),
    now: timestamptz(),
  },
  {},
);

/** One statement reads the days of so many websites. */
const GROUP = 50;
const HOUR_MS = 3_600_000;
/** A shorter silence is not looked at. */
const QUIET_MS = 2 * HOUR_MS;
/** After a longer pause than this many rounds, nobody knows how long a website was silent. */
const MISSED_ROUNDS = 4;

/**
 * Looks at every website that somebody is told about and that has something new, and notes whom to tell what. What is over ends, whoever listens. Several at once share the websites among them.
 */
export async function watchWebsites(database: Database, options: WatchOptions): Promise<WatchSummary> {
  const { now, signal, onFailure } = options;
  const { websites, forgotten, failures } = await readWatchedWebsites(database, now);
  for (const failure of failures) onFailure?.(failure, []);
  const today = dayOf(now);
  const hasNews = ({ version, before }: WatchedWebsite) =>
    before === undefined || before.version !== version || before.day !== today;
  const isQuiet = ({ wantsNoData, lastRecordedAt }: WatchedWebsite) =>
    wantsNoData && now.getTime() - lastRecordedAt.getTime() >= QUIET_MS;
  const changed = websites.filter(hasNews);
  const quiet = websites.filter((website) => !hasNews(website) && isQuiet(website));
  const summary: WatchSummary = {
    websites: websites.length,
    changed: changed.length,
    opened: 0,
    ended: await endForgotten(database, forgotten, now),
    messages: 0,
    failed: failures.length,
  };
  for (const group of [...groupsOf(changed), ...groupsOf(quiet)]) {
    if (signal?.aborted) break;
    try {
      const watched = await watchGroup(database, group, options);
      summary.opened += watched.opened;
      summary.ended += watched.ended;
      summary.messages += watched.messages;
    } catch (error) {
      summary.failed += 1;
      onFailure?.(
        error,
        group.map(({ id }) => id),
      );
    }
  }
  return summary;
}

function* groupsOf(websites: readonly WatchedWebsite[]): Generator<WatchedWebsite[]> {
  for (let from = 0; from < websites.length; from += GROUP) yield websites.slice(from, from + GROUP);
}

/** What is open on websites that nobody looks at any more is over. Returns how many. */
async function endForgotten(
  { sql }: Database,
  { archived, silent }: Watched['forgotten'],
  now: Date,
): Promise<number> {
  const endAll = async (websiteIds: readonly WebsiteId[], how: Ending) => {
    if (websiteIds.length === 0) return 0;
    const websites = plainArrayLiteral(websiteIds);
    const [ended] = await endEpisodesOf(sql, { websites, how, now: now.toISOString() });
    return ended?.count ?? 0;
  };
  return (await endAll(archived, 'archived')) + (await endAll(silent, 'silent'));
}

/** One transaction: what was found, whom to tell, and that it was looked at. */
function watchGroup(database: Database, group: readonly WatchedWebsite[], { now, intervalMs }: WatchOptions) {
  const ids = group.map(({ id }) => id);
  const today = dayOf(now);
  const look = { last: { day: today, isOver: false }, now };
  return inWebsiteTransaction(database, ids, async (transaction) => {
    const locked = await lockWatches(transaction, {
      websites: plainArrayLiteral(ids),
      now: now.toISOString(),
    });
    const watched = { opened: 0, ended: 0, messages: 0 };
    const mine = group.flatMap((website) => {
      const before = locked.find(({ website_id }) => website_id === website.id);
      return before
        ? [{ ...website, stored: before, gaps: gapsOf(website, before, { now, intervalMs }) }]
        : [];
    });
    if (mine.length === 0) return watched;
    const news = mine.filter(({ version, stored }) => stored.version !== version || stored.day !== today);
    const forBreaks = news.map(({ id }) => id);
    if (forBreaks.length > 0) Object.assign(watched, await watchBreaks(transaction, forBreaks, look));
    // Once a day: a verdict holds however often it is read, and takes longer to read.
    const forVerdicts = news.filter(({ stored }) => stored.day !== today);
    if (forVerdicts.length > 0)
      watched.messages += await watchVerdicts(
        transaction,
        forVerdicts.map(({ id }) => id),
        look,
      );
    const isQuiet = ({ lastRecordedAt }: WatchedWebsite) =>
      now.getTime() - lastRecordedAt.getTime() >= QUIET_MS;
    const speaking = mine.filter((website) => !isQuiet(website)).map(({ id }) => id);
    if (speaking.length > 0) await endSilence(transaction, speaking, now);
    watched.messages += await watchSilence(
      transaction,
      mine.filter((website) => website.wantsNoData && isQuiet(website)),
      now,
    );
    await noteWatches(transaction, {
      websites: plainArrayLiteral(mine.map(({ id }) => id)),
      versions: plainArrayLiteral(mine.map(({ version }) => version)),
      recorded: arrayLiteral(mine.map(({ lastRecordedAt }) => lastRecordedAt.toISOString())),
      gaps: arrayLiteral(mine.map(({ gaps }) => plainArrayLiteral(gaps))),
      day: formatDay(today),
      now: now.toISOString(),
    });
    return watched;
  });
}

/** The longest silences, with the one that has ended since the last look. After a pause of our own nobody knows how long it was. */
function gapsOf(
  { lastRecordedAt }: WatchedWebsite,
  stored: RowOf<typeof lockWatches>,
  { now, intervalMs }: Pick<WatchOptions, 'now' | 'intervalMs'>,
): number[] {
  const pauseMs = now.getTime() - Date.parse(stored.watched_at);
  if (stored.last_recorded_at === null || pauseMs > Math.max(MISSED_ROUNDS * intervalMs, 2 * QUIET_MS))
    return stored.gaps;
  const silentMs = lastRecordedAt.getTime() - Date.parse(stored.last_recorded_at);
  const isNewDay = stored.day !== dayOf(now);
  return rememberGap(stored.gaps, { minutes: Math.max(0, Math.round(silentMs / 60_000)), isNewDay });
}
