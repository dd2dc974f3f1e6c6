-- The sketches of buckets, from which distinct counts are united. Parameters: RANGE_PARAMETERS.
select
  r.website_id,
  w.read,
  r.subject_id,
  r.revision,
  {{sketches}}
from {{ranges}}
