internal import Database

/// Compares the rows of a tenant in two cells, by digests of ranges of keys, while they are written.
struct MoveDigest {
    let stream: MoveStream
    let tables: TenantTables

    /// Rows of one range.
    private struct Part: RowReadable, Equatable {
        let range: Int64
        let rows: Int64
        let sum: String

        init(_ columns: inout ColumnReader) throws(DatabaseError) {
            range = try columns.integer()
            rows = try columns.integer()
            sum = try columns.text()
        }
    }

    private static let width: Int64 = 16_384
    /// How often a range that is written meanwhile is read again.
    private static let attempts = 50

    /// - Returns: how many rows were compared, and the ranges that differ: a table and the first key each.
    func run(progress: (Int64, Int64) -> Void) throws -> (rows: Int64, differences: [String]) {
        var rows: Int64 = 0
        var differences: [String] = []
        for (index, table) in tables.moving.enumerated() where table.name != "move_marks" {
            progress(Int64(index), Int64(tables.moving.count))
            let there = try parts(table, in: stream.source)
            let here = try parts(table, in: stream.target)
            rows += there.values.reduce(0) { $0 + $1.rows }
            for range in Set(there.keys).union(here.keys).sorted() where there[range] != here[range] {
                if try !agrees(table, range) {
                    differences.append("\(table.name) from \(range * Self.width)")
                }
            }
        }
        progress(Int64(tables.moving.count), Int64(tables.moving.count))
        return (rows, differences)
    }

    /// A range may only have been written between the two looks. Each row that differs is read again, first there and then here,
    /// until it was once the same; rows that are new since then are the next verify's.
    private func agrees(_ table: TenantTable, _ range: Int64) throws -> Bool {
        var there = try rows(table, in: stream.source, range)
        var here = try rows(table, in: stream.target, range)
        var suspects = Set(there.keys).union(here.keys).filter { there[$0] != here[$0] }
        for _ in 0..<Self.attempts where !suspects.isEmpty {
            there = try rows(table, in: stream.source, range, Array(suspects))
            guard try stream.settle(within: .seconds(60)) else { return false }
            here = try rows(table, in: stream.target, range, Array(suspects))
            suspects = suspects.filter { there[$0] != here[$0] }
        }
        return suspects.isEmpty
    }

    private struct Row: RowReadable {
        let key: String
        let digest: Int64

        init(_ columns: inout ColumnReader) throws(DatabaseError) {
            key = try columns.text()
            digest = try columns.integer()
        }
    }

    /// The digests of single rows, by the text of their keys.
    private func rows(
        _ table: TenantTable,
        in cell: CellDatabase,
        _ range: Int64,
        _ keys: [String]? = nil
    ) throws -> [String: Int64] {
        let key =
            table.key.isEmpty
            ? "''" : "row(\(table.key.map { "t.\($0.quoted)" }.joined(separator: ", ")))::text"
        let sql = """
            select \(key), hashtextextended(\(text(of: table)), 0)
              from parlay.\(table.quoted) t
             where \(condition(table, range)) and ($1::text[] is null or \(key) = any ($1))
            """
        let rows: [Row] = try cell.all(sql, keys.map { .texts($0) } ?? .null)
        return rows.reduce(into: [:]) { $0[$1.key] = $1.digest }
    }

    /// All that a row has, as text.
    private func text(of table: TenantTable) -> String {
        "row(\(table.moving.map { "t.\($0.quoted)" }.joined(separator: ", ")))::text"
    }

    private func number(_ table: TenantTable) -> String? {
        table.key.first.flatMap { $0.type == "bigint" ? $0.quoted : nil }
    }

    private func condition(_ table: TenantTable, _ range: Int64) -> String {
        let tenant = "t.tenant_id = \(stream.tenant)"
        guard let number = number(table) else { return tenant }
        return
            "\(tenant) and t.\(number) >= \(range * Self.width) and t.\(number) < \((range + 1) * Self.width)"
    }

    private func parts(_ table: TenantTable, in cell: CellDatabase) throws -> [Int64: Part] {
        let range = number(table).map { "t.\($0) / \(Self.width)" } ?? "0::bigint"
        let rows: [Part] = try cell.all(
            """
            select \(range), count(*), sum(hashtextextended(\(text(of: table)), 0)::numeric)::text
              from parlay.\(table.quoted) t where t.tenant_id = \(stream.tenant) group by 1
            """
        )
        return rows.reduce(into: [:]) { $0[$1.range] = $1 }
    }
}
