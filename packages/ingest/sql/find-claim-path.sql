-- Whether row-level security forbids to COPY to the ledger, and whether websites have packed ids, which a COPY would not see.
-- $1 websites.
select
  row_security_active('event_ledger') as is_guarded,
  exists (select from packed_event_ids where website_id = any ($1::int[])) as has_packed
