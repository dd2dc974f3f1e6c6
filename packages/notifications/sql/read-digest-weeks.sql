-- The frozen week of some websites, and the week before. $1 websites, $2 and $3 their Mondays.
select
  m.website_id, m.week = $2::text::date as is_current,
  m.views, m.conversions, m.orders, (m.revenue * 100)::numeric(40)::text as revenue_cents
from insights_metrics as m
where m.website_id = any ($1::int[]) and m.week in ($2::text::date, $3::text::date)
  and m.level = 'website' and m.subject_id = m.website_id
