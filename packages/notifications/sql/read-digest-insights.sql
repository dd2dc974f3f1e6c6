-- What the insights of a week say of some websites, and about what; and which of them were counted in the week before. $1 websites, $2 and $3 the Mondays.
select
  website_id, week = $2::text::date as is_current,
  case when week = $2::text::date then recommendations else '[]' end as recommendations,
  case when week = $2::text::date then findings end as findings
from insights_snapshots
where website_id = any ($1::int[]) and week in ($2::text::date, $3::text::date)
