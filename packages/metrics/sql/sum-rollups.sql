-- The total counts of a report, per website, slot and subject. Parameters: RANGE_PARAMETERS of @funnel/db/sketches; the number of a
-- range is its slot.
select
  r.website_id,
  w.read as slot,
  r.subject_id,
  sum(r.views)::bigint as views,
  sum(r.conversions)::bigint as conversions,
  sum(r.completions)::bigint as completions,
  sum(r.submissions)::bigint as submissions,
  sum(r.subscribes)::bigint as subscribes,
  sum(r.orders)::bigint as orders,
  sum(r.revenue)::text as revenue
from {{ranges}}
group by r.website_id, w.read, r.subject_id
