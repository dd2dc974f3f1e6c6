-- The distinct visitors of all campaigns of some websites on each of some days. $1 websites, $2 and $3 first and last day.
-- Each day is one text, as in read-campaign-days.sql.
select
  website_id,
  bucket - date '1970-01-01' as day,
  string_agg(
    concat(
      subject_id, ' ', coalesce(views_visitors, 0), ' ', coalesce(conversions_visitors, 0), ' ',
      coalesce(submissions_visitors, 0), ' ', coalesce(completions_visitors, 0)
    ),
    ' '
  ) as counts
from rollups
where website_id = any ($1::int[]) and level = 'campaign' and grain = 'day'
  and bucket between $2::text::date and $3::text::date
group by website_id, bucket
