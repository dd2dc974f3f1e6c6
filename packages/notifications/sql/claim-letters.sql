-- Takes letters that are due: whoever takes one has it until `due_at`, and then it is due again. $1 how many, $2 for how many seconds.
-- `is_owner`: whether its address is still one of an owner of the account.
with mine as (
  select id from notification_messages
  where channel_id is null and done_at is null and due_at <= now()
  order by due_at, id
  limit $1::int
  for update skip locked
)
update notification_messages as m
set attempts = m.attempts + 1, due_at = now() + make_interval(secs => $2::int)
from mine
where m.id = mine.id
returning
  m.id::text as id, m.payload, m.attempts, m.created_at,
  exists (
    select from account_members as member
    join users as person on person.id = member.user_id
    where member.account_id = (m.payload -> 'account' ->> 'id')::int and member.role = 'owner' and person.email = m.payload ->> 'to'
  ) as is_owner
