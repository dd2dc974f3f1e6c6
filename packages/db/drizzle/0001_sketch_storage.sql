-- A dense sketch does not compress: do not try, and keep it out of the row so that totals read little.
ALTER TABLE "rollups"
  ALTER COLUMN "views_sketch" SET STORAGE EXTERNAL,
  ALTER COLUMN "conversions_sketch" SET STORAGE EXTERNAL,
  ALTER COLUMN "completions_sketch" SET STORAGE EXTERNAL,
  ALTER COLUMN "submissions_sketch" SET STORAGE EXTERNAL,
  ALTER COLUMN "subscribes_sketch" SET STORAGE EXTERNAL;
