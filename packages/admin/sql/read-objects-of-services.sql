-- What belongs to the role of a service outside of the schema of the queue, and how to remove it. A service whose role owns
-- the tables themselves is the owner, and is left alone.
with service as (
  select oid, rolname::text as role
  from pg_roles
  where rolname = any (string_to_array($1, ','))
    and not exists (select from pg_class where oid = to_regclass('public.websites') and relowner = pg_roles.oid)
),
numbered as (
  -- Each takes a lock: a transaction has room for some thousands.
  select role, large.oid, (row_number() over (partition by role order by large.oid) - 1) / 1000 as part
  from pg_largeobject_metadata as large join service on service.oid = large.lomowner
),
default_acl as (
  select
    role,
    defaclobjtype,
    defaclacl,
    defaclnamespace = 0 as is_global,
    case defaclobjtype
      when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'functions'
      when 'T' then 'types' when 'n' then 'schemas' else 'large objects'
    end as kind,
    format('for role %I', role) || case when nspname is null then '' else format(' in schema %I', nspname) end as place
  from pg_default_acl
    join service on service.oid = defaclrole
    left join pg_namespace on pg_namespace.oid = nullif(defaclnamespace, 0)
)
select role, name, statement
from (
  select
    role,
    object.type || ' ' || object.identity as name,
    format('drop %s if exists %s cascade', replace(object.type, ' object', ''), object.identity) as statement
  from pg_shdepend as d
    join service on d.refclassid = 'pg_authid'::regclass and service.oid = d.refobjid
    cross join lateral pg_identify_object(d.classid, d.objid, d.objsubid) as object
  where d.dbid = (select oid from pg_database where datname = current_database())
    and d.deptype = 'o'
    and object.type not in ('default acl', 'large object')
    and coalesce(object.schema, object.name, '') !~ '^(bullmq|pg_temp.*)$'
  union all
  select
    role,
    format('%s large objects of %s', count(*), role),
    format(
      'select lo_unlink(oid) from pg_largeobject_metadata where lomowner = %L::regrole and oid between %s and %s',
      role, min(oid), max(oid)
    )
  from numbered
  group by role, part
  union all
  -- PostgreSQL forgets default privileges that are as they are without any.
  select
    role,
    format('default privileges on %s %s', kind, place),
    concat_ws(
      '; ',
      (
        select string_agg(
          format(
            'alter default privileges %s revoke all on %s from %s',
            place, kind, case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end
          ),
          '; '
        )
        from (select distinct grantee from aclexplode(defaclacl)) as acl
      ),
      case when is_global then format('alter default privileges %s grant all on %s to %I', place, kind, role) end,
      case when is_global and defaclobjtype in ('f', 'T') then format('alter default privileges %s grant all on %s to public', place, kind) end
    )
  from default_acl
) as found
order by name collate "C", statement collate "C"
