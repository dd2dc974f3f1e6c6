CREATE TABLE "dashboard_sessions" (
	"id_hash" "bytea" PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "grant_websites" ADD COLUMN "follows_person" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "dashboard_sessions_subject" ON "dashboard_sessions" USING btree ("subject","created_at");--> statement-breakpoint
CREATE INDEX "dashboard_sessions_expiry" ON "dashboard_sessions" USING btree ("expires_at");