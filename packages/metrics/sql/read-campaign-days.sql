-- The distinct visitors of all campaigns of a website on some days. $1 website, $2 days.
-- Each day is one text, with five numbers for each campaign: its id, and who viewed it, converted, submitted and completed. Columns
-- would take the driver far longer.
select
  w.bucket - date '1970-01-01' as day,
  string_agg(
    concat(
      r.subject_id, ' ', coalesce(r.views_visitors, 0), ' ', coalesce(r.conversions_visitors, 0), ' ',
      coalesce(r.submissions_visitors, 0), ' ', coalesce(r.completions_visitors, 0)
    ),
    ' '
  ) as counts
from unnest($2::text::date[]) as w (bucket)
cross join lateral (
  select subject_id, views_visitors, conversions_visitors, submissions_visitors, completions_visitors
  from rollups
  where website_id = $1::int and level = 'campaign' and grain = 'day' and bucket = w.bucket
  offset 0
) as r
group by w.bucket
