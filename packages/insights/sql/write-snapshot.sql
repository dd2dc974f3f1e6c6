-- One website's snapshot of a week. $1 website, $2 week, $3 viewers, $4 revenue, $5 recommendations,
-- $6 whether one that exists is replaced. No row: there is one, and it stays. Either way its row is locked,
-- so that two who write the same week do so one after the other.
insert into insights_snapshots as s (website_id, week, viewers, revenue, recommendations)
values ($1::int, $2::text::date, $3::text::bigint, $4::text::numeric, $5::text::jsonb)
on conflict (website_id, week) do update set
  viewers = excluded.viewers,
  revenue = excluded.revenue,
  recommendations = excluded.recommendations,
  updated_at = now()
where $6::boolean
returning s.website_id
