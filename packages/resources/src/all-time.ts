import { type Database, readRollups, readWebsites, type Snapshot, withSnapshot } from '@funnel/db';
import { websiteNotFound, type WebsiteId } from '@funnel/auth';
import { recordedCover } from '@funnel/reports';
import { type Counts, type Level, resolveWindow, ZERO_COUNTS } from '@funnel/domain';

/** All-time distinct counts of whole levels of a website, in one statement (decisions, Metrics). */
export type AllTimeCounts = (level: Level, subjectId: number) => Counts;

/** Runs `read` on one snapshot of the database, with the all-time counts of these levels. */
export function withAllTimeCounts<Result>(
  { database, websiteId, now }: { database: Database; websiteId: WebsiteId; now: Date },
  levels: readonly Level[],
  read: (snapshot: Snapshot, counts: AllTimeCounts) => Promise<Result>,
): Promise<Result> {
  return withSnapshot(database, async (snapshot) => {
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
    const found = new Map(
      rows.map(({ slot, subjectId, counts }) => [`${levels[slot]} ${subjectId}`, counts]),
    );
    return read(snapshot, (level, subjectId) => found.get(`${level} ${subjectId}`) ?? ZERO_COUNTS);
  });
}
