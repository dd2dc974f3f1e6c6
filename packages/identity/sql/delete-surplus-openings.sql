-- Half of the openings that are kept are the first ones of the first networks, half the newest ones, of one network only some:
-- who opens a link again and again pushes out neither first openings nor those of others.
with openings as (
  select
    id,
    opened_at,
    row_number() over (partition by network order by opened_at, id) as nth,
    row_number() over (partition by network order by opened_at desc, id desc) as nth_newest
  from share_link_openings
  where link_id = $1
)
delete from share_link_openings
where link_id = $1
  and id not in (select id from openings where nth = 1 order by opened_at, id limit $2 / 2)
  and id not in (
    select id from openings where nth = 1 or nth_newest < $3::int order by opened_at desc, id desc limit $2 / 2
  )
returning true as deleted
