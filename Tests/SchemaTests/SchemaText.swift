/// The present schema as a text to read.
enum SchemaText {
    /// What a database has, in the server's own words: types, tables with their keys, policies, indexes, triggers and grants,
    /// sequences, views, and what functions look like from outside. For a `search_path` of `parlay`.
    static let query = #"""
        with relation as (
            select c.oid, c.relname::text as name, c.relkind, c.relpersistence, c.reloptions, c.relacl, c.relowner,
                   c.relrowsecurity, c.relforcerowsecurity
              from pg_class c
             where c.relnamespace = 'parlay'::regnamespace
        ), grants as (
            -- What others than the owner may do, by relation or function.
            select g.oid,
                   string_agg(
                       format(E'grant %s on %s%s to %s;\n', g.privileges, g.kind, g.name, g.grantees),
                       '' order by g.grantees, g.privileges
                   ) as text
              from (
                   select p.oid, p.kind, p.name, p.privileges, string_agg(p.grantee, ', ' order by p.grantee) as grantees
                     from (
                          select o.oid, o.kind, o.name,
                                 case when a.grantee = 0 then 'public' else pg_get_userbyid(a.grantee)::text end as grantee,
                                 string_agg(
                                     lower(a.privilege_type) || o.columns, ', ' order by a.privilege_type, o.columns
                                 ) as privileges
                            from (
                                 select r.oid, r.name, '' as columns, case r.relkind when 'S' then 'sequence ' else '' end as kind,
                                        r.relacl as acl, r.relowner as owner
                                   from relation r
                                  union all
                                 select r.oid, r.name, ' (' || t.attname || ')', '', t.attacl, r.relowner
                                   from relation r
                                   join pg_attribute t on t.attrelid = r.oid and t.attacl is not null
                                 ) o
                            cross join aclexplode(o.acl) a
                           where a.grantee <> o.owner
                           group by o.oid, o.kind, o.name, a.grantee
                          ) p
                    group by p.oid, p.kind, p.name, p.privileges
                   ) g
             group by g.oid
        ), columns as (
            select r.oid,
                   string_agg(
                       '    ' || t.attname || ' ' || format_type(t.atttypid, t.atttypmod)
                       || case when t.attcollation <> y.typcollation then ' collate ' || quote_ident(l.collname) else '' end
                       || case when t.attnotnull then ' not null' else '' end
                       || case
                              when t.attidentity <> ''
                                  then format(' generated %s as identity%s',
                                              case t.attidentity when 'a' then 'always' else 'by default' end,
                                              case when q.seqincrement <> 1 then format(' (increment by %s)', q.seqincrement) end)
                              when t.attgenerated <> '' then format(' generated always as (%s) stored', pg_get_expr(d.adbin, r.oid, true))
                              when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, r.oid, true)
                              else ''
                          end,
                       E',\n' order by t.attnum
                   ) as text,
                   coalesce(string_agg(
                       format(E'alter table %s alter column %s set %s;\n', r.name, t.attname,
                              case when t.attstattarget = 0 then 'statistics 0'
                                   else 'storage ' || case t.attstorage when 'e' then 'external' else t.attstorage::text end end),
                       '' order by t.attnum
                   ) filter (where t.attstattarget = 0 or t.attstorage <> y.typstorage), '') as settings
              from relation r
              join pg_attribute t on t.attrelid = r.oid and t.attnum > 0 and not t.attisdropped
              join pg_type y on y.oid = t.atttypid
              left join pg_collation l on l.oid = t.attcollation
              left join pg_attrdef d on d.adrelid = r.oid and d.adnum = t.attnum
              left join pg_depend e on e.refobjid = r.oid and e.refobjsubid = t.attnum and e.deptype = 'i'
                                    and e.classid = 'pg_class'::regclass and t.attidentity <> ''
              left join pg_sequence q on q.seqrelid = e.objid
             where r.relkind in ('r', 'c', 'v')
             group by r.oid
        ), policies as (
            select p.polrelid as oid,
                   string_agg(
                       format('%s %s %s using (%s) with check (%s)', p.polname, p.polcmd,
                              (select string_agg(pg_get_userbyid(o)::text, ', ' order by o) from unnest(p.polroles) as o),
                              pg_get_expr(p.polqual, p.polrelid, true), pg_get_expr(p.polwithcheck, p.polrelid, true)),
                       E'\n' order by p.polname
                   ) as text
              from pg_policy p
             group by p.polrelid
        ), parts as (
            select 1 as section, r.name,
                   format(E'create type %s as (\n%s\n);\n', r.name, c.text) as text
              from relation r
              join columns c on c.oid = r.oid
             where r.relkind = 'c'
             union all
            select 2, r.name,
                   format(E'create %stable %s (\n%s%s\n)%s;\n', case r.relpersistence when 'u' then 'unlogged ' end, r.name, c.text,
                          (select string_agg(E',\n    constraint ' || k.conname || ' ' || pg_get_constraintdef(k.oid, true), ''
                                             order by array_position('{p,u,c,f}', k.contype), k.conname)
                             from pg_constraint k
                            where k.conrelid = r.oid and k.contype in ('p', 'u', 'c', 'f')),
                          ' with (' || array_to_string(r.reloptions, ', ') || ')')
                   || c.settings
                   || case
                          when not r.relrowsecurity and p.oid is null then ''
                          when r.relrowsecurity and r.relforcerowsecurity and p.text = concat_ws(
                              E'\n',
                              'front_tenant * parlay_front using (tenant_id = current_tenant_id()) '
                                  || 'with check (tenant_id = current_tenant_id())',
                              'owner_all * parlay_owner using (true) with check (true)',
                              'worker_all * parlay_worker using (NULLIF(tenant_id = ANY ((( SELECT closed_tenants() AS closed_tenants))::bigint[]), true) IS NOT NULL) '
                                  || 'with check (NULLIF(tenant_id = ANY ((( SELECT closed_tenants() AS closed_tenants))::bigint[]), true) IS NOT NULL)'
                          )
                              then format(E'call protect(%L);\n', r.name)
                          else format(E'-- row-level security %s, forced %s\n%s\n', r.relrowsecurity, r.relforcerowsecurity,
                                      p.text)
                      end
                   || coalesce((select string_agg(pg_get_indexdef(i.indexrelid, 0, true) || E';\n', '' order by x.relname)
                                  from pg_index i
                                  join pg_class x on x.oid = i.indexrelid
                                 where i.indrelid = r.oid
                                   and not exists (select from pg_constraint k where k.conindid = i.indexrelid
                                                                                 and k.contype in ('p', 'u'))), '')
                   || coalesce((select string_agg(pg_get_triggerdef(g.oid, true) || E';\n', '' order by g.tgname)
                                  from pg_trigger g
                                 where g.tgrelid = r.oid and not g.tgisinternal), '')
                   || coalesce(g.text, '')
              from relation r
              join columns c on c.oid = r.oid
              left join policies p on p.oid = r.oid
              left join grants g on g.oid = r.oid
             where r.relkind = 'r'
             union all
            select 3, r.name, format(E'create sequence %s;\n', r.name) || coalesce(g.text, '')
              from relation r
              left join grants g on g.oid = r.oid
             where r.relkind = 'S'
               and not exists (select from pg_depend d where d.objid = r.oid and d.deptype = 'i' and d.classid = 'pg_class'::regclass)
             union all
            select 4, r.name,
                   format(E'create view %s with (%s) as  -- functions/%s.sql\n%s;\n', r.name, array_to_string(r.reloptions, ', '),
                          r.name, c.text) || coalesce(g.text, '')
              from relation r
              join columns c on c.oid = r.oid
              left join grants g on g.oid = r.oid
             where r.relkind = 'v'
             union all
            select 5, f.proname::text,
                   format(E'%s %s(%s)%s\n    %s%s;\n', case f.prokind when 'p' then 'procedure' else 'function' end, f.proname,
                          pg_get_function_arguments(f.oid), ' returns ' || pg_get_function_result(f.oid),
                          concat_ws(' ', l.lanname, case f.provolatile when 'i' then 'immutable' when 's' then 'stable' end,
                                    case when f.proisstrict then 'strict' end, case f.proparallel when 's' then 'parallel safe' end,
                                    case when f.prosecdef then 'security definer' end,
                                    'set ' || array_to_string(f.proconfig, ' set ')),
                          case
                              when f.proacl is null then ''
                              else coalesce(
                                  (select ' for ' || string_agg(pg_get_userbyid(a.grantee)::text, ', '
                                                                order by pg_get_userbyid(a.grantee)::text)
                                     from aclexplode(f.proacl) a
                                    where a.grantee <> f.proowner),
                                  ' for the owner')
                          end)
              from pg_proc f
              join pg_language l on l.oid = f.prolang
             where f.pronamespace = 'parlay'::regnamespace
               and not exists (select from pg_depend d
                                where d.classid = 'pg_proc'::regclass and d.objid = f.oid and d.deptype = 'e')
        )
        select string_agg(
                   regexp_replace(replace(p.text, 'timestamp with time zone', 'timestamptz'), $$'::text$$, $$'$$, 'g'),
                   E'\n' order by p.section, p.name collate "C"
               )
          from parts p
        """#
}
