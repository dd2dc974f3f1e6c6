-- Under row-level security PostgreSQL uses an index only for comparisons that are marked as leakproof. Those of an enum type
-- are not, those of text are. A domain with a check would not be either, so the tables have the checks. This rewrites the rollups once: about 20 seconds for a million rows.
ALTER TYPE "public"."level" RENAME TO "level_enum";--> statement-breakpoint
ALTER TYPE "public"."grain" RENAME TO "grain_enum";--> statement-breakpoint
CREATE DOMAIN "public"."level" AS text COLLATE "C";--> statement-breakpoint
CREATE DOMAIN "public"."grain" AS text COLLATE "C";--> statement-breakpoint
ALTER TABLE "rollups"
  ALTER COLUMN "level" TYPE "level" USING "level"::text,
  ALTER COLUMN "grain" TYPE "grain" USING "grain"::text;--> statement-breakpoint
ALTER TABLE "insights_metrics" ALTER COLUMN "level" TYPE "level" USING "level"::text;--> statement-breakpoint
ALTER TABLE "element_fields" ALTER COLUMN "grain" TYPE "grain" USING "grain"::text;--> statement-breakpoint
ALTER TABLE "element_products" ALTER COLUMN "grain" TYPE "grain" USING "grain"::text;--> statement-breakpoint
DROP TYPE "public"."level_enum";--> statement-breakpoint
DROP TYPE "public"."grain_enum";--> statement-breakpoint
ALTER TABLE "insights_metrics" ADD CONSTRAINT "insights_metrics_level" CHECK ("insights_metrics"."level" in ('website', 'campaign', 'variant', 'step', 'element'));--> statement-breakpoint
ALTER TABLE "element_fields" ADD CONSTRAINT "element_fields_grain" CHECK ("element_fields"."grain" in ('day', 'week', 'month', 'quarter', 'year'));--> statement-breakpoint
ALTER TABLE "element_products" ADD CONSTRAINT "element_products_grain" CHECK ("element_products"."grain" in ('day', 'week', 'month', 'quarter', 'year'));--> statement-breakpoint
ALTER TABLE "rollups" ADD CONSTRAINT "rollups_level" CHECK ("rollups"."level" in ('website', 'campaign', 'variant', 'step', 'element'));--> statement-breakpoint
ALTER TABLE "rollups" ADD CONSTRAINT "rollups_grain" CHECK ("rollups"."grain" in ('day', 'week', 'month', 'quarter', 'year'));--> statement-breakpoint
-- The websites that the transaction has stated; null if it has not stated any. The policies of the roles compare with it.
CREATE FUNCTION "public"."stated_websites"() RETURNS integer[] LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('funnel.websites', true), '')::integer[] $$;--> statement-breakpoint
-- A legacy key is looked up before its website is known. So this one look-up, by the hash of a key, sees all websites.
CREATE FUNCTION "public"."find_api_key"(hash bytea)
  RETURNS TABLE (id integer, api_key_hash bytea, api_key_ended_at timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$ SELECT w.id, w.api_key_hash, w.api_key_ended_at FROM public.websites w WHERE w.api_key_hash = hash $$;
