-- reviewed: only pages and commands of this version give somebody this role; before, it is treated as a member.
ALTER TYPE "member_role" ADD VALUE 'reader';--> statement-breakpoint
ALTER TABLE "account_members" ADD COLUMN "website_ids" integer[];--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "max_token_days" integer;
