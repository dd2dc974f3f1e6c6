-- The first or the last day on which each subject was viewed. $1 website, $2 level, $3 subjects, $4 and $5 first and last day with any data.
-- The year, the month in it, the day in that: some dozen look-ups in the primary key, however long ago it was.
select s.subject_id, (day.bucket - date '1970-01-01')::int as day
from unnest($3::text::int[]) as s (subject_id)
cross join lateral ({{year}}) as year
cross join lateral ({{month}}) as month
cross join lateral ({{day}}) as day
