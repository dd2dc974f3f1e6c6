-- Takes messages that are due: whoever takes one has it until `due_at`, and then it is due again. $1 how many, $2 how many of one channel,
-- $3 for how many seconds, $4 how many a channel may get in an hour, $5 how many of one owner, $6 the channels and $7 the owners of what is
-- under way already: one entry for each message. An owner is an account, or minus a person. Not what a channel holds back in its quiet hours, and nothing
-- before what came earlier of the same episode.
with busy as (
  select channel_id from notification_messages
  where outcome = 'sent' and done_at > now() - interval '1 hour'
  group by channel_id
  having count(*) >= $4::int
),
due as (
  select
    m.id,
    coalesce(c.account_id, -c.user_id) as owner,
    m.due_at,
    m.created_at,
    cardinality(array_positions($6::int[], m.channel_id))
    + row_number() over (partition by m.channel_id order by m.due_at, m.created_at) as place
  from notification_messages as m
  join notification_channels as c on c.id = m.channel_id
  where m.done_at is null and m.due_at <= now()
    and (
      m.type like 'channel.%'
      or c.quiet_from is null
      or not case
        when c.quiet_from < c.quiet_to
          then extract(hour from now() at time zone c.time_zone) between c.quiet_from and c.quiet_to - 1
        else extract(hour from now() at time zone c.time_zone) >= c.quiet_from
          or extract(hour from now() at time zone c.time_zone) < c.quiet_to
      end
    )
    and (m.type like 'channel.%' or m.channel_id not in (select channel_id from busy))
    and not exists (
      select from notification_messages as earlier
      where earlier.episode_id = m.episode_id and earlier.channel_id = m.channel_id
        and earlier.done_at is null and earlier.created_at < m.created_at
    )
),
-- Only those that their channel has a place for take one of their owner.
placed as (
  select
    id,
    owner,
    cardinality(array_positions($7::int[], owner))
    + row_number() over (partition by owner order by due_at, created_at) as place_of_owner
  from due
  where place <= $2::int
),
mine as (
  select m.id, placed.owner
  from notification_messages as m
  join placed on placed.id = m.id
  where placed.place_of_owner <= $5::int and m.done_at is null and m.due_at <= now()
  order by m.due_at, m.id
  limit $1::int
  for update of m skip locked
)
update notification_messages as m
set attempts = m.attempts + 1, due_at = now() + make_interval(secs => $3::int)
from mine
where m.id = mine.id
returning
  m.id::text as id, m.channel_id, m.key, m.type, m.website_id, m.campaign_id, m.payload, m.attempts,
  m.created_at, mine.owner
