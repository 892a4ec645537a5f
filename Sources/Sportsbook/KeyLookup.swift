internal import Database

/// Joins by a key in a lateral subquery, which the planner cannot merge with the rest: a planner that is free to choose may read
/// all rows of a tenant that is alone in its database (decision 218).
extension SQLFragment {
    /// Joins the rows of `table` in the tenant `$1` whose `column` is `key`.
    static func join(
        _ table: SQLFragment,
        as alias: SQLFragment,
        where column: SQLFragment = "id",
        is key: SQLFragment
    ) -> SQLFragment {
        SQLFragment(joining: "cross join lateral (", rows(of: table, column, key), ") as", alias)
    }

    /// The same; without columns where there is no such row.
    static func leftJoin(
        _ table: SQLFragment,
        as alias: SQLFragment,
        where column: SQLFragment = "id",
        is key: SQLFragment
    ) -> SQLFragment {
        SQLFragment(joining: "left join lateral (", rows(of: table, column, key), ") as", alias, "on true")
    }

    private static func rows(of table: SQLFragment, _ column: SQLFragment, _ key: SQLFragment) -> SQLFragment
    {
        SQLFragment(
            joining: "select x.* from",
            table,
            "x where x.tenant_id = $1 and",
            column.of("x"),
            "=",
            key,
            "offset 0"
        )
    }
}
