import type { Database } from '@funnel/db';
import { type Day, formatDay, Sketch, visitorKey } from '@funnel/domain';
import { newVisitorToken } from '@funnel/testing';

/**
 * Adds websites with one campaign each, directly to the totals: 60 viewers a day for 84 days, of whom six convert; of the first `broken` websites nobody in the last five days.
 * They are the same people each day.
 */
export async function addManyWebsites(
  { sql }: Database,
  { count, broken, today, campaigns = 1 }: { count: number; broken: number; today: Day; campaigns?: number },
): Promise<void> {
  await sql`insert into accounts (id, name) values (1, 'Many') on conflict do nothing`;
  await sql`
    insert into websites (id, account_id, name, api_key_encrypted, api_key_hash)
    select id, 1, 'site-' || id || '.example', '', sha256(id::text::bytea) from generate_series(1, ${count}::int) as w (id)`;
  await sql`
    insert into campaigns (website_id, id, name, cta_type)
    select w, c, 'Offer ' || w || '-' || c, 'bar'
    from generate_series(1, ${count}::int) as w, generate_series(1, ${campaigns}::int) as c`;
  await sql`
    insert into website_activity (website_id, version, first_day, last_recorded_at)
    select id, 1, ${formatDay(today - 84)}::text::date, now() from generate_series(1, ${count}::int) as w (id)`;
  const people = Array.from({ length: 60 }, () => visitorKey(newVisitorToken()));
  const [viewers, converted] = [people, people.slice(0, 6)].map((keys) => Sketch.of(keys).toBase64());
  await sql`
    insert into rollups (website_id, level, grain, bucket, subject_id, views, conversions,
      views_sketch, views_visitors, conversions_sketch, conversions_visitors)
    select w, 'campaign', 'day', ${formatDay(today)}::text::date - d, c, 60, 6,
      case when w <= ${broken}::int then ${viewers ?? ''} else '' end, 60,
      case when w <= ${broken}::int and d >= 5 then ${converted ?? ''} else '' end,
      case when w <= ${broken}::int and d < 5 then 0 else 6 end
    from generate_series(1, ${count}::int) as w, generate_series(1, ${campaigns}::int) as c, generate_series(0, 83) as d`;
  await sql`
    insert into rollups (website_id, level, grain, bucket, subject_id, views, conversions,
      views_sketch, views_visitors, conversions_sketch, conversions_visitors)
    select w, 'website', 'day', ${formatDay(today)}::text::date - d, w, 60, 6, '', 60, '', 6
    from generate_series(1, ${count}::int) as w, generate_series(0, 83) as d`;
  await sql`analyze`;
}
