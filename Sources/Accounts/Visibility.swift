package import Database

/// Blocks in the statements of other targets; `$1` is the tenant's id.
package enum Visibility {
    /// Neither of the caller and the account `id`, such as `p.id`, has blocked the other.
    ///
    ///     "where p.tenant_id = $1 and", Visibility.notBlocked("p.id"), "order by …"
    package static func notBlocked(_ id: SQLFragment) -> SQLFragment {
        SQLFragment(
            joining: "not exists (select from blocks bl",
            "where bl.tenant_id = $1 and bl.account_id = current_account_id() and bl.blocked_id =",
            id,
            ") and",
            notBlocking(id)
        )
    }

    /// The account `id` has not blocked the caller.
    package static func notBlocking(_ id: SQLFragment) -> SQLFragment {
        SQLFragment(
            joining: "not exists (select from blocks bl where bl.tenant_id = $1 and bl.account_id =",
            id,
            "and bl.blocked_id = current_account_id())"
        )
    }
}
