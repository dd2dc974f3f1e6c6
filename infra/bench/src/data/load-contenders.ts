import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { migrateDatabase } from '@funnel/admin';
import type { Database } from '@funnel/db';
import { trustedWebsiteId } from '@funnel/domain';
import { ingest, packRollups } from '@funnel/ingest';
import { lastFullWeek, snapshotWebsite } from '@funnel/insights';
import { say } from '../bench-context.ts';
import { withDatabase } from '../bench-database.ts';
import { loadCatalog, TWO_OF_EACH } from './bench-data.ts';
import { CAMPAIGNS, COLUMNS, NOW, WEBSITE } from './traffic.ts';

const MESSAGE_INTERVAL_MS = 10_000;
const EVENT_TYPE = `create type event_type as enum ('view', 'conversion', 'completion', 'submission', 'subscribe', 'order')`;

/** Loads catalog, events and a weekly snapshot into a new database, as the operator commands do. */
export async function loadProduct(url: string, eventFile: string, events: number): Promise<void> {
  await migrateDatabase(url);
  let nextMessageAt = 0;
  await withDatabase(url, async (database) => {
    await loadCatalog(database, 1, () => ({ campaigns: CAMPAIGNS, ...TWO_OF_EACH }));
    const { new: recorded } = await ingest(database, createReadStream(eventFile), {
      now: () => NOW,
      onRefused: async ([line]) => {
        throw new Error(`ingest rejected an event: ${line?.reason}`);
      },
      onProgress: ({ read }) => {
        if (performance.now() < nextMessageAt) return;
        nextMessageAt = performance.now() + MESSAGE_INTERVAL_MS;
        say(`${read.toLocaleString('en')} of ${events.toLocaleString('en')}`);
      },
    });
    if (recorded !== events) throw new Error(`ingest recorded ${recorded} of ${events} events`);
    const week = { websiteId: trustedWebsiteId(WEBSITE), week: lastFullWeek(NOW) };
    await snapshotWebsite(database, week, { replace: true });
    await pack(database);
    // Otherwise autovacuum would do it during the measurement.
    await database.sql.unsafe('vacuum analyze');
  });
}

/** As the worker does, once an hour: reports of days long past read what is packed. */
async function pack(database: Database): Promise<void> {
  say('packing the totals');
  for (;;) {
    const { buckets, failed } = await packRollups(database);
    for (const { cause } of failed) throw cause;
    if (buckets === 0) return;
  }
}

/** Loads the events into a plain table with the two indexes that these questions need. */
export async function loadPlainPostgres(url: string, eventFile: string): Promise<void> {
  await withDatabase(url, async ({ sql }) => {
    await sql.unsafe(`${EVENT_TYPE};
      create table events (
        event_id uuid not null, type event_type not null, website_id integer not null, campaign_id integer,
        variant_id integer, step_id integer, element_id integer, visitor_token uuid not null,
        occurred_at timestamp not null, revenue numeric(12, 2)
      )`);
    const copy = await sql
      .unsafe(`copy events (${COLUMNS.join(', ')}) from stdin (format csv, header true)`)
      .writable();
    await pipeline(createReadStream(eventFile), copy);
    await sql.unsafe(`
      create index on events (website_id, occurred_at);
      create index on events (website_id, campaign_id, occurred_at)`);
    await sql.unsafe('vacuum analyze events');
  });
}

/** Loads the events into a native table of a new file, with the types that suit DuckDB best: an enum and 128-bit UUIDs instead of texts. */
export async function loadDuckDb(file: string, eventFile: string): Promise<void> {
  await rm(file, { force: true });
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  await connection.run(EVENT_TYPE);
  await connection.run(`create table events (
    event_id uuid, type event_type, website_id integer, campaign_id integer, variant_id integer, step_id integer,
    element_id integer, visitor_token uuid, occurred_at timestamp, revenue decimal(12, 2)
  )`);
  await connection.run(`copy events (${COLUMNS.join(', ')}) from '${eventFile}' (header true)`);
  await connection.run('checkpoint');
  connection.closeSync();
  instance.closeSync();
}
