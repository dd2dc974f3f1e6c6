-- Sketches become base64 text, which PostgreSQL sends as it is; bytes are sent in hexadecimal. Beside each sketch stands
-- its estimate: a distinct count of one bucket needs no sketch. Rewrites the table: stop the services first.
ALTER TABLE "rollups"
  ALTER COLUMN "views_sketch" SET DATA TYPE text USING replace(encode("views_sketch", 'base64'), E'\n', ''),
  ALTER COLUMN "views_sketch" SET STORAGE EXTERNAL,
  ADD COLUMN "views_visitors" integer,
  ALTER COLUMN "conversions_sketch" SET DATA TYPE text USING replace(encode("conversions_sketch", 'base64'), E'\n', ''),
  ALTER COLUMN "conversions_sketch" SET STORAGE EXTERNAL,
  ADD COLUMN "conversions_visitors" integer,
  ALTER COLUMN "completions_sketch" SET DATA TYPE text USING replace(encode("completions_sketch", 'base64'), E'\n', ''),
  ALTER COLUMN "completions_sketch" SET STORAGE EXTERNAL,
  ADD COLUMN "completions_visitors" integer,
  ALTER COLUMN "submissions_sketch" SET DATA TYPE text USING replace(encode("submissions_sketch", 'base64'), E'\n', ''),
  ALTER COLUMN "submissions_sketch" SET STORAGE EXTERNAL,
  ADD COLUMN "submissions_visitors" integer,
  ALTER COLUMN "subscribes_sketch" SET DATA TYPE text USING replace(encode("subscribes_sketch", 'base64'), E'\n', ''),
  ALTER COLUMN "subscribes_sketch" SET STORAGE EXTERNAL,
  ADD COLUMN "subscribes_visitors" integer;
