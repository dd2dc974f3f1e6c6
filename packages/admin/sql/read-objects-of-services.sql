-- What belongs to the role of a service outside of the schema of the queue, and how to remove it. A service whose role owns
-- the tables themselves is the owner, and is left alone.
select
  object.type || ' ' || object.identity as name,
  format('drop %s if exists %s cascade', replace(object.type, ' object', ''), object.identity) as statement
from pg_shdepend as d
  join pg_roles as role on d.refclassid = 'pg_authid'::regclass and role.oid = d.refobjid
  cross join lateral pg_identify_object(d.classid, d.objid, d.objsubid) as object
where d.dbid = (select oid from pg_database where datname = current_database())
  and d.deptype = 'o'
  and role.rolname = any (string_to_array($1, ','))
  -- These two run nothing.
  and object.type not in ('default acl', 'large object')
  and coalesce(object.schema, object.name, '') !~ '^(bullmq|pg_temp.*)$'
  and not exists (select from pg_class where oid = to_regclass('public.websites') and relowner = role.oid)
order by object.type collate "C", object.identity collate "C"
