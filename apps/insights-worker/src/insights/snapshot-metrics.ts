import type { Database } from '@funnel/db';
import { countMissingSnapshots } from '@funnel/insights';
import type { Clock, Registry } from '@funnel/service';
import { measuredGauges } from '../measured-gauges.ts';

/** The count reads an index entry for each website and week, so one count serves all scrapes of a minute. */
const COUNTED_FOR_MS = 60_000;

/** Exposes how many snapshots are due, and how many of them are late; empty if the database does not answer. */
export function observeSnapshots(database: Database, clock: Clock, registry: Registry): void {
  let counted: { at: number; missing: ReturnType<typeof countMissingSnapshots> } | undefined;
  const gauge = measuredGauges(registry, async () => {
    if (!counted || performance.now() - counted.at > COUNTED_FOR_MS)
      counted = { at: performance.now(), missing: countMissingSnapshots(database, clock()) };
    return counted.missing.catch((error: unknown) => {
      counted = undefined;
      throw error;
    });
  });
  gauge(
    'insights_snapshots_late',
    'Snapshots that are missing six hours after they were due',
    ({ late }) => late,
  );
  gauge('insights_snapshots_due', 'Snapshots that are due and not written yet', ({ due }) => due);
}
