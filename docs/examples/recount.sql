-- Counts the rows of every table and adds up a hash of each row, whatever their order. Two databases with the same content
-- give the same lines. For psql: docs/operate/backup.md shows how to use it.
set row_security = off;
select format(
  'select %L, count(*), coalesce(sum((''x'' || left(md5(t::text), 15))::bit(60)::bigint), 0) from %I.%I t',
  schemaname || '.' || tablename, schemaname, tablename)
from pg_tables
where schemaname in ('public', 'drizzle')
order by schemaname, tablename
\gexec
