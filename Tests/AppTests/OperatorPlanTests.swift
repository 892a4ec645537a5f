import Administration
import Database
import TestDatabases
import TestSupport
import Testing

@testable import App

/// What the operator's console reads and changes is found by indexes, however much there is.
@Suite(.database) struct OperatorPlanTests {
    private static let files = ["Jobs/JobAdmin+Pages.swift", "Administration/Operator"]

    /// The tables of which a plan reads every row.
    private func scanned(_ statement: Statement, _ value: String, on connection: BlockingConnection) throws
        -> [String]
    {
        let sql = statement.sql
        let count = sql.matches(of: /\$(\d)/).compactMap { Int($0.1) }.max() ?? 0
        let values = (1..<(count + 1)).map { number in
            value != "null" && sql.contains("$\(number)::bigint[]") ? "'{1}'" : value
        }
        try connection.execute("prepare plan as \(sql)")
        defer { try? connection.execute("deallocate plan") }
        let call = "execute plan" + (values.isEmpty ? "" : "(\(values.joined(separator: ", ")))")
        return try Rows<String>(connection.query("explain \(call)")).all.compactMap { line in
            guard let scan = line.firstRange(of: "Seq Scan on ") else { return nil }
            return String(line[scan.upperBound...].prefix { $0 != " " })
        }
    }

    @Test func `no large table is read as a whole`() throws {
        let connection = try TestDatabase.current.connect(as: .superuser)
        try connection.execute("set enable_seqscan = off; set plan_cache_mode = force_custom_plan")
        let pages = Features.statements.filter { statement in
            Self.files.contains { statement.origin.hasPrefix($0) }
        }
        #expect(pages.count > 12)
        for statement in pages {
            for value in ["null", "'1'"] {
                let tables = try scanned(statement, value, on: connection)
                #expect(tables.filter { $0 != "tenants" } == [], "\(statement.origin) with \(value)")
            }
        }
        // With the tenants of the jobs; the command line knows the ids alone.
        let changes = Features.statements.filter {
            $0.sql.contains("$2::bigint[] is null or tenant_id = any ($2)")
        }
        #expect(changes.count >= 6)
        for statement in changes {
            #expect(try scanned(statement, "'1'", on: connection) == [], "\(statement.origin)")
        }
    }

    @Test func `the newest entries of all audit logs are read from one end of an index`() throws {
        let connection = try TestDatabase.current.connect(as: .superuser)
        try connection.execute("set enable_seqscan = off; set plan_cache_mode = force_custom_plan")
        let page = try #require(OperatorAuditEntry.statements.first)
        try connection.execute("prepare plan as \(page.sql)")
        for (filter, index) in [
            ("null, null", "audit_newest_idx"), ("null, 'a'", "audit_newest_of_action_idx"),
            ("'a', null", "audit_pkey"),
        ] {
            let lines = try Rows<String>(connection.query("explain execute plan(\(filter), 1000, 50)")).all
            let used = Set(lines.compactMap { $0.firstMatch(of: /using (audit_\w+) on audit/)?.1 })
            // The rows themselves are found by their key.
            #expect(used == ["audit_pkey", Substring(index)], "\(filter)")
        }
    }
}
