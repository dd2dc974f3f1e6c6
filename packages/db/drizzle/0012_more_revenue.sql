-- More digits before the point and as many behind it: PostgreSQL changes the catalog only, and rewrites no table.
-- reviewed: no rewrite
ALTER TABLE "insights_metrics" ALTER COLUMN "revenue" SET DATA TYPE numeric(30, 2);--> statement-breakpoint
-- reviewed: no rewrite
ALTER TABLE "insights_snapshots" ALTER COLUMN "revenue" SET DATA TYPE numeric(30, 2);--> statement-breakpoint
-- reviewed: no rewrite
ALTER TABLE "pending_events" ALTER COLUMN "revenue" SET DATA TYPE numeric(30, 2);--> statement-breakpoint
-- reviewed: no rewrite
ALTER TABLE "element_products" ALTER COLUMN "revenue" SET DATA TYPE numeric(30, 2);--> statement-breakpoint
-- reviewed: no rewrite
ALTER TABLE "rollups" ALTER COLUMN "revenue" SET DATA TYPE numeric(30, 2);
