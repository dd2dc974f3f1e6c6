-- What is broken now, and what was decided, of some websites. $1 websites, $2 and $3 from when and until when it was decided.
select website_id, kind, campaign_id, began - date '1970-01-01' as began, payload
from notification_episodes
where website_id = any ($1::int[])
  and (
    (kind = 'break' and ended_at is null)
    or (kind = 'verdict' and opened_at >= $2::timestamptz and opened_at < $3::timestamptz)
  )
order by website_id, began
