internal import Accounts
internal import Database

/// Searches by regular expression. The functions wagers_matching and find_people of db/functions choose what the
/// caller may see; for `offset 0` see `WagerFeedStore`.
enum SearchStore {
    /// Refuses an invalid expression `$2`, even if there is nothing to search. Sent before each search.
    static let check = RowStatement<UnreadRow>("select '' ~* $2 where $1::bigint is not null")

    /// People whose names match `$2`, newest accounts first, before the id `$3`.
    static let people = RowStatement<PersonRow>(
        "select",
        PersonRow.columns.of("p"),
        "from find_people($2, null, $3, $4) m (id)",
        PeopleStore.found
    )

    /// Wagers whose texts match `$2`, newest first, before the id `$3`.
    static let wagers = RowStatement<WagerRow>(
        "select",
        WagerRow.columns.of("w"),
        """
          from wagers_matching($2, $3, $4) m (id)
          cross join lateral (
              select c.* from wager_cards c where c.tenant_id = $1 and c.id = m.id and c.is_visible offset 0
          ) w
         order by w.id desc
        """
    )

    /// How many characters of the invalid expression `$2` are valid. The tenant `$1` is unused.
    static let validLength = RowStatement<Int64>(
        "select valid_expression_length($2) where $1::bigint is not null"
    )

    static let statements = [
        check.statement, people.statement, wagers.statement, validLength.statement,
    ]
}
