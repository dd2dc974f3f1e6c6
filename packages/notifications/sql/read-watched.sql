-- The websites that are watched, and what was known of each when it was last looked at: those of which somebody is told something, be it only on Mondays, and
-- those of which something is open that has to end, whoever listens.
with listening as (
  select coalesce(c.account_id, m.account_id) as account_id, bool_or(c.no_data) as no_data
  from notification_channels as c
  left join account_members as m on m.user_id = c.user_id
  where c.confirmed_at is not null and c.switched_off_at is null
  group by 1
),
told as (
  select w.id, listening.no_data
  from listening
  join websites as w on w.account_id = listening.account_id
  where not w.archived
),
lasting as (
  select distinct e.website_id as id from notification_episodes as e where e.ended_at is null
)
select
  coalesce(told.id, lasting.id) as website_id,
  coalesce(told.no_data, false) as no_data,
  lasting.id is not null as has_open,
  -- One that is gone, too.
  told.id is null and coalesce(w.archived, true) as archived,
  n.version, n.day - date '1970-01-01' as day, n.last_recorded_at, n.watched_at
from told
full join lasting on lasting.id = told.id
left join websites as w on w.id = lasting.id
left join notification_watches as n on n.website_id = coalesce(told.id, lasting.id)
order by 1
