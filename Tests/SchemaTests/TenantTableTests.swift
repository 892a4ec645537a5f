import Database
import TestDatabases
import Testing

/// The catalogue's data about every table, so that tables of later migrations are checked too.
@Suite(.database) struct TenantTableTests {
    /// Tables that belong to no tenant. Add a reason for each new one.
    static let platformTables: Set<String> = [
        "tenants",  // the tenants themselves
        "schema_migrations", "schema_functions",
        "signing_keys",  // the platform's own
        "password_costs",  // the highest cost of a hash in this installation; fronts raise it by a function
        "installation_audit",  // what the operator did that is no tenant's
        "cells", "moves",  // the databases of the installation, and tenants on their way between them
        "backups",  // when the whole database was backed up; only the worker reads it
        "issuer_keys",  // what issuers publish; fronts write it by two functions
        "workers", "leadership", "schedules", "schedule_ticks", "paused_kinds",  // the worker processes' own
        // the catalog of games: reference data that all tenants share, and only workers write
        "games", "genres", "platforms", "game_genres", "game_platforms", "game_ratings", "catalog_mean",
        "game_words",
        // requests to IGDB of all workers, and what was searched for there; the front cannot read them
        "igdb_state", "igdb_places", "igdb_tokens", "game_searches",
    ]

    /// Foreign keys to the catalog, which every tenant may read.
    private static let catalogKeys: Set = [
        "shelf_games.shelf_games_game_fkey", "featured_games.featured_games_game_fkey",
    ]

    private func names(_ sql: String) throws -> [String] {
        try TestDatabase.current.owner.query(sql).map { row in try row.text(0) }
    }

    @Test func `every table has a tenant or is on the list of those that need none`() throws {
        let without = try names(
            """
            select c.relname::text from pg_class c
             where c.relnamespace = 'parlay'::regnamespace and c.relkind in ('r', 'p')
               and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id'
                                  and not a.attisdropped and a.attnotnull)
             order by 1
            """
        )
        #expect(Set(without) == Self.platformTables)
    }

    @Test func `the front may at most read what belongs to no tenant`() throws {
        let writable = try names(
            """
            select c.relname::text from pg_class c
             where c.relnamespace = 'parlay'::regnamespace and c.relkind in ('r', 'p') and not c.relrowsecurity
               and (has_table_privilege('parlay_front', c.oid, 'insert, update, delete, truncate, references, trigger')
                    or has_any_column_privilege('parlay_front', c.oid, 'insert, update, references'))
            """
        )
        #expect(writable == [])
    }

    @Test func `row-level security is enabled and forced on every table of tenants`() throws {
        let open = try names(Self.tenantTables + " and not (c.relrowsecurity and c.relforcerowsecurity)")
        #expect(open == [])
        #expect(try names(Self.tenantTables).count >= 5)
    }

    @Test func `every policy of the front names its tenant for reading and for writing`() throws {
        let wrong = try names(
            """
            select c.relname || '.' || p.polname from pg_policy p join pg_class c on c.oid = p.polrelid
             where ('parlay_front'::regrole = any (p.polroles) or 0 = any (p.polroles))
               and (p.polcmd <> '*'
                    or pg_get_expr(p.polqual, p.polrelid) is distinct from '(tenant_id = current_tenant_id())'
                    or pg_get_expr(p.polwithcheck, p.polrelid) is distinct from '(tenant_id = current_tenant_id())')
            """
        )
        #expect(wrong == [])
        let without = try names(
            Self.tenantTables
                + """
                 and not exists (select from pg_policy p
                                  where p.polrelid = c.oid and 'parlay_front'::regrole = any (p.polroles))
                """
        )
        #expect(without == [])
    }

    @Test func `tenant_id leads every primary, unique and foreign key`() throws {
        let keys = try names(
            """
            select c.relname || '.' || k.conname from pg_constraint k join pg_class c on c.oid = k.conrelid
             where c.relnamespace = 'parlay'::regnamespace and k.contype in ('p', 'u', 'f', 'x')
               and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id')
               and (select attname from pg_attribute where attrelid = c.oid and attnum = k.conkey[1]) <> 'tenant_id'
            """
        )
        #expect(Set(keys) == Self.catalogKeys)
        let targets = try names(
            """
            select c.relname || '.' || k.conname from pg_constraint k
              join pg_class c on c.oid = k.conrelid join pg_class r on r.oid = k.confrelid
             where c.relnamespace = 'parlay'::regnamespace and k.contype = 'f' and r.relname <> 'tenants'
               and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id')
               and (select attname from pg_attribute where attrelid = r.oid and attnum = k.confkey[1]) <> 'tenant_id'
            """
        )
        #expect(Set(targets) == Self.catalogKeys)
        let indexes = try names(
            """
            select i.indexrelid::regclass::text from pg_index i join pg_class c on c.oid = i.indrelid
             where c.relnamespace = 'parlay'::regnamespace and i.indisunique
               and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id')
               and coalesce((select attname from pg_attribute
                              where attrelid = c.oid and attnum = i.indkey[0]), '') <> 'tenant_id'
            """
        )
        #expect(indexes == [])
    }

    @Test func `every view runs with the caller's rights, and none stores rows`() throws {
        let views = try names(
            """
            select relname::text from pg_class
             where relnamespace = 'parlay'::regnamespace
               and (relkind = 'm' or relkind = 'v' and not coalesce(reloptions @> '{security_invoker=true}', false))
            """
        )
        #expect(views == [])
    }

    @Test func `functions that run as their owner have a fixed search path and are not for everybody`() throws
    {
        let functions = try names(
            """
            select p.oid::regprocedure::text from pg_proc p
             where p.pronamespace = 'parlay'::regnamespace and p.prosecdef
               and (not exists (select from unnest(p.proconfig) s where s = 'search_path=parlay, pg_temp')
                    or has_function_privilege('public', p.oid, 'execute'))
            """
        )
        #expect(functions == [])
    }

    @Test func `the front and the worker are ordinary and own nothing`() throws {
        let able = try names(
            """
            select rolname::text from pg_roles
             where rolname in ('parlay_front', 'parlay_worker')
               and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication
                    or pg_has_role(oid, 'parlay_owner', 'member'))
            """
        )
        #expect(able == [])
        let owned = try names(
            """
            select relname::text from pg_class
             where relowner in ('parlay_front'::regrole, 'parlay_worker'::regrole)
            union all
            select proname from pg_proc where proowner in ('parlay_front'::regrole, 'parlay_worker'::regrole)
            union all
            select nspname from pg_namespace where nspowner in ('parlay_front'::regrole, 'parlay_worker'::regrole)
            """
        )
        #expect(owned == [])
        let creatable = try names(
            """
            select nspname::text from pg_namespace
             where nspname in ('parlay', 'public')
               and (has_schema_privilege('parlay_front', oid, 'create')
                    or has_schema_privilege('parlay_worker', oid, 'create'))
            """
        )
        #expect(creatable == [])
    }

    static let tenantTables = """
        select c.relname::text from pg_class c
         where c.relnamespace = 'parlay'::regnamespace and c.relkind in ('r', 'p')
           and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id'
                          and not a.attisdropped)
        """
}
