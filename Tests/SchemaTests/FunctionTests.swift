import Database
import TestDatabases
import Testing

/// The catalogue's data about functions and indexes.
@Suite(.database) struct FunctionTests {
    private func names(_ sql: String, _ parameters: Parameter...) throws -> [String] {
        try TestDatabase.current.owner.query(sql, parameters).map { row in try row.text(0) }
    }

    /// Called so often that their own search_path would cost too much: they qualify every name.
    private static let qualified = [
        "authenticate", "authenticate_key", "can_view_wager", "claim_idempotency_key", "format_local_time",
        "in_transfer",
        "is_bet_state",
        "is_ledger_entry", "is_listed_wager", "page_face", "page_viewer", "post_notices", "posts_by_trigger",
        "stored_answer",
    ]

    private static let ours = """
         p.pronamespace = 'parlay'::regnamespace
           and not exists (select from pg_depend d
                            where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
        """

    /// A function of text without a fixed path means what the caller's path says, and nothing where the path is empty, as
    /// in logical replication.
    @Test func `every function means the same under any search path`() throws {
        let open = try names(
            """
            select p.proname::text from pg_proc p
             where \(Self.ours) and p.prosqlbody is null
               and not exists (select from unnest(p.proconfig) s where s = 'search_path=parlay, pg_temp')
             order by 1
            """
        )
        #expect(open == Self.qualified)
        let unqualified = try names(
            #"""
            select p.proname || ': ' || n.name
              from pg_proc p
              cross join (
                   select '(from|join|into|update)\s+' || relname || '\M' as pattern, relname::text as name
                     from pg_class
                    where relnamespace = 'parlay'::regnamespace and relkind in ('r', 'v')
                   union all
                   select '(^|[^.\w])' || proname || '\(', proname::text
                     from pg_proc
                    where pronamespace = 'parlay'::regnamespace
                   ) n
             where p.pronamespace = 'parlay'::regnamespace and p.proname = any ($1::text[]) and p.prosrc ~* n.pattern
            """#,
            .texts(Self.qualified)
        )
        #expect(unqualified == [])
    }

    /// Positions cannot be told apart beyond that; composite types such as `wager_filter` name their fields.
    @Test func `no function takes more than six arguments`() throws {
        #expect(
            try names("select p.proname::text from pg_proc p where \(Self.ours) and p.pronargs > 6") == []
        )
    }

    /// Indexes over the rows of all tenants: the worker's, which delete what is old or find what is due, and the operator's, who
    /// looks for a person.
    private static let indexesOverTenants: Set<String> = [
        "accounts_named_idx", "accounts_addressed_idx", "audit_newest_idx", "audit_newest_of_action_idx",
        "dead_letters_died_at_idx", "dead_letters_kind_idx", "email_verifications_expires_at_idx",
        "idempotency_keys_created_at_idx",
        "jobs_running_idx", "jobs_suspects_idx", "stored_mails_created_at_idx", "matches_time_1_idx",
        "notices_created_at_idx",
        "active_days_at_idx", "hourly_figures_hour_idx", "process_counts_hour_idx",
        "outgoing_mails_created_at_idx",
        "password_resets_expires_at_idx", "photos_created_at_idx",
        "events_postponed_at_idx", "live_tickets_expires_at_idx", "live_updates_created_at_idx",

        "reports_resolved_at_idx", "sign_ins_last_at_idx", "throttles_window_idx", "tokens_expires_at_idx",
        "used_proofs_expires_at_idx",
        "sign_in_tickets_expires_at_idx", "security_notices_created_at_idx",
        "known_devices_last_at_idx",
        "wagers_claimed_at_idx",
        "wagers_closes_at_idx",
        "wagers_remind_at_idx", "webhook_deliveries_body_idx", "webhook_events_created_at_idx",
    ]

    @Test func `tenant_id leads every index but those of the worker and the operator`() throws {
        let indexes = try names(
            """
            select x.relname::text
              from pg_index i
              join pg_class c on c.oid = i.indrelid
              join pg_class x on x.oid = i.indexrelid
             where c.relnamespace = 'parlay'::regnamespace
               and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id')
               and coalesce((select attname from pg_attribute
                              where attrelid = c.oid and attnum = i.indkey[0]), '') <> 'tenant_id'
            """
        )
        #expect(Set(indexes) == Self.indexesOverTenants)
    }

    /// A list of pending entries is one for all tenants, and every search reads it from end to end.
    @Test func `inverted indexes keep no list of pending entries`() throws {
        let indexes = try names(
            """
            select x.relname::text
              from pg_class x
              join pg_am m on m.oid = x.relam and m.amname = 'gin'
             where x.relnamespace = 'parlay'::regnamespace
               and not coalesce(x.reloptions @> '{fastupdate=off}', false)
            """
        )
        #expect(indexes == [])
    }
}
