internal import Database
internal import ParlayAPI

/// A genre or a platform.
struct GroupRow: RowReadable {
    let id: Int64
    let group: GameGroup

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        id = try columns.integer()
        group = GameGroup(name: try columns.text(), games: try columns.integer())
    }
}

extension CatalogStore {
    /// After the genre `$1`, at most `$2`. Only those that games have which people see.
    static let genres = RowStatement<GroupRow>(
        """
        select n.id, n.name, n.game_count
          from genres n
         where n.game_count > 0
           and ($1::bigint is null
                or (lower(n.name) collate "C", n.id)
                   > (select lower(a.name) collate "C", a.id from genres a where a.id = $1))
         order by lower(n.name) collate "C", n.id
         limit $2
        """
    )

    /// The same for platforms.
    static let platforms = RowStatement<GroupRow>(
        """
        select n.id, n.name, n.game_count
          from platforms n
         where n.game_count > 0
           and ($1::bigint is null
                or (lower(n.name) collate "C", n.id)
                   > (select lower(a.name) collate "C", a.id from platforms a where a.id = $1))
         order by lower(n.name) collate "C", n.id
         limit $2
        """
    )
}
