-- What a snapshot of this week froze before. $1 website, $2 week.
delete from insights_metrics
where website_id = $1::int and week = $2::text::date
