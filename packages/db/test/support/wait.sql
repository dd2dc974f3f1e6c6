select pg_sleep(3600)::text || $1::text as waited
