-- Existing rows get revision 0 without being rewritten; a row that is written later gets its transaction.
ALTER TABLE "rollups" ADD COLUMN "revision" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "rollups" ALTER COLUMN "revision" SET DEFAULT pg_current_xact_id()::text::bigint;
