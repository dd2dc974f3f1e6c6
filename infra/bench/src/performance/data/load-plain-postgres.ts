import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { openDatabase } from '@funnel/db';
import { COLUMNS } from './event-file.ts';

const TABLE = `
  create type event_type as enum ('view', 'conversion', 'completion', 'submission', 'subscribe', 'order');
  create table events (
    event_id uuid not null, type event_type not null, website_id integer not null, campaign_id integer,
    variant_id integer, step_id integer, element_id integer, visitor_token uuid not null,
    occurred_at timestamp not null, revenue numeric(12, 2)
  );`;
const INDEXES = `
  create index on events (website_id, occurred_at);
  create index on events (website_id, campaign_id, occurred_at);`;

/** Loads the events into a plain table with the two indexes that these questions need. */
export async function loadPlainPostgres(url: string, eventFile: string): Promise<void> {
  const database = openDatabase({ url, applicationName: 'funnel-bench', maxConnections: 1 });
  try {
    await database.sql.unsafe(TABLE);
    const copy = await database.sql
      .unsafe(`copy events (${COLUMNS.join(', ')}) from stdin (format csv, header true)`)
      .writable();
    await pipeline(createReadStream(eventFile), copy);
    await database.sql.unsafe(INDEXES);
    await database.sql.unsafe('vacuum analyze events');
  } finally {
    await database.close();
  }
}
