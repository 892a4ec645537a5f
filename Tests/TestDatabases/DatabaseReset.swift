internal import Database

/// Empties a database for the next test. A clone costs more.
///
/// What a test wrote is known from the counters of the tables, and what it changed of the schema from event triggers: the
/// catalogs and all tables would take longer to read than most tests run.
enum DatabaseReset {
    /// In the template: copies of the rows that a new schema has, and a flag that any change of the schema raises.
    static let prepare = """
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
        create sequence test_rows.changes;
        create function test_rows.note_change() returns event_trigger language plpgsql security definer as $$
        begin
            if tg_event = 'sql_drop' then
                if not exists (select from pg_event_trigger_dropped_objects() where not is_temporary) then return; end if;
            elsif not exists (
                select from pg_event_trigger_ddl_commands() where schema_name is distinct from 'pg_temp'
            ) then
                return;
            end if;
            -- Stays if the change is rolled back, which costs a clone.
            perform nextval('test_rows.changes');
        end
        $$;
        create event trigger test_changes on ddl_command_end execute function test_rows.note_change();
        create event trigger test_drops on sql_drop execute function test_rows.note_change();
        -- Also for who turns triggers off.
        alter event trigger test_changes enable always;
        alter event trigger test_drops enable always;
        """

    private static let endSessions = """
        select pg_terminate_backend(pid, 30000)
          from pg_stat_activity
         where datname = current_database() and pid <> all ($1::integer[])
        """

    /// What a test may have changed besides rows, as one text.
    private static let state = """
        select concat_ws(
                   ' ',
                   (select is_called from test_rows.changes),
                   -- No event triggers see these.
                   (select array_agg(evtname order by evtname) from pg_event_trigger),
                   (select concat_ws('-', datallowconn, datconnlimit, datcollversion)
                      from pg_database
                     where datname = current_database()),
                   (select count(*)
                      from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
                     where d.datname = current_database()),
                   -- Statistics of many rows make slow plans for few.
                   (select count(*) from pg_statistic where starelid >= 16384)
               )
        """

    private static let inserted = """
        select coalesce(sum(pg_stat_get_tuples_inserted(oid) + pg_stat_get_tuples_updated(oid)), 0)::bigint
          from pg_class
         where relnamespace = 'parlay'::regnamespace and relkind = 'r'
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
                   and (pg_stat_get_tuples_inserted(c.oid) > 0
                        or k.oid is not null
                           and pg_stat_get_tuples_updated(c.oid) + pg_stat_get_tuples_deleted(c.oid) > 0)
            loop
                execute format('delete from %s', t.name);
                if t.kept is not null then
                    execute format('insert into %s overriding system value table %s', t.name, t.kept);
                end if;
            end loop;
            perform setval(s.seqrelid, s.seqstart, false)
               from pg_sequence s
               join pg_class c on c.oid = s.seqrelid
              where c.relnamespace = 'parlay'::regnamespace and pg_sequence_last_value(s.seqrelid) is not null;
        end
        $$;
        select pg_stat_force_next_flush();
        """

    /// Dead rows and large indexes slow down the tests that follow.
    private static let writesLimit: Int64 = 20_000

    static func state(_ connection: BlockingConnection) throws -> String {
        try connection.query(state)[0].text(0)
    }

    /// Whether the database is as new; `false` if its schema was changed, or much was written.
    ///
    /// - Parameter expected: the state of the template.
    static func reset(_ owners: OwnerConnections, keeping processes: [Int64], state expected: String) throws
        -> Bool
    {
        let others = owners.unheldProcesses() + processes
        let connection = try owners.take()
        try connection.execute("reset role")
        let own = try connection.query("select pg_backend_pid()::bigint")[0].integer(0)
        _ = try connection.query(endSessions, .integers(others + [own]))
        guard try state(connection) == expected, try connection.query(inserted)[0].integer(0) < writesLimit
        else {
            return false
        }
        try connection.execute(empty)
        // In a transaction of its own, after the counters of the one above have arrived.
        _ = try connection.query("select pg_stat_reset()")
        return true
    }
}
