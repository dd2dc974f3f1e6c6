import { type Window, type Level, formatDay } from '@funnel/domain';
import type { Database } from '@funnel/db';

/** A raw event with all of its ids. */
export interface RawEvent {
  event_id: string;
  type: string;
  website_id: number;
  campaign_id: number | null;
  variant_id: number | null;
  step_id: number | null;
  element_id: number | null;
  visitor_token: string;
  occurred_at: string;
  revenue: number | null;
}

/** Stores raw events in a separate table and counts them with plain SQL; shares no code with the service. */
export async function createRecount(database: Database): Promise<{
  add(events: RawEvent[]): Promise<void>;
  count(query: {
    websiteId: number;
    level: Level;
    subject: number;
    window: Window;
    distinct: boolean;
  }): Promise<Record<string, string>>;
}> {
  const { sql } = database;
  await sql.unsafe(`create table raw_events (
    event_id uuid, type text, website int, campaign int, variant int, step int, element int,
    visitor uuid, at timestamptz, revenue numeric)`);
  return {
    async add(events) {
      await sql`insert into raw_events select (e->>'event_id')::uuid, e->>'type', (e->>'website_id')::int, (e->>'campaign_id')::int,
        (e->>'variant_id')::int, (e->>'step_id')::int, (e->>'element_id')::int, (e->>'visitor_token')::uuid,
        (e->>'occurred_at')::timestamptz, coalesce((e->>'revenue')::numeric, 0)
        from json_array_elements(${JSON.stringify(events)}::text::json) e`;
    },
    async count({ websiteId, level, subject, window, distinct }) {
      const what = distinct ? 'count(distinct visitor)' : 'count(*)';
      const notViewsOfElements = level === 'element' ? ` and type <> 'view'` : '';
      const [row] = await sql.unsafe(
        `select ${['view', 'conversion', 'completion', 'submission', 'subscribe']
          .map((type) => `${what} filter (where type = '${type}') as ${type}s`)
          .join(
            ', ',
          )}, count(*) filter (where type = 'order') as orders, coalesce(sum(revenue), 0)::numeric(20,2)::text as revenue
         from raw_events where website = ${websiteId} and ${level} = ${subject} ${notViewsOfElements}
         and (at at time zone 'UTC')::date between '${formatDay(window.start)}' and '${formatDay(window.end)}'`,
      );
      return row ?? {};
    },
  };
}
