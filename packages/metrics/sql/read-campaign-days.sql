-- The distinct visitors of all campaigns of a website on some days. $1 website, $2 days.
select w.bucket - date '1970-01-01' as day, {{counts}} as counts
from unnest($2::text::date[]) as w (bucket)
cross join lateral (
  select subject_id, views_visitors, conversions_visitors, submissions_visitors, completions_visitors
  from rollups
  where website_id = $1::int and level = 'campaign' and grain = 'day' and bucket = w.bucket
  offset 0
) as r
group by w.bucket
