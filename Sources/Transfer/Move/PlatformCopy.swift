internal import Database

/// Makes tables equal to those of another cell as they were when a slot began, whatever they had before.
struct PlatformCopy {
    let stream: LogicalStream

    /// All in one transaction of the target. Rows that are equal stay as they are.
    func run(_ tables: [String]) throws {
        try stream.reserve { source in
            try stream.target.transaction {
                // Triggers have had their effect in the source, and the order of tables is theirs.
                try stream.target.execute("set local session_replication_role = replica")
                for table in tables { try copy(table, from: source) }
            }
        }
    }

    private func copy(_ table: String, from source: BlockingConnection) throws {
        let target = stream.target
        let columns: String = try target.one(
            """
            select string_agg(quote_ident(attname), ', ' order by attnum)
              from pg_attribute
             where attrelid = $1::text::regclass and attnum > 0 and not attisdropped and attgenerated = ''
            """,
            .text("parlay.\(table)")
        )
        let key: String = try target.one(
            """
            select string_agg(quote_ident(a.attname), ', ' order by a.attnum)
              from pg_index i
              join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
             where i.indrelid = $1::text::regclass and i.indisprimary
            """,
            .text("parlay.\(table)")
        )
        try target.execute(
            "create temporary table fresh as select \(columns) from parlay.\(table) with no data"
        )
        try source.copy(
            "copy (select \(columns) from parlay.\(table)) to stdout (format binary)",
            to: target.connection,
            "copy fresh (\(columns)) from stdin (format binary)"
        )
        try target.execute("analyze fresh")
        // Deleted and not updated, because two rows may have changed places in a unique column.
        try target.execute(
            """
            delete from parlay.\(table)
             where (\(key)) in (
                   select \(key)
                     from (select \(columns) from parlay.\(table) except select \(columns) from fresh) as other
                   )
            """
        )
        try target.execute(
            """
            insert into parlay.\(table) (\(columns)) overriding system value
            select \(columns) from fresh except select \(columns) from parlay.\(table)
            """
        )
        try target.execute("drop table fresh")
    }
}
