-- The next channels that have something due, by their ids. $1 after which channel, $2 how many channels to look at: a look is one entry of the index, however many
-- messages a channel has.
with recursive looks as (
  select 0 as looked, $1::int as channel_id
  union all
  select
    l.looked + 1,
    (
      select m.channel_id from notification_messages as m
      where m.done_at is null and m.channel_id > l.channel_id
      order by m.channel_id limit 1
    )
  from looks as l
  where l.looked < $2::int and l.channel_id is not null
)
select
  l.channel_id,
  exists (
    select from notification_messages as m
    where m.done_at is null and m.channel_id = l.channel_id and m.due_at <= now()
  ) as is_due
from looks as l
where l.looked > 0 and l.channel_id is not null
order by l.channel_id
