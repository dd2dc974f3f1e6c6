-- reviewed: three empty columns; the version before does not name them.
ALTER TABLE "elements" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "steps" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "variants" ADD COLUMN "split_changed_at" timestamp (3) with time zone;