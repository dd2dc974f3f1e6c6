-- Deletes ids from some pages of the ledger that are older than $1 days. $2 the first place, $3 the place after the last.
-- "+ 0" keeps PostgreSQL from its index by day: where space was used again, that leads to every page, and so would each part.
delete from event_ledger
where ctid >= $2::text::tid and ctid < $3::text::tid and recorded_on + 0 < (select now()::date - $1::int)
