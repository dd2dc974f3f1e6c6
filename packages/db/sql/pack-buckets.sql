-- Packs buckets of one website: a sketch that equals that of the same metric of a row above it is replaced by a reference to the
-- highest such row. $1 website, $2 and $3 grains and first days of the buckets. The caller holds the lock of the website.
-- The revision stays: the visitors are the same. Of other levels than the website, only rows that have a reference are packed.
update rollups as r
set packed = true, {{replaced}}
from (
  select
    x.level,
    x.grain,
    x.bucket,
    x.subject_id,
    x.level = 'website' as is_website,
    {{references}}
  from unnest($2::text::grain[], $3::text::date[]) as k (grain, bucket)
  cross join unnest('{website,campaign,variant,step,element}'::level[]) as l (level)
  cross join lateral (
    select *
    from rollups
    where website_id = $1::int and level = l.level and grain = k.grain and bucket = k.bucket
    offset 0
  ) as x
  left join elements e on e.website_id = $1::int and x.level = 'element' and e.id = x.subject_id
  left join steps st
    on st.website_id = $1::int and st.id = case when x.level = 'element' then e.step_id when x.level = 'step' then x.subject_id end
  left join variants va
    on va.website_id = $1::int and va.id = case when x.level = 'variant' then x.subject_id else st.variant_id end
  left join lateral (
    select *, {{reference}} as reference
    from rollups
    where website_id = $1::int and level = 'website' and grain = k.grain and bucket = k.bucket and subject_id = $1::int
      and x.level <> 'website'
    offset 0
  ) as w on true
  left join lateral (
    select *, {{reference}} as reference
    from rollups
    where website_id = $1::int and level = 'campaign' and grain = k.grain and bucket = k.bucket and subject_id = va.campaign_id
    offset 0
  ) as c on true
  left join lateral (
    select *, {{reference}} as reference
    from rollups
    where website_id = $1::int and level = 'variant' and grain = k.grain and bucket = k.bucket and subject_id = st.variant_id
    offset 0
  ) as v on true
  left join lateral (
    select *, {{reference}} as reference
    from rollups
    where website_id = $1::int and level = 'step' and grain = k.grain and bucket = k.bucket and subject_id = e.step_id
    offset 0
  ) as s on true
) as h
where r.website_id = $1::int
  and r.level = h.level
  and r.grain = h.grain
  and r.bucket = h.bucket
  and r.subject_id = h.subject_id
  and (h.is_website or coalesce({{found}}) is not null)
