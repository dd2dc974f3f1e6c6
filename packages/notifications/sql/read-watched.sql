-- The websites that somebody wants to be told about, and what was known of each when it was last looked at.
with wanted as (
  select
    w.id,
    bool_or(c.breaks) as breaks,
    bool_or(c.verdicts) as verdicts,
    bool_or(c.no_data) as no_data
  from notification_channels as c
  left join account_members as m on m.user_id = c.user_id
  join websites as w on w.account_id = coalesce(c.account_id, m.account_id)
  where c.confirmed_at is not null and c.switched_off_at is null and not w.archived
    and (c.breaks or c.verdicts or c.no_data)
  group by w.id
)
select
  wanted.id as website_id, wanted.breaks, wanted.verdicts, wanted.no_data,
  n.version, n.day - date '1970-01-01' as day, n.last_recorded_at, n.watched_at
from wanted
left join notification_watches as n on n.website_id = wanted.id
order by wanted.id
