import type { Database } from '@funnel/db';
import { countMissingSnapshots } from '@funnel/insights';
import { type Clock, Gauge, type Registry } from '@funnel/service';

/** The count reads an index entry for each website and week, so one count serves all scrapes of a minute. */
const COUNTED_FOR_MS = 60_000;

/** Exposes how many snapshots are due, and how many of them are late; empty if the database does not answer. */
export function observeSnapshots(database: Database, clock: Clock, registry: Registry): void {
  const registers = [registry];
  let counted: { at: number; missing: ReturnType<typeof countMissingSnapshots> } | undefined;
  const late = new Gauge({
    name: 'insights_snapshots_late',
    help: 'Snapshots that are missing six hours after they were due',
    registers,
  });
  const due = new Gauge({
    name: 'insights_snapshots_due',
    help: 'Snapshots that are due and not written yet',
    registers,
    async collect() {
      if (!counted || performance.now() - counted.at > COUNTED_FOR_MS)
        counted = { at: performance.now(), missing: countMissingSnapshots(database, clock()) };
      const missing = await counted.missing.catch(() => undefined);
      if (!missing) {
        counted = undefined;
        due.remove();
        late.remove();
        return;
      }
      due.set(missing.due);
      late.set(missing.late);
    },
  });
}
