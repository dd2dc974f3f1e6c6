import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@funnel/db';
import {
  foldPending,
  packLedger,
  packRollups,
  pruneLedger,
  readBacklog,
  SetAsideWebsites,
} from '@funnel/ingest';
import type { Logger, Registry } from '@funnel/service';
import { observeFolding } from './folding-metrics.ts';

export interface FoldingOptions {
  database: Database;
  /** Between two rounds. */
  intervalMs: number;
  /** A website is folded when it has this many pending events, */
  minEvents: number;
  /** or when its oldest one is this old. */
  maxAgeMs: number;
  logger: Logger;
  registry: Registry;
}

/** Pending events may be this many times as old as planned before the worker counts as not ready. */
const LATE = 10;
const TIDY_INTERVAL_MS = 3_600_000;

/**
 * Folds without the queue, so that it goes on while Redis is down. Reports need none of it to be right: it only keeps
 * them fast. Any number of workers share the websites among them.
 */
export function createFolding(options: FoldingOptions) {
  const { database, intervalMs, minEvents, maxAgeMs, logger, registry } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const setAside = new SetAsideWebsites();
  const metrics = observeFolding(database, registry, setAside);
  let running: Promise<void> = Promise.resolve();

  /** Counts and logs a failure, and goes on: it is tried again. */
  async function tried(failure: string, step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      metrics.failed();
      logger.error({ err: error }, failure);
    }
  }

  async function fold(): Promise<void> {
    const startedAt = performance.now();
    const folded = await foldPending(database, { minEvents, maxAgeMs, signal, setAside });
    const { websites, events, failed, unasked } = folded;
    if (events > 0) logger.debug({ websites, events }, 'folded pending events');
    metrics.folded(events, performance.now() - startedAt);
    for (const { websiteId, cause, failures, retryMs } of failed)
      logger.error({ err: cause, websiteId, failures, retryMs }, 'website set aside: folding it failed');
    for (const err of unasked)
      logger.error({ err }, 'a database worker is lost: its websites are not folded');
    if (unasked.length > 0) metrics.failed();
  }

  async function packIds(): Promise<void> {
    const { websites, failed } = await packLedger(database, { signal });
    if (websites > 0) logger.debug({ websites }, 'packed old ids of events');
    if (failed.length > 0) metrics.failed();
    for (const { websiteId, cause } of failed)
      logger.error({ err: cause, websiteId }, 'old ids of a website were not packed; tried again in an hour');
  }

  async function packTotals(): Promise<void> {
    const { websites, buckets, failed, unasked } = await packRollups(database, signal);
    if (buckets > 0) logger.debug({ websites, buckets }, 'packed rollups of buckets that have ended');
    if (failed.length + unasked.length > 0) metrics.failed();
    for (const { websiteId, cause } of failed)
      logger.error({ err: cause, websiteId }, 'rollups of a website were not packed; tried again in an hour');
    for (const err of unasked)
      logger.error({ err }, 'a database worker is lost: the rollups of its websites are not packed');
  }

  async function tidy(): Promise<void> {
    await tried('old ids of events were not deleted; tried again in an hour', () =>
      pruneLedger(database, signal),
    );
    if (!signal.aborted) await tried('old ids of events were not packed; tried again in an hour', packIds);
    if (!signal.aborted) await tried('rollups were not packed; tried again in an hour', packTotals);
  }

  async function every(pauseMs: number, step: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      await step();
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
    }
  }

  /** Side by side: events must not wait while old ids are deleted, and these and old rollups are packed. */
  async function work(): Promise<void> {
    const round = () => tried('folding failed; the next round tries again', fold);
    await Promise.all([every(intervalMs, round), every(TIDY_INTERVAL_MS, tidy)]);
  }

  return {
    run: () => (running = work()),
    /** Rejects if pending events are far older than they should be, but for those of websites that are set aside. */
    async check() {
      const { events, ageMs } = await readBacklog(database, { except: setAside.all() });
      if (ageMs > LATE * maxAgeMs)
        throw new Error(`${events} events are pending, the oldest for ${Math.round(ageMs / 1000)} seconds`);
    },
    /** Resolves when the website, the deletion and the packing that are under way are finished. */
    async close() {
      stopping.abort();
      await running;
    },
  };
}
