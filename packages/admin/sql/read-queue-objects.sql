-- Everything in the schema of the queue that is code or can hold some, each with a hash of its code. A sequence, an index, a
-- key and a row type run nothing of their own: an index allows immutable functions only, and those of others are listed.
with schema as (select to_regnamespace('bullmq')::oid as oid)
select object.type || ' ' || object.identity as name, coalesce(md5(found.code), '') as hash
from (
  select classid, objid, case when prokind in ('f', 'p') then pg_get_functiondef(pg_proc.oid) end as code
  from pg_depend
    left join pg_proc on classid = 'pg_proc'::regclass and objid = pg_proc.oid
    left join pg_class on classid = 'pg_class'::regclass and objid = pg_class.oid
  where refclassid = 'pg_namespace'::regclass and refobjid = (select oid from schema) and relkind is distinct from 'S'
  union all
  select 'pg_attrdef'::regclass, pg_attrdef.oid, pg_get_expr(adbin, adrelid)
  from pg_attrdef join pg_class on pg_class.oid = adrelid
  where relnamespace = (select oid from schema)
  union all
  select 'pg_constraint'::regclass, oid, pg_get_constraintdef(oid)
  from pg_constraint where connamespace = (select oid from schema) and contype in ('c', 't', 'x')
  union all
  select 'pg_trigger'::regclass, pg_trigger.oid, pg_get_triggerdef(pg_trigger.oid)
  from pg_trigger join pg_class on pg_class.oid = tgrelid
  where relnamespace = (select oid from schema) and not tgisinternal
  union all
  select 'pg_rewrite'::regclass, pg_rewrite.oid, pg_get_ruledef(pg_rewrite.oid)
  from pg_rewrite join pg_class on pg_class.oid = ev_class
  where relnamespace = (select oid from schema)
  union all
  select 'pg_policy'::regclass, pg_policy.oid, polname
  from pg_policy join pg_class on pg_class.oid = polrelid
  where relnamespace = (select oid from schema)
) as found
cross join lateral pg_identify_object(classid, objid, 0) as object
order by object.type collate "C", object.identity collate "C"
