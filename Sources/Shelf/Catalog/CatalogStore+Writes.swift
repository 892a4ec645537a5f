package import Database
package import ParlayAPI
internal import Tenancy

/// What writing games changed.
package struct CatalogCounts: RowReadable, Hashable {
    package var created: Int64
    package var updated: Int64
    package var unchanged: Int64
    /// Games that were visible, or new, and are not any more.
    package var hidden: Int64 = 0

    package init(created: Int64 = 0, updated: Int64 = 0, unchanged: Int64 = 0) {
        self.created = created
        self.updated = updated
        self.unchanged = unchanged
    }

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        created = try columns.integer()
        updated = try columns.integer()
        unchanged = try columns.integer()
    }

    package static func + (left: CatalogCounts, right: CatalogCounts) -> CatalogCounts {
        var sum = CatalogCounts(
            created: left.created + right.created,
            updated: left.updated + right.updated,
            unchanged: left.unchanged + right.unchanged
        )
        sum.hidden = left.hidden + right.hidden
        return sum
    }
}

/// Reads and writes of the catalog. Fronts may only read it.
package enum CatalogStore {
    private static let write = RowStatement<CatalogCounts>(
        "select created, updated, unchanged from write_games($1::jsonb, $2)"
    )

    /// Creates and updates games; at most a thousand at once, which one transaction of any size may repeat.
    package static func write(_ games: [SourceGame], at now: Timestamp) -> RowQuery<CatalogCounts> {
        write(
            .json(JSONValue.array(games.map(\.record))),
            .time(now)
        )
    }

    /// Hides games that the operator has not decided about: with the ids at IGDB `$1`, or of the sources `$2` with the ids `$3`.
    private static let hide = RowStatement<Int64>(
        """
        with hidden as (
            update games g
               set is_hidden = true
             where g.is_hidden is null
               and (g.igdb_id = any ($1::bigint[])
                    or (g.source, g.source_id) in (select u.source, u.id from unnest($2::text[], $3::bigint[]) as u (source, id)))
            returning g.id
        )
        select count(*) from hidden
        """
    )

    /// Answers how many were hidden.
    static func hide(_ games: [SourceGame]) -> RowQuery<Int64> {
        var (igdb, sources, ids): ([Int64], [String], [Int64]) = ([], [], [])
        for game in games {
            switch game.identity {
            case .igdb(let id): igdb.append(id)
            case .other(let source, let id):
                sources.append(source)
                ids.append(id)
            }
        }
        return hide(.integers(igdb), .texts(sources), .integers(ids))
    }

    /// Hides the game `$1`, or shows it, whatever imports say.
    static let setHidden = Statement(
        "with changed as (update games set is_hidden = $2 where id = $1 returning id, name, is_hidden)",
        Audit.insertOfInstallation(
            "case when c.is_hidden then 'game.hide' else 'game.show' end",
            on: ("'game'", "c.id::text"),
            details: "jsonb_build_object('name', c.name)",
            from: "changed c"
        )
    )

    /// The entry of the audit log for the import of the file `$1`, of which `$2` games were new and `$3` changed.
    static let logImport = Statement(
        Audit.insertOfInstallation(
            "'game.import'",
            on: ("'file'", "$1"),
            details: "jsonb_build_object('created', $2::bigint, 'updated', $3::bigint)"
        )
    )

    /// Ends what writes many games, or hides one.
    static let refresh = Statement("select refresh_catalog()")

    static let writeStatements = [write.statement, hide.statement, setHidden, logImport, refresh]
}

extension SourceGame {
    /// As `write_games` (db/functions) reads it.
    fileprivate var record: JSONValue {
        var record = JSONObject()
        switch identity {
        case .igdb(let id): record.add("igdb_id", .integer(id))
        case .other(let source, let id):
            record.add("source", .string(source))
            record.add("source_id", .integer(id))
        }
        record.add("name", .string(name))
        if let rating, let number = JSONNumber(rating) { record.add("rating", .number(number)) }
        record.add("rating_count", .integer(ratingCount))
        if let summary { record.add("summary", .string(summary)) }
        if let releaseDate { record.add("release_date", .string(releaseDate.description)) }
        switch cover {
        case .none: break
        case .unspecified: record.add("keeps_cover", true)
        case .image(let cover):
            record.add("cover_image_id", .string(cover.imageID))
            record.add("cover_url", .string(cover.url))
        }
        if let screenshots { record.add("screenshots", .array(screenshots.map { .string($0.stored) })) }
        if let genres { record.add("genres", .array(genres.map { .string($0) })) }
        if let platforms { record.add("platforms", .array(platforms.map { .string($0) })) }
        return .object(record)
    }
}
