-- Notes when a message is tried again, unless somebody else tries it already. $1 message, $2 its attempt, $3 in how many seconds, $4 what
-- the receiver said, $5 whether the attempt counts.
update notification_messages
set
  due_at = now() + make_interval(secs => $3::int),
  answer = $4::text,
  attempts = case when $5::boolean then attempts else attempts - 1 end
where id = $1::text::uuid and done_at is null and attempts = $2::int
