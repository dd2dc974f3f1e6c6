-- On Citus: deletes ids from the ledger that are older than $1 days. $2 the websites of one machine. $3 and $4 a part: the last byte
-- of the ids, divided by $3, leaves the remainder $4. It is random, also where the first ones are the time.
delete from event_ledger
where website_id = any ($2::int[])
  and recorded_on < (select now()::date - $1::int)
  and get_byte(uuid_send(event_id), 15) % $3::int = $4::int
