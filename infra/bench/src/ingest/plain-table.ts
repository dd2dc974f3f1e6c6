import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { Database } from '@funnel/db';
import type { SentEvent } from './events.ts';

/** The same events in a plain table without any index: what recording is compared with. */
export class PlainTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async create(): Promise<void> {
    await this.#database.sql.unsafe(`
      create table plain_events (event_id uuid not null, type text not null, website_id int not null,
        campaign_id int, visitor_token uuid not null, occurred_at timestamptz not null, revenue numeric(20, 2))`);
  }

  async empty(): Promise<void> {
    await this.#database.sql.unsafe('truncate plain_events');
  }

  /** One statement for all of them. */
  async insert(events: readonly SentEvent[]): Promise<void> {
    const column = (valueOf: (event: SentEvent) => string | number | undefined) =>
      `{${events.map((event) => valueOf(event) ?? 'NULL').join(',')}}`;
    await this.#database.sql.unsafe(
      `insert into plain_events
       select * from unnest($1::text::uuid[], $2::text::text[], $3::text::int[], $4::text::int[], $5::text::uuid[],
         $6::text::timestamptz[], $7::text::numeric[])`,
      [
        column(({ event_id }) => event_id),
        column(({ type }) => type),
        column(({ website_id }) => website_id),
        column(({ campaign_id }) => campaign_id),
        column(({ visitor_token }) => visitor_token),
        column(({ occurred_at }) => occurred_at),
        column(({ revenue }) => revenue),
      ],
      { prepare: true },
    );
  }

  async copy(events: readonly SentEvent[]): Promise<void> {
    const stream = await this.#database.sql.unsafe('copy plain_events from stdin (format csv)').writable();
    for (const event of events) {
      const { event_id, type, website_id, campaign_id, visitor_token, occurred_at, revenue = '' } = event;
      const line = [event_id, type, website_id, campaign_id, visitor_token, occurred_at, revenue].join(',');
      if (!stream.write(`${line}\n`)) await once(stream, 'drain');
    }
    stream.end();
    await finished(stream);
  }
}
