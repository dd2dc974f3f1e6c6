-- The variants of a campaign. $1 website, $2 campaign.
select id, variation from variants where website_id = $1::int and campaign_id = $2::int order by variation, id
