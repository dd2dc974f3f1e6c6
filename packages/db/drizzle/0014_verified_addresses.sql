ALTER TABLE "users" ADD COLUMN "email_verified_at" timestamp (3) with time zone;--> statement-breakpoint
-- The operator added these people. The others have accepted the invitation of an owner, who chose the address.
-- reviewed: people are few, and nobody writes their rows but a change of a password, which waits for a moment.
UPDATE "users" SET "email_verified_at" = "created_at" WHERE NOT EXISTS (
  SELECT FROM "security_events"
  WHERE "kind" = 'person_added' AND "security_events"."user_id" = "users"."id" AND "address" IS NOT NULL
);
