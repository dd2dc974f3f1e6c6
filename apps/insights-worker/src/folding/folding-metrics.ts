import type { Database } from '@funnel/db';
import { readBacklog, readNewestRecording, type SetAsideWebsites } from '@funnel/ingest';
import { Counter, Gauge, Histogram, type Registry } from '@funnel/service';
import { measuredGauges } from '../measured-gauges.ts';

const DURATION_BUCKETS_SECONDS = [0.01, 0.1, 0.5, 1, 5, 15, 60, 300];

export function observeFolding(database: Database, registry: Registry, setAside: SetAsideWebsites) {
  const registers = [registry];
  const folded = new Counter({
    name: 'folded_events_total',
    help: 'Pending events that this worker added to the rollups',
    registers,
  });
  const failures = new Counter({
    name: 'fold_failures_total',
    help: 'Rounds of folding, deleting or packing that failed',
    registers,
  });
  const duration = new Histogram({
    name: 'fold_duration_seconds',
    help: 'Duration of the rounds that folded events',
    buckets: DURATION_BUCKETS_SECONDS,
    registers,
  });
  const backlog = measuredGauges(registry, () => readBacklog(database, { except: setAside.all() }));
  backlog(
    'pending_events_oldest_seconds',
    'How long the oldest pending event has been pending, but for those of websites that are set aside',
    ({ ageMs }) => ageMs / 1000,
  );
  backlog(
    'pending_events',
    'Events that are not in the rollups yet; empty if the database does not answer',
    ({ events }) => events,
  );
  const failed: Gauge = new Gauge({
    name: 'fold_websites_set_aside',
    help: 'Websites whose pending events this worker could not fold, and tries again later',
    registers,
    collect: () => failed.set(setAside.all().length),
  });
  measuredGauges(registry, () => readNewestRecording(database))(
    'newest_event_recorded_timestamp_seconds',
    'When the newest event of all websites was recorded; empty without events, or if the database does not answer',
    (seconds) => seconds,
  );
  return {
    folded(events: number, milliseconds: number) {
      if (events === 0) return;
      folded.inc(events);
      duration.observe(milliseconds / 1000);
    },
    failed: () => failures.inc(),
  };
}
