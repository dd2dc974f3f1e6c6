import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { openDatabase } from '@funnel/db';
import { COLUMNS } from '../data/event-file.ts';
import { DISTINCT, questionSql } from '../question-sql.ts';
import type { EventContender } from './event-contender.ts';

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
  const { sql, close } = openDatabase({ url, applicationName: 'funnel-bench', maxConnections: 1 });
  try {
    await sql.unsafe(TABLE);
    const copy = await sql
      .unsafe(`copy events (${COLUMNS.join(', ')}) from stdin (format csv, header true)`)
      .writable();
    await pipeline(createReadStream(eventFile), copy);
    await sql.unsafe(INDEXES);
    await sql.unsafe('vacuum analyze events');
  } finally {
    await close();
  }
}

/** The plain table, on the same server as the product. Counts visitors exactly. */
export async function openPlainPostgres(url: string): Promise<EventContender> {
  const { sql, close } = openDatabase({ url, applicationName: 'funnel-bench', maxConnections: 1 });
  const [row] = await sql.unsafe('show server_version');
  return {
    version: `PostgreSQL ${String(row?.['server_version'])}`,
    async ask(question) {
      if (!question.events) throw new Error(`${question.title} is not a question about events`);
      return sql.unsafe(questionSql(question.events, DISTINCT.postgres), [], { prepare: true });
    },
    close,
  };
}
