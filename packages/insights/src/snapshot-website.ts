import type { Database } from '@funnel/db';
import { recommendationsOf } from './findings/recommendations.ts';
import type { WebsiteWeek } from './store/snapshot-weeks.ts';
import { writeSnapshot } from './store/write-snapshot.ts';
import type { Phraser } from './phrase/phraser.ts';
import { readWeek } from './read-week.ts';

export interface SnapshotOptions {
  /** A snapshot that the week has already is written anew; otherwise it stays as it is. */
  replace: boolean;
  /** Says the findings in better words; without one, or when it fails, the program's own texts stand. */
  phraser?: Phraser | undefined;
}

/** `kept`: the week had a snapshot already. */
export interface SnapshotResult {
  outcome: 'written' | 'kept' | 'no_such_website';
  recommendations: readonly string[];
}

/** Freezes one website's week and says what it recommends: the whole of the weekly job for one website. */
export async function snapshotWebsite(
  database: Database,
  { websiteId, week }: WebsiteWeek,
  { replace, phraser }: SnapshotOptions,
): Promise<SnapshotResult> {
  const read = await readWeek(database, websiteId, week);
  if (!read) return { outcome: 'no_such_website', recommendations: [] };
  const { frozen, findingsInput } = read;
  const { findings, texts } = recommendationsOf(findingsInput);
  const recommendations = phraser && findings.length > 0 ? await phraser(findings, texts) : texts;
  const { views: viewers, revenueCents } = findingsInput.website.week;
  const snapshot = { websiteId, week, viewers, revenueCents, recommendations, frozen };
  const isWritten = await writeSnapshot(database, snapshot, { replace });
  return { outcome: isWritten ? 'written' : 'kept', recommendations };
}
