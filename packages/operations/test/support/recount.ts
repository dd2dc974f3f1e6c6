import type { Database } from '@funnel/db';
import type { RawEvent } from './events.ts';

export type Level = 'website' | 'campaign' | 'variant' | 'step' | 'element';

/** A subject in a span of days, both dates included. */
export interface Slot {
  level: Level;
  subject: number;
  from: string;
  to: string;
}

export interface Recounted {
  views: number;
  conversions: number;
  completions: number;
  submissions: number;
  subscribes: number;
  orders: number;
  cents: bigint;
}

export interface FieldCount {
  field: string;
  field_type: string;
  value: string | null;
  count: number;
}

export interface ProductCount {
  value: string | null;
  selections: number;
  orders: number;
  revenue: number;
}

const COUNTED = ['view', 'conversion', 'completion', 'submission', 'subscribe'];

/** Stores raw events in separate tables and counts them with plain SQL: shares no code with the service. */
export async function createRecount(database: Database, events: readonly RawEvent[]) {
  const { sql } = database;
  await sql.unsafe(`
    create table raw_events (event_id uuid, type text, website int, campaign int, variant int, step int,
      element int, visitor uuid, at timestamptz, day date, revenue numeric);
    create table raw_answers (event_id uuid, field text, field_type text, value text);
    create table raw_products (event_id uuid, value text, selections int, orders int, revenue numeric)`);
  for (let from = 0; from < events.length; from += 1000) await add(events.slice(from, from + 1000));
  await sql.unsafe('create index on raw_events (website, day); analyze raw_events');
  return { count, fields, products, firstDay, buckets };

  async function add(some: readonly RawEvent[]) {
    await sql`
      insert into raw_events
      select event_id, type, website, campaign, variant, step, element, visitor, at,
        (at at time zone 'UTC')::date, coalesce(revenue, 0)
      from json_to_recordset(${JSON.stringify(some)}::text::json) as e (event_id uuid, type text, website int,
        campaign int, variant int, step int, element int, visitor uuid, at timestamptz, revenue numeric)`;
    const answers = some.flatMap(({ event_id, answers: given }) =>
      given.flatMap(({ field, field_type, values }) =>
        values.map((value) => ({ event_id, field, field_type, value })),
      ),
    );
    await sql`insert into raw_answers select * from json_populate_recordset(null::raw_answers, ${JSON.stringify(answers)}::text::json)`;
    const rows = some.flatMap(({ event_id, products: sold }) => sold.map((row) => ({ event_id, ...row })));
    await sql`insert into raw_products select * from json_populate_recordset(null::raw_products, ${JSON.stringify(rows)}::text::json)`;
  }

  /** An element has the views of its step, whose id is that of the element without the last digit. */
  async function count(websiteId: number, slots: readonly Slot[], distinct: boolean): Promise<Recounted[]> {
    const what = distinct ? 'count(distinct e.visitor)' : 'count(e.visitor)';
    const rows = await sql.unsafe<Record<string, string>[]>(
      `select ${COUNTED.map((type) => `${what} filter (where e.type = '${type}') as ${type}s`).join(', ')},
         count(*) filter (where e.type = 'order') as orders,
         (coalesce(sum(e.revenue), 0) * 100)::bigint as cents
       from json_to_recordset($1::text::json) as s (slot int, level text, subject int, "from" date, "to" date)
       left join raw_events e on e.website = $2::int and e.day between s."from" and s."to" and case s.level
         when 'website' then e.website = s.subject
         when 'campaign' then e.campaign = s.subject
         when 'variant' then e.variant = s.subject
         when 'step' then e.step = s.subject
         else case e.type when 'view' then e.step = s.subject / 10 else e.element = s.subject end
       end
       group by s.slot order by s.slot`,
      [JSON.stringify(slots.map((slot, index) => ({ slot: index, ...slot }))), websiteId],
    );
    return rows.map((row) => ({
      views: Number(row['views']),
      conversions: Number(row['conversions']),
      completions: Number(row['completions']),
      submissions: Number(row['submissions']),
      subscribes: Number(row['subscribes']),
      orders: Number(row['orders']),
      cents: BigInt(row['cents'] ?? 0),
    }));
  }

  async function fields(websiteId: number, { subject, from, to }: Slot, distinct: boolean) {
    const counted = distinct ? 'count(distinct visitor)' : 'count(*)';
    const rows = await sql.unsafe<(Omit<FieldCount, 'count'> & { count: string })[]>(
      `select field, field_type, value, ${counted} as count
       from raw_events join raw_answers using (event_id)
       where website = $1 and element = $2 and day between $3::text::date and $4::text::date
       group by field, field_type, value
       order by sum(${counted}) over (partition by field) desc, field collate "C", ${counted} desc, value collate "C" nulls last, field_type collate "C"`,
      [websiteId, subject, from, to],
    );
    return rows.map((row): FieldCount => ({ ...row, count: Number(row.count) }));
  }

  async function products(websiteId: number, { subject, from, to }: Slot) {
    const rows = await sql.unsafe<(Record<string, string> & { value: string | null })[]>(
      `select p.value, sum(p.selections) as selections, sum(p.orders) as orders, sum(p.revenue) as revenue
       from raw_events e join raw_products p using (event_id)
       where website = $1 and element = $2 and day between $3::text::date and $4::text::date
       group by p.value order by sum(p.revenue) desc, p.value collate "C" nulls last`,
      [websiteId, subject, from, to],
    );
    return rows.map(
      (row): ProductCount => ({
        value: row.value,
        selections: Number(row['selections']),
        orders: Number(row['orders']),
        revenue: Number(row['revenue']),
      }),
    );
  }

  async function firstDay(websiteIds: readonly number[]): Promise<string> {
    const [row] = await sql<
      { day: string }[]
    >`select min(day)::text as day from raw_events where website = any (${`{${websiteIds.join(',')}}`}::text::int[])`;
    return row?.day ?? '';
  }

  /** The calendar buckets of a window, each with its days inside the window. */
  async function buckets(from: string, to: string, grain: string) {
    return sql.unsafe<{ date: string; from: string; to: string }[]>(
      `select date_trunc($3::text, day)::date::text as date, min(day)::date::text as "from", max(day)::date::text as "to"
       from generate_series($1::text::timestamp, $2::text::timestamp, '1 day') as day
       group by 1 order by 1`,
      [from, to, grain],
    );
  }
}

export type Recount = Awaited<ReturnType<typeof createRecount>>;
