-- Whether the ledger has ids that are older than $1 days, and in how many pages its largest part is. $2 on Citus the websites of one
-- machine; otherwise null.
select
  exists (
    select from event_ledger
    where ($2::int[] is null or website_id = any ($2::int[])) and recorded_on < (select now()::date - $1::int)
  ) as has_old,
  (
    coalesce(
      (select max(pg_relation_size(relid)) from pg_partition_tree('event_ledger') where isleaf),
      pg_relation_size('event_ledger')
    ) / current_setting('block_size')::int
  )::int as pages
