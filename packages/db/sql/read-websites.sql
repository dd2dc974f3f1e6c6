-- Websites with the facts that every operation needs. $1 ids.
select
  w.id,
  w.account_id,
  w.name,
  c.name as account_name,
  w.currency,
  w.created_at,
  coalesce(a.first_day, (w.created_at at time zone 'UTC')::date)::text as first_day,
  coalesce(a.version, 0)::text as version,
  a.last_recorded_at,
  (
    select max(r.bucket)::text from rollups r
    where r.website_id = w.id and r.level = 'website' and r.grain = 'day'
  ) as last_day,
  (select max(s.week)::text from insights_snapshots s where s.website_id = w.id) as insights_week
from websites w
join accounts c on c.id = w.account_id
left join website_activity a on a.website_id = w.id
where w.id = any ($1::text::int[])
order by w.id
