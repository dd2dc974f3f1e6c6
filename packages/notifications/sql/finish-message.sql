-- Notes that a message is done. $1 message, $2 outcome, $3 what the receiver said.
update notification_messages set done_at = now(), outcome = $2::text, answer = $3::text
where id = $1::text::uuid and done_at is null
