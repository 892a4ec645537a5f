internal import Accounts
internal import Database
internal import ParlayAPI
internal import Stream
internal import Tenancy

/// The statements of an import. Each is for all lines of a file.
enum ShelfImportStore {
    /// The game of each line, in their order: that with the id at IGDB `$2`, else that with the name `$3` in the year `$4`;
    /// null and an empty name are none. Without a year, a name that only one game has. Of several games the only one that is
    /// spelled the same; a name without letters and digits must be. Else the ids of those that fit. Hidden games are those on
    /// the caller's shelf or wishlist only.
    private static let match = RowStatement<MatchRow>(
        """
        with own as materialized (
            select s.game_id from shelf_games s where s.tenant_id = $1 and s.account_id = current_account_id()
        )
        select k.id, n.ids
          from unnest($2::bigint[], $3::text[], $4::integer[]) with ordinality as l (igdb_id, name, year, place)
          left join games k on k.igdb_id = l.igdb_id
                           and (k.is_hidden is not true or k.id in (select o.game_id from own o))
          left join lateral (
               select case when count(*) filter (where g.name = l.name) = 1
                           then min(g.id) filter (where g.name = l.name)::text
                           else array_to_string((array_agg(g.id order by g.id))[1:$5::integer], ',') end as ids
                 from games g
                where k.id is null and l.name <> '' and g.key = game_key(l.name)
                  and (g.key <> '' or g.name = l.name)
                  and (l.year is null or extract(year from g.release_date) = l.year)
                  and (g.is_hidden is not true or g.id in (select o.game_id from own o))
               ) n on true
         order by l.place
        """
    )

    static func match(_ names: [GameName], in tenant: TenantID) -> RowQuery<MatchRow> {
        match(
            .id(tenant),
            .integers(names.map(\.igdbID)),
            .texts(names.map(\.name)),
            .integers(names.map(\.year)),
            .integer(GameName.candidateLimit + 1)
        )
    }

    /// The caller's entries of the games `$2`, locked, and the caller's settings.
    private static let entries = RowStatement<FoundEntry>(
        "select s.game_id,",
        EntryRow.columns,
        """
          from shelf_games s
         where s.tenant_id = $1 and s.account_id = current_account_id() and s.game_id = any ($2::bigint[])
           and not s.is_wish
         order by s.game_id
           for update
        """
    )

    static func entries(_ games: [Int64], in tenant: TenantID) -> RowQuery<FoundEntry> {
        entries(.id(tenant), .integers(games))
    }

    /// Adds the entries `$2` at the time `$3`; wishes become entries. A row for each, but for games that came onto the
    /// shelf in the meantime.
    private static let add = RowStatement<UnreadRow>(
        """
        with me as (
            select id from accounts
             where tenant_id = $1 and id = current_account_id() and status = 'active'
               for share
        )
        insert into shelf_games as s (tenant_id, account_id, game_id, is_wish, added_at, updated_at,
        """,
        EntryValues.columns,
        ") select $1, me.id, r.game_id, false, $3, $3,",
        EntryValues.columns.of("r"),
        """
          from me
         cross join jsonb_populate_recordset(null::shelf_games, $2::jsonb) r
         order by r.game_id
            on conflict (tenant_id, account_id, game_id) do update
           set is_wish = false, added_at = excluded.added_at, updated_at = excluded.updated_at, (
        """,
        EntryValues.columns,
        ") = (",
        EntryValues.columns.of("excluded"),
        """
        )
         where s.is_wish
        returning s.game_id
        """
    )

    /// Replaces the entries `$2`, which are locked, at the time `$3`.
    private static let update = Statement(
        EntryValues.assignment,
        """
        , updated_at = $3
          from jsonb_populate_recordset(null::shelf_games, $2::jsonb) r
         where s.tenant_id = $1 and s.account_id = current_account_id() and s.game_id = r.game_id and not s.is_wish
        """
    )

    static func add(_ changes: [ShelfImportPlan.Change], in tenant: TenantID, at now: Timestamp)
        -> RowQuery<UnreadRow>
    {
        add(.id(tenant), .json(JSONValue.array(changes.map(\.record))), .time(now))
    }

    static func update(_ changes: [ShelfImportPlan.Change], in tenant: TenantID, at now: Timestamp) -> Query {
        update(.id(tenant), .json(JSONValue.array(changes.map(\.record))), .time(now))
    }

    /// Tells the caller's devices, once for all entries.
    static let tell = Statement(
        "with",
        Events.appendEach(
            to: "a.id",
            type: "'shelf.imported'",
            about: ("'account'", "a.id"),
            from: "accounts a where a.tenant_id = $1 and a.id = current_account_id()"
        ),
        "select from told"
    )

    static let statements = [match.statement, entries.statement, add.statement, update, tell]
}

/// The game of a line.
struct MatchRow: RowReadable {
    let match: ShelfImportPlan.Match

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        let known = try columns.optionalInteger()
        let named = (try columns.optionalText() ?? "").split(separator: ",").compactMap { Int64($0) }
        match =
            if let known { .game(known) } else if named.count == 1 { .game(named[0]) } else if named.isEmpty {
                .none
            } else { .several(named) }
    }
}

/// An entry and its game's id.
struct FoundEntry: RowReadable {
    let game: Int64
    let entry: EntryRow

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        game = try columns.integer()
        entry = try EntryRow(&columns)
    }
}

extension ShelfImportPlan.Change {
    fileprivate var record: JSONValue {
        var record = values.record
        record.add("game_id", .integer(game))
        return .object(record)
    }
}
