CREATE TYPE "public"."event_type" AS ENUM('view', 'conversion', 'completion', 'submission', 'subscribe', 'order');--> statement-breakpoint
CREATE TABLE "pending_events" (
	"website_id" integer NOT NULL,
	"revision" bigint DEFAULT pg_current_xact_id()::text::bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "pending_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"day" date NOT NULL,
	"type" "event_type" NOT NULL,
	"campaign_id" integer,
	"variant_id" integer,
	"step_id" integer,
	"element_id" integer,
	"visitor" integer NOT NULL,
	"revenue" numeric(20, 2) DEFAULT '0' NOT NULL,
	"fields" jsonb,
	"products" jsonb,
	"recorded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pending_events_website_id_revision_id_pk" PRIMARY KEY("website_id","revision","id")
);
--> statement-breakpoint
-- Its rows come and go all the time: vacuum it by their number, not by their share.
ALTER TABLE "pending_events" SET (
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_insert_scale_factor = 0,
  autovacuum_vacuum_insert_threshold = 20000
);
