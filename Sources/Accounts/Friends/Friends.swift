package import Database

/// What statements of other targets ask about friendships.
package enum Friends {
    /// Whether the caller and the account `id`, such as `p.id`, are friends; `$1` is the tenant's id. A key answers it.
    /// Blocks and deletions end friendships, so that they need no further condition. People who are suspended keep
    /// their friends: ask for `status = 'active'` where they are not to be shown.
    ///
    ///     "where p.tenant_id = $1 and", Friends.areFriends("p.id"), "order by …"
    ///
    /// To narrow by `friends=true`: `"and (not $2::boolean or", Friends.areFriends("p.id"), ")"`.
    package static func areFriends(_ id: StaticString) -> SQLFragment {
        SQLFragment(
            joining: "exists (select from friendships fr where fr.tenant_id = $1",
            "and fr.accepted_at is not null and fr.account_a = least(current_account_id(),",
            SQLFragment(id),
            ") and fr.account_b = greatest(current_account_id(),",
            SQLFragment(id),
            "))"
        )
    }
}
