internal import Database

/// All tables of tenants, parents before the tables that refer to them.
struct TenantTables {
    let all: [TenantTable]
    /// The table `tenants`, without its id.
    let tenants: TenantTable
    /// The version of the last migration.
    let schema: Int64

    private static let columns = RowStatement<CatalogColumn>(
        """
        select c.relname::text, quote_ident(c.relname), a.attname::text, quote_ident(a.attname),
               format_type(a.atttypid, a.atttypmod), a.attgenerated <> '', a.attidentity <> '',
               a.atttypid = 'xid8'::regtype and a.atthasdef,
               array_position(k.conkey, a.attnum)::bigint
          from pg_class c
          join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
         where c.relnamespace = 'parlay'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
           and (c.relname = 'tenants' and a.attname <> 'id'
                or exists (select from pg_attribute t
                            where t.attrelid = c.oid and t.attname = 'tenant_id' and not t.attisdropped))
           and a.attname <> 'tenant_id'
         order by c.relname, a.attnum
        """
    )

    private static let references = RowStatement<CatalogReference>(
        """
        select distinct c.relname::text, p.relname::text
          from pg_constraint k
          join pg_class c on c.oid = k.conrelid
          join pg_class p on p.oid = k.confrelid
         where k.contype = 'f' and c.relnamespace = 'parlay'::regnamespace and p.relnamespace = c.relnamespace
           and c.oid <> p.oid
         order by 1, 2
        """
    )

    /// Tables whose policies do not show the owner every row.
    private static let hidden = RowStatement<String>(
        """
        select c.relname::text
          from pg_class c
         where c.relnamespace = 'parlay'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
           and (exists (select from pg_policy p where p.polrelid = c.oid and not p.polpermissive)
                or not exists (
                    select from pg_policy p
                     where p.polrelid = c.oid and p.polpermissive and p.polcmd = '*'
                       and 'parlay_owner'::regrole = any (p.polroles)
                       and pg_get_expr(p.polqual, p.polrelid) = 'true'
                       and coalesce(pg_get_expr(p.polwithcheck, p.polrelid), 'true') = 'true'))
         order by 1
        """
    )

    private static let version = RowStatement<Int64>(
        "select max(version)::bigint from parlay.schema_migrations"
    )

    static let statements = [columns.statement, references.statement, hidden.statement, version.statement]

    /// - Throws: `TransferError.hiddenRows` if rows would silently be left out.
    init(_ connection: BlockingConnection) throws {
        let hidden = try connection.query(Self.hidden()).all
        guard hidden.isEmpty else { throw TransferError.hiddenRows(hidden) }
        var tables: [TenantTable] = []
        var columns: [TenantTable.Column] = []
        let rows = try connection.query(Self.columns()).all
        for (index, row) in rows.enumerated() {
            columns.append(row.column)
            if index + 1 == rows.count || rows[index + 1].table != row.table {
                tables.append(TenantTable(name: row.table, quoted: row.quotedTable, columns: columns))
                columns = []
            }
        }
        guard let tenants = tables.first(where: { $0.name == "tenants" }) else {
            throw TransferError.file("The database lacks this version's tables. Run `parlay migrate`.")
        }
        self.tenants = tenants
        schema = try connection.query(Self.version()).one
        all = try Self.sorted(
            tables.filter { $0.name != "tenants" },
            try connection.query(Self.references()).all
        )
    }

    /// Those whose rows go along when a tenant moves to another cell: what processes count stays in cell 1, where they write it.
    var moving: [TenantTable] { all.filter { $0.name != "process_counts" } }

    /// Parents first; tables of the same rank by name.
    private static func sorted(_ tables: [TenantTable], _ references: [CatalogReference]) throws
        -> [TenantTable]
    {
        let names = Set(tables.map(\.name))
        var parents: [String: Set<String>] = [:]
        for reference in references where names.contains(reference.child) && names.contains(reference.parent)
        {
            parents[reference.child, default: []].insert(reference.parent)
        }
        var sorted: [TenantTable] = []
        var rest = tables
        while !rest.isEmpty {
            let done = Set(sorted.map(\.name))
            let next = rest.filter { parents[$0.name, default: []].isSubset(of: done) }
            guard !next.isEmpty else {
                let names = rest.map(\.name).joined(separator: ", ")
                throw TransferError.file("The foreign keys of \(names) form a circle.")
            }
            sorted += next
            rest.removeAll { table in next.contains { $0.name == table.name } }
        }
        return sorted
    }
}
