ALTER TABLE "notification_messages" ALTER COLUMN "channel_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "company_identities" ADD COLUMN "client_id" text;--> statement-breakpoint
ALTER TABLE "company_identities" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "company_identities" ADD COLUMN "withdrawn_why" text;--> statement-breakpoint
ALTER TABLE "company_identities" ADD COLUMN "owners_told_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "has_password" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
-- reviewed: people of companies are few, and the version before does not name these columns.
UPDATE "company_identities" AS i SET "client_id" = l."client_id"
FROM "company_logins" AS l WHERE l."account_id" = i."account_id" AND l."issuer" = i."issuer";--> statement-breakpoint
-- reviewed: the same. Who came by a company added themselves with a verified address, and has never changed the password.
UPDATE "users" AS u SET "has_password" = false
WHERE u."id" IN (SELECT "user_id" FROM "company_identities")
  AND u."email_verified_at" = u."created_at" AND u."updated_at" = u."created_at"
  AND EXISTS (SELECT FROM "security_events" AS e WHERE e."kind" = 'person_added' AND e."user_id" = u."id" AND e."actor_id" = u."id");
