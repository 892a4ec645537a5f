import Database
import TestDatabases
import Testing

/// Every table of tenants gets rows of two tenants, and the front of one meets the other's.
///
/// Rows are made from the catalogue, with constraints and triggers off (`session_replication_role`): what is tested
/// is row-level security, which is on.
@Suite(.database) struct TenantIsolationTests {
    private let superuser: BlockingConnection
    private let front: BlockingConnection
    private let tables: [String]

    init() throws {
        let database = try TestDatabase.current
        superuser = try database.connect(as: .superuser)
        front = try database.connect(as: .front)
        tables = try superuser.query(TenantTableTests.tenantTables + " order by 1").map { row in
            try row.text(0)
        }
        for table in tables { try seed(table) }
    }

    /// One row for tenant 1 and one for tenant 2, of any values that its checks allow or do not.
    private func seed(_ table: String) throws {
        let columns = try superuser.query(
            """
            select quote_ident(attname),
                   case when typ.typcategory = 'A' then '''{}'''
                        when a.atttypid = 'jsonb'::regtype then '''{}'''
                        when a.atttypid = 'boolean'::regtype then 'true'
                        when typ.typcategory = 'N' then '$n'
                        when typ.typcategory = 'D' then 'now()'
                        when a.atttypid = 'bytea'::regtype then 'sha256(''$n'')'
                        else '''$n''' end
              from pg_attribute a join pg_type typ on typ.oid = a.atttypid
             where a.attrelid = ('parlay.' || $1)::regclass and a.attnum > 0 and not a.attisdropped
               and a.attgenerated = '' and a.attname <> 'tenant_id'
               and (a.attnotnull and not a.atthasdef or a.attidentity <> '')
             order by a.attnum
            """,
            .text(table)
        )
        let names = try columns.map { row in try row.text(0) }
        try superuser.execute("set session_replication_role = replica")
        // Checks hold even so; they are the owner's business and not what is tested here.
        let checks = try superuser.query(
            "select quote_ident(conname) from pg_constraint where conrelid = ('parlay.' || $1)::regclass and contype = 'c'",
            .text(table)
        )
        for check in checks {
            try superuser.execute("alter table \(table) drop constraint \(try check.text(0))")
        }
        for tenant in 1...2 {
            let values = try columns.map { row in
                try row.text(1).split(separator: "$n", omittingEmptySubsequences: false).joined(
                    separator: "\(tenant)"
                )
            }
            try superuser.execute(
                """
                insert into \(table) (\((["tenant_id"] + names).joined(separator: ", "))) overriding system value
                values (\((["\(tenant)"] + values).joined(separator: ", ")))
                """
            )
        }
    }

    private func serve(_ tenant: String) throws {
        _ = try front.query("select set_config('parlay.tenant_id', $1, false)", .text(tenant))
    }

    private func may(_ right: String, _ table: String) throws -> Bool {
        try superuser.query("select has_table_privilege('parlay_front', $1, $2)", .text(table), .text(right))[
            0
        ].boolean(0)
    }

    @Test func `a front that named no tenant sees no row and writes none`() throws {
        for tenant in [nil, ""] as [String?] {
            if let tenant { try serve(tenant) }
            for table in tables {
                if try may("select", table) {
                    #expect(try front.query("select tenant_id from \(table)").isEmpty, "\(table)")
                }
                if try may("delete", table) {
                    #expect(try front.query("delete from \(table)").affectedRows == 0, "\(table)")
                }
                try refusesInsert(of: 1, into: table)
            }
        }
    }

    @Test func `the front of one tenant sees its row alone`() throws {
        try serve("1")
        for table in tables where try may("select", table) {
            let rows = try front.query("select tenant_id from \(table)").map { row in try row.integer(0) }
            #expect(rows == [1], "\(table)")
        }
    }

    @Test func `the front of one tenant cannot write rows of another`() throws {
        try serve("1")
        for table in tables {
            try refusesInsert(of: 2, into: table)
            if try may("update", table) {
                let others = try front.query("update \(table) set tenant_id = tenant_id where tenant_id = 2")
                #expect(others.affectedRows == 0, "\(table)")
                let gift = #expect(throws: DatabaseError.self, "\(table)") {
                    try front.query("update \(table) set tenant_id = 2")
                }
                #expect(gift?.sqlState == .insufficientPrivilege, "\(table)")
            }
            if try may("delete", table) {
                #expect(
                    try front.query("delete from \(table) where tenant_id = 2").affectedRows == 0,
                    "\(table)"
                )
            }
            #expect(
                try superuser.query("select tenant_id from \(table) where tenant_id = 2").count == 1,
                "\(table)"
            )
        }
    }

    @Test func `the front cannot empty or alter a table, nor put its policies aside`() throws {
        for table in tables {
            for statement in [
                "truncate \(table)", "alter table \(table) disable row level security", "drop table \(table)",
                "call protect('\(table)')",
            ] {
                let failure = #expect(throws: DatabaseError.self, "\(statement)") {
                    try front.execute(statement)
                }
                #expect(failure?.sqlState == .insufficientPrivilege, "\(statement)")
            }
        }
        for statement in [
            "set role parlay_owner", "set role parlay_worker", "set session_replication_role = replica",
        ] {
            #expect(throws: DatabaseError.self, "\(statement)") { try front.execute(statement) }
        }
        // Asked for no security, the server refuses to answer rather than to leave it out.
        try front.execute("set row_security = off")
        for table in tables where try may("select", table) {
            #expect(throws: DatabaseError.self, "\(table)") {
                try front.query("select tenant_id from \(table)")
            }
        }
    }

    /// The row of `tenant` is copied as it is: security is checked before any key.
    private func refusesInsert(of tenant: Int, into table: String) throws {
        guard try may("insert", table) else { return }
        let columns = try superuser.query(
            """
            select string_agg(quote_ident(attname), ', ' order by attnum),
                   string_agg(format('r.%I', attname), ', ' order by attnum)
              from pg_attribute
             where attrelid = ('parlay.' || $1)::regclass and attnum > 0 and not attisdropped and attgenerated = ''
            """,
            .text(table)
        )[0]
        let row = try superuser.query(
            "select to_json(t)::text from \(table) t where tenant_id = $1",
            .integer(tenant)
        )
        let json = try row[0].text(0)
        let failure = #expect(throws: DatabaseError.self, "\(table)") {
            try front.query(
                """
                insert into \(table) (\(try columns.text(0))) overriding system value
                select \(try columns.text(1)) from json_populate_record(null::\(table), $1::json) r
                """,
                .text(json)
            )
        }
        // A row of the ledger is refused as if the other tenant had no such wallet.
        let expected: SQLState = table == "ledger" ? .foreignKeyViolation : .insufficientPrivilege
        #expect(failure?.sqlState == expected, "\(table)")
    }
}
