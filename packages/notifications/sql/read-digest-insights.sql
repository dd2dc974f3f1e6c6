-- What the insights of a week say of some websites. $1 websites, $2 its Monday.
select website_id, recommendations
from insights_snapshots
where website_id = any ($1::int[]) and week = $2::text::date
