-- The websites with many or old pending events, those with the oldest first. $1 how many are many, $2 how many
-- milliseconds are old, $3 how many websites at most, $4 websites that are not wanted, as an array. $5 on Citus the websites of
-- one machine, so that no other is asked; otherwise null.
select website_id, count(*)::int as events
from pending_events
where website_id <> all ($4::text::int[])
  and ($5::int[] is null or website_id = any ($5::int[]))
group by website_id
having count(*) >= $1::int or min(recorded_at) <= now() - make_interval(secs => $2::int / 1000.0)
order by min(recorded_at), website_id
limit $3::int
