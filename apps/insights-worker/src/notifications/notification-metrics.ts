import type { Database } from '@funnel/db';
import { measureOutbox, type WatchSummary } from '@funnel/notifications/work';
import { Counter, Gauge, type Registry } from '@funnel/service';
import { measuredGauges } from '../measured-gauges.ts';

/** Exposes what waits in the outbox, what was sent, and when websites were last watched. */
export function observeNotifications(
  database: Database,
  { registry, intervalMs }: { registry: Registry; intervalMs: number },
) {
  const registers = [registry];
  const gauge = measuredGauges(registry, () => measureOutbox(database));
  gauge(
    'notifications_oldest_due_seconds',
    'How long the oldest message has been due',
    (state) => state.oldestSeconds,
  );
  gauge(
    'notification_channels_failing',
    'Channels where the last message did not arrive',
    (state) => state.failing,
  );
  gauge('notification_channels', 'Channels that are told something', (state) => state.channels);
  gauge(
    'notifications_due',
    'Messages that are due and not sent, without those that wait for the end of quiet hours; empty if the database does not answer',
    (state) => state.due,
  );
  const attempts = new Counter({
    name: 'notification_attempts_total',
    help: 'Attempts to send a message by kind of channel and outcome: sent, later, held, refused, gone',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const watchedAt = new Gauge({
    name: 'notifications_watched_timestamp_seconds',
    help: 'When this worker last finished a look at all websites; 0 if it has not',
    registers,
  });
  new Gauge({
    name: 'notifications_watch_interval_seconds',
    help: 'How often websites are looked at',
    registers,
  }).set(intervalMs / 1000);
  const found = new Counter({
    name: 'notification_episodes_total',
    help: 'Breaks that this worker found, or found to be over',
    labelNames: ['change'],
    registers,
  });
  const failures = new Counter({
    name: 'notification_failures_total',
    help: 'Groups of websites that could not be watched, and messages that could not be prepared or noted',
    registers,
  });
  return {
    attempt: (kind: string, outcome: string) => attempts.inc({ kind, outcome }),
    failed: () => failures.inc(),
    watched({ opened, ended, failed }: WatchSummary, now: Date) {
      found.inc({ change: 'opened' }, opened);
      found.inc({ change: 'ended' }, ended);
      if (failed === 0) watchedAt.set(now.getTime() / 1000);
    },
  };
}
