-- The buckets of a report, without sketches. A revision changes whenever its bucket is written. Parameters: RANGE_PARAMETERS of
-- @funnel/db/sketches.
-- Each bucket is one text with its values, separated by spaces; empty if it was not asked for. The driver takes five times
-- as long for the same values in columns.
select r.website_id, concat(
  w.read, ' ', r.subject_id, ' ', r.revision, ' ',
  r.views, ' ', r.conversions, ' ', r.completions, ' ', r.submissions, ' ', r.subscribes, ' ', r.orders, ' ',
  r.revenue, ' ',
  r.views_visitors, ' ', r.conversions_visitors, ' ', r.completions_visitors, ' ', r.submissions_visitors, ' ',
  r.subscribes_visitors
) as bucket
from {{ranges}}
