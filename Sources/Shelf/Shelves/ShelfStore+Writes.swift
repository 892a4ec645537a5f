internal import Database
internal import ParlayAPI
internal import Stream
internal import Tenancy

/// Writes of the caller's shelf and wishlist. What adds a row first locks the account, so that nothing is added to one that
/// is being deleted.
extension ShelfStore {
    /// Adds the game `$2` with the status `$3` at the time `$4`; a wish becomes an entry.
    private static let addEntry = RowStatement<AddedRow>(
        """
        with me as (
            select id from accounts
             where tenant_id = $1 and id = current_account_id() and status = 'active'
               for share
        ), added as (
            insert into shelf_games as s (tenant_id, account_id, game_id, is_wish, status, added_at, updated_at)
            select $1, me.id, g.id, false, $3, $4, $4
              from me
              join games g on g.id = $2 and
        """,
        GameRow.isVisible,
        """
                on conflict (tenant_id, account_id, game_id) do update
               set is_wish = false, status = excluded.status, added_at = excluded.added_at,
                   updated_at = excluded.updated_at
             where s.is_wish
            returning s.game_id, s.added_at, s.updated_at,
        """,
        EntryValues.columns.of("s"),
        "),",
        tell("'shelf.changed'", from: "added"),
        "select",
        GameRow.columns + ["exists (select from me)"] + EntryRow.columns,
        """
          from games g
          left join added s on true
         where g.id = $2 and
        """,
        GameRow.isVisible
    )

    static func add(_ game: Int64, _ status: ShelfStatus, in tenant: TenantID, at now: Timestamp)
        -> RowQuery<AddedRow>
    {
        addEntry(.id(tenant), .integer(game), .integer(status.rawValue), .time(now))
    }

    /// The caller's entry of the game `$2`, locked.
    static let lock = RowStatement<ShelfRow>(
        "select",
        ShelfRow.columns,
        """
          from shelf_games s
          join games g on g.id = s.game_id
         where s.tenant_id = $1 and s.account_id = current_account_id() and s.game_id = $2 and not s.is_wish
           for update of s
        """
    )

    private static let updateEntry = Statement(
        "with w as (",
        EntryValues.assignment,
        """
        , updated_at = $4
          from jsonb_populate_record(null::shelf_games, $3::jsonb) r
         where s.tenant_id = $1 and s.account_id = current_account_id() and s.game_id = $2 and not s.is_wish
        returning s.game_id
        ),
        """,
        tell("'shelf.changed'", from: "w"),
        "select from w"
    )

    static func update(_ game: GameID, _ values: EntryValues, in tenant: TenantID, at now: Timestamp) -> Query
    {
        updateEntry(
            .id(tenant),
            .id(game),
            .json(values.record),
            .time(now)
        )
    }

    static let remove = Statement(
        """
        with w as (
            delete from shelf_games
             where tenant_id = $1 and account_id = current_account_id() and game_id = $2 and not is_wish
            returning game_id
        ),
        """,
        tell("'shelf.changed'", from: "w"),
        "select from w"
    )

    /// Tells the caller's devices of the games of `source`.
    private static func tell(_ type: SQLFragment, from source: SQLFragment) -> SQLFragment {
        Events.append(
            to: ["current_account_id()"],
            type: type,
            about: ("'game'", "c.game_id"),
            from: SQLFragment(joining: source, "c")
        )
    }

    // MARK: Wishes

    /// Wishes for the game `$2` at the time `$3`, unless it is there already. The update changes nothing: it locks the row
    /// that is there and returns what it is.
    static let wish = RowStatement<WishedRow>(
        """
        with me as (
            select id from accounts
             where tenant_id = $1 and id = current_account_id() and status = 'active'
               for share
        ), wished as (
            insert into shelf_games as s (tenant_id, account_id, game_id, is_wish, added_at, updated_at)
            select $1, me.id, g.id, true, $3, $3
              from me
              join games g on g.id = $2 and
        """,
        GameRow.isVisible,
        """
                on conflict (tenant_id, account_id, game_id) do update set is_wish = s.is_wish
            returning s.game_id, s.is_wish
        ),
        """,
        tell("'wishlist.changed'", from: "wished"),
        """
        select exists (select from me), (select w.is_wish from wished w)
          from games g
         where g.id = $2 and
        """,
        GameRow.isVisible
    )

    static let removeWish = Statement(
        """
        with w as (
            delete from shelf_games
             where tenant_id = $1 and account_id = current_account_id() and game_id = $2 and is_wish
            returning game_id
        ),
        """,
        tell("'wishlist.changed'", from: "w"),
        "select from w"
    )

    /// For the deletion of an account.
    static let removeAll = Statement("delete from shelf_games where tenant_id = $1 and account_id = $2")

    static let writeStatements = [
        addEntry.statement, lock.statement, updateEntry, remove, wish.statement, removeWish, removeAll,
    ]
}
