-- Takes the locks of websites until the end of the transaction, in their order. $1 the first half of the lock, $2 websites in ascending order.
-- An array is unnested in its order, and each row locks before the next one is read.
select pg_advisory_xact_lock($1::int, website_id)::text as locked
from unnest($2::text::int[]) as w (website_id)
