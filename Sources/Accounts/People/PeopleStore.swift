package import Database

/// The search for people by parts of their names.
package enum PeopleStore {
    /// The people `p` of the ids that `find_people` chose as `m`. `offset 0` keeps the planner from reading accounts
    /// before it.
    package static let found = SQLFragment(
        joining: "cross join lateral (select",
        PersonRow.columns.of("a"),
        """
        from accounts a where a.tenant_id = $1 and a.id = m.id offset 0) p
         order by p.id desc
        """
    )

    /// People in whose names all patterns `$2` are found, the newest accounts first, before the id `$3`. The function
    /// chooses whom the caller may see.
    static let named = RowStatement<PersonRow>(
        "select",
        PersonRow.columns.of("p"),
        "from find_people(null, $2, $3, $4) m (id)",
        found
    )

    package static let statements = [named.statement]
}
