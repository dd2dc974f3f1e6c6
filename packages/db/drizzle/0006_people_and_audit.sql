CREATE TYPE "public"."member_role" AS ENUM('owner', 'member');--> statement-breakpoint
CREATE TABLE "security_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "security_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"occurred_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"actor_id" integer,
	"user_id" integer,
	"account_id" integer,
	"website_ids" integer[],
	"client_id" text,
	"token_id" integer,
	"address" text,
	"details" jsonb
);
--> statement-breakpoint
ALTER TABLE "account_members" ADD COLUMN "role" "member_role" DEFAULT 'member' NOT NULL;--> statement-breakpoint
CREATE INDEX "security_events_time" ON "security_events" USING btree ("occurred_at");--> statement-breakpoint
CREATE INDEX "security_events_user" ON "security_events" USING btree ("user_id","occurred_at");--> statement-breakpoint
-- Until now members were equal. The first of each account becomes its owner; `pnpm user join` changes it.
UPDATE "account_members" SET "role" = 'owner'
WHERE ("account_id", "user_id") IN (SELECT "account_id", min("user_id") FROM "account_members" GROUP BY "account_id");--> statement-breakpoint
CREATE FUNCTION "keep_security_events"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.occurred_at < now() - interval '30 days' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'Security events are only added; those older than 30 days may be deleted';
END
$$;--> statement-breakpoint
CREATE TRIGGER "security_events_append_only" BEFORE UPDATE OR DELETE ON "security_events"
FOR EACH ROW EXECUTE FUNCTION "keep_security_events"();--> statement-breakpoint
CREATE TRIGGER "security_events_no_truncate" BEFORE TRUNCATE ON "security_events"
FOR EACH STATEMENT EXECUTE FUNCTION "keep_security_events"();
