-- Disables the legacy keys of websites; a key that is disabled already keeps its time. Returns the ids that exist.
-- $1 website ids. Rows are locked in the order of their ids, so that concurrent calls cannot deadlock.
with
asked as (select id from websites where id = any ($1::text::int[])),
still_open as (
  select id from websites where id in (select id from asked) and api_key_ended_at is null
  order by id
  for no key update
),
ended as (
  update websites set api_key_ended_at = now() where id in (select id from still_open)
)
select id from asked
