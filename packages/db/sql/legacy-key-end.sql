-- Ends the keys of websites and names those that exist. $1: their ids. Rows are locked in order: no deadlock.
with
asked as (select id from websites where id = any ($1::text::int[])),
still_open as (
  select id from websites where id in (select id from asked) and api_key_ended_at is null
  order by id
  for update
),
ended as (
  update websites set api_key_ended_at = now() where id in (select id from still_open)
)
select id from asked
