CREATE TABLE "notification_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"uses" uuid[] NOT NULL,
	"used_at" timestamp (3) with time zone[] NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "notification_limits_last" ON "notification_limits" USING btree ("last_used_at");