CREATE TABLE "grant_uses" (
	"grant_id_hash" "bytea" PRIMARY KEY NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"networks" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "personal_tokens" ADD COLUMN "hint" text;--> statement-breakpoint
ALTER TABLE "throttles" ADD COLUMN "blocked_until" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "personal_tokens_grant" ON "personal_tokens" USING btree ("grant_id_hash");--> statement-breakpoint
-- The last use moves to the table that applications have, too. Where it came from was not known.
INSERT INTO "grant_uses" SELECT "grant_id_hash", max("last_used_at"), '{}' FROM "personal_tokens"
WHERE "last_used_at" IS NOT NULL GROUP BY "grant_id_hash";--> statement-breakpoint
ALTER TABLE "personal_tokens" DROP COLUMN "last_used_at";