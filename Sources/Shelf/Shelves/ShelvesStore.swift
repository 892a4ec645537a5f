internal import Accounts
internal import Database
internal import ParlayAPI
internal import Tenancy

/// The list of shelves, from the table that triggers count (db/functions/count_added_games.sql).
enum ShelvesStore {
    /// The shelves that the caller may see, the one that was updated last first, before the time `$2` and the account
    /// `$3`; a page of `$4`; only of friends if `$5`, and of the person `$6` unless that is null.
    static let page = RowStatement<PublicShelfRow>(
        "select",
        PublicShelfRow.columns,
        """
          from shelves s
          join accounts p on p.tenant_id = s.tenant_id and p.id = s.account_id
         where s.tenant_id = $1 and (s.updated_at, s.account_id) < ($2::timestamptz, $3::bigint) and s.games > 0
           and ($6::bigint is null or s.account_id = $6::bigint)
           and p.status = 'active' and p.settings -> 'shelf_public' is distinct from 'false'::jsonb
           and
        """,
        Visibility.notBlocked("p.id"),
        """
           and (not $5::boolean or
        """,
        Friends.areFriends("p.id"),
        """
               )
         order by s.updated_at desc, s.account_id desc
         limit $4
        """
    )

    static let statements = [page.statement]
}

/// A shelf `s` with the person `p`.
struct PublicShelfRow: ColumnGroup {
    static let columns: SQLFragment = PersonRow.columns.of("p") + ["s.games::bigint", "s.updated_at"]

    let person: PersonRow
    let games: Int64
    let updatedAt: Timestamp

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        person = try PersonRow(&columns)
        games = try columns.integer()
        updatedAt = try columns.time()
    }

    func resource(in tenant: Tenant) -> PublicShelf {
        PublicShelf(person: person.person(in: tenant), games: Int(games), updatedAt: updatedAt)
    }
}
