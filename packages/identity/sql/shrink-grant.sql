-- What a person lost is lost to the grant for good. $1 hash of the grant id (hex), $2 the websites still held.
update grant_websites
set website_ids = array(
  select id from unnest(website_ids) as id where id = any ($2::text::int[]) order by id
)
where grant_id_hash = decode($1::text, 'hex')
