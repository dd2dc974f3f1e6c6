-- The data version of all websites, and when their newest event was recorded. $1 on Citus the websites of one machine; otherwise null.
select website_id, version, last_recorded_at
from website_activity
where $1::int[] is null or website_id = any ($1::int[])
