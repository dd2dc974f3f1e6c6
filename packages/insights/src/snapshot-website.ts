import type { Database } from '@funnel/db';
import { recommendationsOf } from './findings/recommendations.ts';
import type { WebsiteWeek } from './store/snapshot-weeks.ts';
import { writeSnapshot } from './store/write-snapshot.ts';
import type { Phraser } from './phrase/phraser.ts';
import { readWeek } from './read-week.ts';

export interface SnapshotOptions {
  /** Whether to replace the snapshot if the week already has one. */
  replace: boolean;
  /** Rewrites the recommendations. Without it, or if it fails, the original texts are published. */
  phraser?: Phraser | undefined;
}

/** `kept` means that the week already had a snapshot. */
export interface SnapshotResult {
  outcome: 'written' | 'kept' | 'no_such_website';
  recommendations: readonly string[];
}

/** Writes the snapshot of one website's week, with its recommendations: the weekly job for one website. */
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
  const snapshot = { websiteId, week, viewers, revenueCents, recommendations, findings, frozen };
  const isWritten = await writeSnapshot(database, snapshot, { replace });
  return { outcome: isWritten ? 'written' : 'kept', recommendations };
}
