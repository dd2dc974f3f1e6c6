-- Ids of the catalog with their parents, up to the campaign. $1 levels, $2 websites, $3 ids: arrays with an entry per id.
-- $4 the website if there is only one, so that Citus asks the machine that has it; otherwise null.
with
asked as (
  select * from unnest($1::text::level[], $2::text::int[], $3::text::int[]) as a (level, website_id, id)
),
e as (
  select website_id, id, t.step_id
  from (select website_id, id from asked where level = 'element') as k
  join elements t using (website_id, id)
  where $4::int is null or t.website_id = $4::int
),
s as (
  select website_id, id, t.variant_id
  from (select website_id, id from asked where level = 'step' union select website_id, step_id from e) as k
  join steps t using (website_id, id)
  where $4::int is null or t.website_id = $4::int
),
v as (
  select website_id, id, t.campaign_id
  from (select website_id, id from asked where level = 'variant' union select website_id, variant_id from s) as k
  join variants t using (website_id, id)
  where $4::int is null or t.website_id = $4::int
),
c as (
  select website_id, id
  from (select website_id, id from asked where level = 'campaign' union select website_id, campaign_id from v) as k
  join campaigns t using (website_id, id)
  where $4::int is null or t.website_id = $4::int
)
select 'element' as level, website_id, id, step_id as parent_id from e
union all
select 'step', website_id, id, variant_id from s
union all
select 'variant', website_id, id, campaign_id from v
union all
select 'campaign', website_id, id, null from c
