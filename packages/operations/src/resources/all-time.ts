import { readRollups, readWebsites, type Connection } from '@funnel/db';
import { websiteNotFound } from '@funnel/auth';
import { recordedCover } from '../numbers/recorded-cover.ts';
import { type Counts, type WebsiteId, type Level, resolveWindow, ZERO_COUNTS } from '@funnel/domain';

/** Views, conversions and completions of a subject; nothing else is read. */
export type AllTimeCounts = (level: Level, subjectId: number) => Counts;

/** All-time distinct counts of whole levels of a website, in one statement (decisions, Metrics). */
export async function readAllTimeCounts(
  snapshot: Connection,
  { websiteId, now }: { websiteId: WebsiteId; now: Date },
  levels: readonly Level[],
): Promise<AllTimeCounts> {
  const [website] = await readWebsites(snapshot, [websiteId]);
  if (!website) throw websiteNotFound();
  const window = resolveWindow({ timeframe: 'all_time' }, { now, firstDay: website.firstDay });
  const cover = recordedCover(window, website);
  const rows = await readRollups(snapshot, {
    websiteIds: [websiteId],
    reads: levels.map((level, slot) => ({ slot, level, subject: 'all', cover })),
    countType: 'distinct',
    metrics: ['views', 'conversions', 'completions'],
  });
  const found = levels.map(() => new Map<number, Counts>());
  for (const { slot, subjectId, counts } of rows) found[slot]?.set(subjectId, counts);
  return (level, subjectId) => found[levels.indexOf(level)]?.get(subjectId) ?? ZERO_COUNTS;
}
