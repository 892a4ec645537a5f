internal import Database

/// Empties a database for the next test. A clone costs more: its end is a checkpoint of the whole server.
enum DatabaseReset {
    /// In the template: copies of the rows that a new schema has.
    static let keepRows = """
        create schema test_rows;
        do $$
        declare
            kept name;
        begin
            for kept in
                select c.relname from pg_class c
                 where c.relnamespace = 'parlay'::regnamespace and c.relkind = 'r' and pg_relation_size(c.oid) > 0
            loop
                execute format('create table test_rows.%1$I as table parlay.%1$I', kept);
            end loop;
        end
        $$;
        """

    /// What a test may have changed besides rows, as one text.
    private static let catalogs = """
        select concat_ws(
                   ' ',
                   (select count(*) || '-' || max(xmin::text::bigint) from pg_class where relpersistence <> 't'),
                   (select count(*) || '-' || max(a.xmin::text::bigint)
                      from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relpersistence <> 't'),
                   (select count(*) || '-' || max(xmin::text::bigint) from pg_proc),
                   (select count(*) || '-' || max(xmin::text::bigint) from pg_trigger),
                   (select count(*) || '-' || max(xmin::text::bigint) from pg_constraint),
                   (select count(*) || '-' || max(xmin::text::bigint) from pg_policy),
                   (select count(*) from pg_namespace where nspname !~ '^pg_(toast_)?temp_'),
                   (select count(*) from pg_extension),
                   -- Statistics of many rows make slow plans for few.
                   (select count(*)
                      from pg_statistic s join pg_class c on c.oid = s.starelid
                     where c.relnamespace = 'parlay'::regnamespace),
                   (select concat_ws('-', datdba, datallowconn, datconnlimit, datcollversion)
                      from pg_database
                     where datname = current_database()),
                   (select count(*)
                      from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
                     where d.datname = current_database())
               )
        """

    private static let endSessions = """
        select pg_terminate_backend(pid, 30000)
          from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()
        """

    private static let size = """
        select coalesce(sum(pg_relation_size(oid)), 0)::bigint
          from pg_class
         where relnamespace = 'parlay'::regnamespace and relkind in ('r', 'i')
        """

    /// Without triggers and foreign keys.
    private static let empty = """
        set session_replication_role = replica;
        do $$
        declare
            t record;
        begin
            for t in
                select c.oid::regclass as name, k.oid::regclass as kept
                  from pg_class c
                  left join pg_class k on k.relnamespace = 'test_rows'::regnamespace and k.relname = c.relname
                 where c.relnamespace = 'parlay'::regnamespace and c.relkind = 'r'
                   and (pg_relation_size(c.oid) > 0 or k.oid is not null)
            loop
                execute format('delete from %s', t.name);
                if t.kept is not null then
                    execute format('insert into %s overriding system value table %s', t.name, t.kept);
                end if;
            end loop;
            perform setval(s.seqrelid, s.seqstart, false)
               from pg_sequence s
               join pg_class c on c.oid = s.seqrelid
              where c.relnamespace = 'parlay'::regnamespace;
        end
        $$;
        """

    /// Dead rows and large indexes slow down the tests that follow.
    private static let sizeLimit: Int64 = 8 * 1024 * 1024

    static func catalogs(_ connection: BlockingConnection) throws -> String {
        try connection.query(catalogs)[0].text(0)
    }

    /// Whether the database is as new; `false` if its schema was changed, or it has become large.
    ///
    /// - Parameter expected: the catalogs of the template.
    static func reset(_ connection: BlockingConnection, catalogs expected: String) throws -> Bool {
        _ = try connection.query(endSessions)
        guard try catalogs(connection) == expected, try connection.query(size)[0].integer(0) < sizeLimit
        else {
            return false
        }
        try connection.execute(empty)
        return true
    }
}
