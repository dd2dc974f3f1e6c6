-- Since 0003 each sketch is stored with its estimate, and fill-estimates.ts added those of the rows before. New rows must have it.
ALTER TABLE "rollups" ADD CONSTRAINT "rollups_estimates" CHECK (
  ("views_sketch" is null) = ("views_visitors" is null)
  and ("conversions_sketch" is null) = ("conversions_visitors" is null)
  and ("completions_sketch" is null) = ("completions_visitors" is null)
  and ("submissions_sketch" is null) = ("submissions_visitors" is null)
  and ("subscribes_sketch" is null) = ("subscribes_visitors" is null)
) NOT VALID;
