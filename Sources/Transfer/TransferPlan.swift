internal import Database

/// Which tables are in a file, in what order, and the SQL that writes and reads their rows.
struct TransferPlan {
    struct Column {
        let name: String
        let quoted: String
        /// Its value in the file, of the row `t`.
        let leaving: String
        /// Its value in the table, of the JSON array `r`.
        let arriving: String
    }

    struct Part {
        let name: String
        /// Ready for SQL; empty for shared rows.
        let quoted: String
        let columns: [Column]
        /// `nil` for a table of tenants.
        let shared: TransferRules.SharedRows?
        /// Whether two rows of the file may be one here.
        let merges: Bool
        /// The rows as JSON arrays; `$1` is the tenant.
        let select: String
        /// Rows that are read together.
        let fetchCount: Int
        /// The column that a sequence numbers.
        let identity: String?
    }

    let parts: [Part]
    let schema: Int64
    let tables: TenantTables

    init(_ tables: TenantTables, _ rules: TransferRules) {
        self.tables = tables
        schema = tables.schema
        let leftOut = Set(rules.leftOut.map(\.table))
        let tenants = Self.part(tables.tenants, rules, isTenants: true)
        let own = tables.all.filter { !leftOut.contains($0.name) }.map { Self.part($0, rules) }
        // Rows that name shared ones come last, so that a catalog is not locked for long.
        let users = Set(rules.shared.map(\.user))
        let last = own.filter { users.contains($0.name) }.flatMap { part in
            rules.shared.filter { $0.user == part.name }.map(Self.part) + [part]
        }
        parts = [tenants] + own.filter { !users.contains($0.name) } + last
    }

    private static func part(_ shared: TransferRules.SharedRows) -> Part {
        Part(
            name: shared.table,
            quoted: "",
            columns: shared.columns.map { Column(name: $0, quoted: "", leaving: "", arriving: "") },
            shared: shared,
            merges: false,
            select: shared.leaving.sql,
            fetchCount: 200,
            identity: nil
        )
    }

    private static func part(_ table: TenantTable, _ rules: TransferRules, isTenants: Bool = false) -> Part {
        let stored = table.columns.filter { !$0.isGenerated }
        let columns = stored.enumerated().map { index, column in
            let rule = rules.columns.first { $0.table == table.name && $0.column == column.name }
            return self.column(column, at: index, rule)
        }
        let values = columns.map(\.leaving).joined(separator: ", ")
        let order =
            table.key.isEmpty ? "" : " order by " + table.key.map { "t.\($0.quoted)" }.joined(separator: ", ")
        let tenant = isTenants ? "t.id" : "t.tenant_id"
        return Part(
            name: table.name,
            quoted: table.quoted,
            columns: columns,
            shared: nil,
            merges: rules.shared.contains { $0.user == table.name },
            select:
                "select json_build_array(\(values))::text from parlay.\(table.quoted) t where \(tenant) = $1\(order)",
            fetchCount: table.hasBytes ? 4 : 500,
            identity: isTenants ? nil : table.identity?.name
        )
    }

    /// Numbers and truth values have their JSON form, bytes are base64, and everything else is PostgreSQL's text.
    private static func column(
        _ column: TenantTable.Column,
        at index: Int,
        _ rule: TransferRules.ChangedColumn?
    ) -> Column {
        let value = "t.\(column.quoted)"
        let text = "(r ->> \(index))"
        var leaving = "\(value)::text"
        var arriving = "\(text)::\(column.type)"
        switch column.type {
        case "bigint", "integer", "smallint", "double precision", "boolean": leaving = value
        case "bytea":
            leaving = "translate(encode(\(value), 'base64'), E'\\n', '')"
            arriving = "decode(\(text), 'base64')"
        default: break
        }
        if let rule {
            leaving = "\(rule.leaving)"
            if let replaced = rule.arriving {
                arriving = "\(replaced)".replacing("{value}", with: "(r -> \(index))")
            }
        }
        return Column(name: column.name, quoted: column.quoted, leaving: leaving, arriving: arriving)
    }
}

extension TransferPlan.Part {
    /// Inserts the rows of the JSON array `$2` for the tenant `$1`; `$3` is its slug. Returns how many rows have all
    /// columns, and how many were inserted.
    var insert: String {
        let names = columns.map(\.quoted)
        let values = columns.map(\.arriving)
        let conflict = merges ? " on conflict do nothing" : ""
        return """
            with lines as materialized (
                select r from jsonb_array_elements(convert_from($2::bytea, 'UTF8')::jsonb) as e (r)
            ), added as (
                insert into parlay.\(quoted) (\((["tenant_id"] + names).joined(separator: ", ")))
                overriding system value
                select \((["$1::bigint"] + values).joined(separator: ", ")) from lines
                \(conflict)
                returning 1
            )
            select (select count(*) from lines where jsonb_array_length(r) = \(columns.count)),
                   (select count(*) from added)
            """
    }

    /// Inserts the tenant itself, from the JSON array `$1` of its only row and with the slug `$2`; returns its id.
    var insertTenant: String {
        let values = columns.map { $0.name == "slug" ? "$2::text" : $0.arriving }
        return """
            insert into parlay.tenants (\(columns.map(\.quoted).joined(separator: ", ")))
            select \(values.joined(separator: ", "))
              from jsonb_array_elements(convert_from($1::bytea, 'UTF8')::jsonb) as e (r)
             where jsonb_array_length(r) = \(columns.count)
                on conflict (slug) do nothing
            returning id
            """
    }
}
