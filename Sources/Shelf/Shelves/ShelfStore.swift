internal import Accounts
internal import Database
internal import ParlayAPI
internal import Tenancy

/// Reads of shelves and wishlists. The caller is `current_account_id()`.
enum ShelfStore {
    /// The caller's entry of the game `$2`.
    static let find = RowStatement<ShelfRow>(
        "select",
        ShelfRow.columns,
        """
          from shelf_games s
          join games g on g.id = s.game_id
         where s.tenant_id = $1 and s.account_id = current_account_id() and s.game_id = $2 and not s.is_wish
        """
    )

    // MARK: Lists

    /// Of the account `$2`, whose hidden games are left out unless it is the caller, or the caller if that is null; only with the
    /// statuses `$3` and the games `$5`, unless they are null; a page of `$4`.
    private static let listed: SQLFragment = """
          from shelf_games s
          join games g on g.id = s.game_id
         where s.tenant_id = $1
           and s.account_id = case when $2::bigint is null then current_account_id() else $2::bigint end
           and not s.is_wish and ($3::smallint[] is null or s.status = any ($3::smallint[]))
           and ($5::bigint[] is null or s.game_id = any ($5::bigint[]))
           and (g.is_hidden is not true or s.account_id = current_account_id())
        """

    private static let byAdded = RowStatement<ShelfRow>(
        "select",
        ShelfRow.shownColumns,
        listed,
        """
           and (s.added_at, s.game_id) < ($6::timestamptz, $7::bigint)
         order by s.added_at desc, s.game_id desc
         limit $4
        """
    )

    private static let byUpdated = RowStatement<ShelfRow>(
        "select",
        ShelfRow.shownColumns,
        listed,
        """
           and (s.updated_at, s.game_id) < ($6::timestamptz, $7::bigint)
         order by s.updated_at desc, s.game_id desc
         limit $4
        """
    )

    private static let byRating = RowStatement<ShelfRow>(
        "select",
        ShelfRow.shownColumns,
        listed,
        """
           and (coalesce(s.rating, -1), s.game_id) < ($6::integer, $7::bigint)
         order by coalesce(s.rating, -1) desc, s.game_id desc
         limit $4
        """
    )

    private static let byHours = RowStatement<ShelfRow>(
        "select",
        ShelfRow.shownColumns,
        listed,
        """
           and (s.hour_tenths, s.game_id) < ($6::integer, $7::bigint)
         order by s.hour_tenths desc, s.game_id desc
         limit $4
        """
    )

    /// After the name of the game `$6`.
    private static let byName = RowStatement<ShelfRow>(
        "select",
        ShelfRow.shownColumns,
        listed,
        """
           and ($6::bigint is null or (g.key, g.id) > (select n.key, n.id from games n where n.id = $6::bigint))
         order by g.key, g.id
         limit $4
        """
    )

    /// - Parameters:
    ///   - account: `nil` for the caller.
    ///   - after: the key of the last row of the previous page; see `ShelfSort`.
    static func page(
        of account: AccountID?,
        _ statuses: [Int]?,
        games: [Int]?,
        _ sort: ShelfSort,
        after: [Int64]?,
        limit: Int,
        in tenant: TenantID
    ) -> RowQuery<ShelfRow> {
        let statement =
            switch sort {
            case .addedAt: byAdded
            case .updatedAt: byUpdated
            case .userRating: byRating
            case .userHours: byHours
            case .name: byName
            }
        let filter: [Parameter] = [
            .id(tenant), .id(account), statuses.map { .integers($0.map { Int64($0) }) } ?? .null,
            .integer(limit), games.map { .integers($0.map { Int64($0) }) } ?? .null,
        ]
        if sort == .name { return statement(filter + [.integer(after?.last)]) }
        return statement(filter + [sort.parameter(after?.first), .integer(after?.last ?? .max)])
    }

    /// The caller's wishes, newest first, before the time `$2` and the game `$3`.
    private static let wishPage = RowStatement<WishRow>(
        "select",
        WishRow.columns,
        """
          from shelf_games s
          join games g on g.id = s.game_id
         where s.tenant_id = $1 and s.account_id = current_account_id() and s.is_wish
           and (s.added_at, s.game_id) < ($2::timestamptz, $3::bigint)
         order by s.added_at desc, s.game_id desc
         limit $4
        """
    )

    static func wishes(after: [Int64]?, limit: Int, in tenant: TenantID) -> RowQuery<WishRow> {
        wishPage(.id(tenant), .laterThan(after?.first), .integer(after?.last ?? .max), .integer(limit))
    }

    /// The account `$2`, unless it has blocked the caller or is not active.
    static let owner = RowStatement<ShelfOwner>(
        "select a.settings::text, a.id is not distinct from current_account_id() from accounts a",
        AccountStore.isVisible,
        "and a.status = 'active'"
    )

    // MARK: All of it

    /// The caller's whole shelf by name.
    static let all = RowStatement<ShelfRow>(
        "select",
        ShelfRow.columns,
        """
          from shelf_games s
          join games g on g.id = s.game_id
         where s.tenant_id = $1 and s.account_id = current_account_id() and not s.is_wish
         order by g.key, g.id
        """
    )

    /// The caller's whole wishlist by name.
    static let allWishes = RowStatement<WishRow>(
        "select",
        WishRow.columns,
        """
          from shelf_games s
          join games g on g.id = s.game_id
         where s.tenant_id = $1 and s.account_id = current_account_id() and s.is_wish
         order by g.key, g.id
        """
    )

    static let statements =
        [
            find.statement, byAdded.statement, byUpdated.statement, byRating.statement, byHours.statement,
            byName.statement, wishPage.statement, owner.statement, all.statement, allWishes.statement,
        ] + writeStatements + StatsStore.statements
}
