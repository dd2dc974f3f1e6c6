-- The days of a window on which campaigns of a website split their traffic in another way: the last change of each variant is known.
-- $1 website, $2 campaign, or null for all of them; $3 and $4 first and last day; $5 how many at most, the newest.
select campaign_id, changed_on - date '1970-01-01' as changed_on
from (
  select distinct campaign_id, (split_changed_at at time zone 'UTC')::date as changed_on
  from variants
  where website_id = $1::int and split_changed_at is not null and ($2::int is null or campaign_id = $2::int)
) as change
where changed_on between $3::text::date and $4::text::date
order by change.changed_on desc, campaign_id desc
limit $5::int
