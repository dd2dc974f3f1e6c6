-- Takes messages that are due, of channels whose turn it is: whoever takes one has it until `due_at`, and then it is due again. $1 the channels, $2 how many
-- messages, $3 how many of one channel, $4 for how many seconds, $5 how many a channel may get in an hour, $6 how many of one owner, $7 how many mails,
-- $8 how many of channels where nothing arrives. $9 the channels, $10 the owners and $11 the lanes of what is under way: one entry for each message. An owner is an
-- account, or minus a person. Not what a channel holds back in its quiet hours, and nothing before what came earlier of the same episode. Each channel is looked up by
-- itself, in the order of the index of turns: a range of one channel has that order and no other, so PostgreSQL does not read all that is due in its place.
with turns as (
  select
    c.id, c.lane, c.owner,
    m.message_id, m.due_at,
    cardinality(array_positions($9::int[], c.id)) + m.place as place
  from unnest($1::int[]) as asked (id)
  cross join lateral (
    select
      n.id,
      coalesce(n.account_id, -n.user_id) as owner,
      case when n.failing_since is not null then 'failing' when n.kind = 'email' then 'email' else 'other' end as lane,
      -- How many hours of the quiet ones have passed, also over midnight.
      n.quiet_from is not null and (24 + extract(hour from now() at time zone n.time_zone)::int - n.quiet_from) % 24
        < (24 + n.quiet_to - n.quiet_from) % 24 as is_quiet,
      -- Whether so many were sent within the hour: the newest, by the index of a channel. A bound on the time would be read by that of all channels.
      (
        select newest.done_at from (
          select sent.done_at from notification_messages as sent
          where sent.channel_id between n.id and n.id and sent.outcome = 'sent'
          order by sent.channel_id desc, sent.done_at desc
          limit $5::int
        ) as newest
        order by newest.done_at
        offset $5::int - 1
      ) > now() - interval '1 hour' as is_busy
    from notification_channels as n
    where n.id = asked.id
    offset 0
  ) as c
  cross join lateral (
    select ready.message_id, ready.due_at, row_number() over (order by ready.due_at, ready.created_at) as place
    from (
      select d.id as message_id, d.due_at, d.created_at
      from notification_messages as d
      where d.done_at is null and d.channel_id between c.id and c.id and d.due_at <= now()
        and (d.type like 'channel.%' or not (c.is_quiet or coalesce(c.is_busy, false)))
        and not exists (
          select from notification_messages as earlier
          where earlier.episode_id = d.episode_id and earlier.channel_id = d.channel_id
            and earlier.done_at is null and earlier.created_at < d.created_at
        )
      order by d.channel_id, d.due_at, d.created_at
      limit $3::int
    ) as ready
  ) as m
),
-- Only those that their channel has a place for take one of their owner, and only these one of their lane.
owned as (
  select
    *,
    cardinality(array_positions($10::int[], owner)) + row_number() over (partition by owner order by place, due_at) as place_of_owner
  from turns
  where place <= $3::int
),
placed as (
  select
    *,
    cardinality(array_positions($11::text::text[], lane)) + row_number() over (partition by lane order by place, due_at) as place_of_lane
  from owned
  where place_of_owner <= $6::int
),
mine as (
  select m.id, placed.owner, placed.lane
  from placed
  join notification_messages as m on m.id = placed.message_id
  where (placed.lane <> 'email' or placed.place_of_lane <= $7::int)
    and (placed.lane <> 'failing' or placed.place_of_lane <= $8::int)
    and m.done_at is null and m.due_at <= now()
  -- The first message of each channel, then the second of each.
  order by placed.place, placed.due_at, m.id
  limit $2::int
  for update of m skip locked
)
update notification_messages as m
set attempts = m.attempts + 1, due_at = now() + make_interval(secs => $4::int)
from mine
where m.id = mine.id
returning
  m.id::text as id, m.channel_id as "channelId", m.key, m.type, m.website_id as "websiteId",
  m.campaign_id as "campaignId", m.payload as message, m.attempts, m.created_at as "createdAt", mine.owner, mine.lane
