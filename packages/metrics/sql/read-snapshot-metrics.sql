-- The frozen metrics of a week. $1 websites, $2 week, $3..$5 arrays with an entry per read: level, first and last subject.
select m.website_id, w.name as level, m.subject_id, m.views, m.conversions, m.completions, m.submissions, m.subscribes,
  m.orders, m.revenue::text as revenue
from unnest($3::text::level[], $3::text::text[], $4::text::int[], $5::text::int[])
  as w (level, name, first_subject, last_subject)
join insights_metrics m
  on m.website_id = any ($1::int[])
  and m.week = $2::text::date
  and m.level = w.level
  and m.subject_id between w.first_subject and w.last_subject
