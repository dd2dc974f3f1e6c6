-- Services may end the legacy key of a website. Once it has ended, nobody can make it work again.
CREATE FUNCTION "keep_ended_keys"() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  NEW.api_key_ended_at := OLD.api_key_ended_at;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "websites_keep_ended_keys" BEFORE UPDATE ON "websites"
FOR EACH ROW WHEN (OLD.api_key_ended_at IS NOT NULL) EXECUTE FUNCTION "keep_ended_keys"();--> statement-breakpoint
-- The queue of the worker where there is no Redis. The worker had the right to create any schema, to create this one.
CREATE SCHEMA IF NOT EXISTS "bullmq";
