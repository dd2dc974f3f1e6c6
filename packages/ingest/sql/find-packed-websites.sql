-- Finds the websites of which a slice was packed less than a day ago. $1 those to look at, or null for all.
select website_id
from packed_slices
where ($1::int[] is null or website_id = any ($1::int[])) and packed_at >= now() - interval '23 hours'
