CREATE TABLE "visitor_secrets" (
	"fingerprint" text PRIMARY KEY NOT NULL,
	"begins_on" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "websites" ADD COLUMN "visitor_secret" text;