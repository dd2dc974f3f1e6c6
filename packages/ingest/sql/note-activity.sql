-- A new data version of one website. $1 website, $2 the earliest day of the batch.
insert into website_activity as a (website_id, version, first_day, last_recorded_at)
values ($1::int, 1, $2::text::date, now())
on conflict (website_id) do update set
  version = a.version + 1,
  first_day = least(a.first_day, excluded.first_day),
  last_recorded_at = now()
