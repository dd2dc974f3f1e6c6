-- reviewed: links are few, and the version before names neither column when it writes.
ALTER TABLE "share_links" ADD COLUMN "has_password" boolean GENERATED ALWAYS AS (password_hash is not null) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "share_links" ADD COLUMN "request_id" uuid;--> statement-breakpoint
-- Whether a link shows anything: it has not ended, and its maker may still share the website in the account that it was shared from. One
-- rule for the REST API, which makes links and does not see what their makers may, and for the authorization server, which gives out and
-- checks their tokens.
CREATE FUNCTION "public"."share_link_is_active"(account integer, maker integer, website integer, expires timestamptz, revoked timestamptz)
  RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    SELECT revoked IS NULL AND expires > now() AND EXISTS (
      SELECT FROM public.websites AS w JOIN public.account_members AS m ON m.account_id = w.account_id
      WHERE w.id = website AND w.account_id = account AND m.user_id = maker AND m.role <> 'reader'
        AND (m.website_ids IS NULL OR w.id = ANY (m.website_ids)))
  $$;--> statement-breakpoint
-- A person may have so many links, whatever websites a token has that makes one. So this one count sees all websites.
CREATE FUNCTION "public"."count_active_share_links"(maker integer)
  RETURNS integer LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    SELECT count(*)::integer FROM public.share_links AS l
    WHERE l.user_id = maker AND l.revoked_at IS NULL AND l.expires_at > now()
      AND public.share_link_is_active(l.account_id, l.user_id, l.website_id, l.expires_at, l.revoked_at)
  $$;
