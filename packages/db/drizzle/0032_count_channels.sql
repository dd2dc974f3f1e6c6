-- A person or an account may have so many channels, whatever websites a token has that makes one. So this one count sees all of them.
CREATE FUNCTION "public"."count_channels"(person integer, account integer, OUT channels integer, OUT waiting integer)
  RETURNS record LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    SELECT count(*)::integer, count(*) FILTER (WHERE confirmed_at IS NULL)::integer
    FROM public.notification_channels WHERE user_id = person OR account_id = account
  $$;
