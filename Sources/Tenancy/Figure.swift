package import Database
package import ParlayAPI

/// A number of each tenant that the worker keeps by day and hour, such as how many people signed up. A component declares its
/// figures; they are counted together in one statement.
///
///     Figure("sign_ups", added: "select count(*) from accounts a where a.tenant_id = p.tenant_id and …")
///
/// The SQL is about the period `p`: from `p.from_at` to before `p.to_at`, in the tenant `p.tenant_id`. It is one row of one number,
/// found by an index: it runs for each hour of each tenant.
package struct Figure: Sendable {
    /// Permanent: the key in the rows, and the name in the API. That of the Prometheus metric, without `parlay_` and `_total`, where
    /// there is one.
    package let name: String
    package let unit: FigureUnit
    package let module: Module?
    /// Who sees it, at least.
    package let role: Role
    /// How many came in the period; of a state, how much it changed.
    package let added: SQLFragment
    /// How many there are now, in the tenant `p.tenant_id`; `nil` for what is counted by period alone. It runs once a day for each
    /// tenant.
    package let present: SQLFragment?
    private let column: SQLFragment

    /// What came in each period.
    package init(
        _ name: StaticString,
        _ unit: FigureUnit = .number,
        module: Module? = nil,
        role: Role = .moderator,
        added: SQLFragment
    ) {
        self.init(name, unit, module, role, added, nil)
    }

    /// What there is at the end of each day.
    package static func state(
        _ name: StaticString,
        module: Module? = nil,
        role: Role = .moderator,
        present: SQLFragment,
        changed: SQLFragment
    ) -> Figure {
        Figure(name, .state, module, role, changed, present)
    }

    private init(
        _ name: StaticString,
        _ unit: FigureUnit,
        _ module: Module?,
        _ role: Role,
        _ added: SQLFragment,
        _ present: SQLFragment?
    ) {
        self.name = "\(name)"
        self.unit = unit
        self.module = module
        self.role = role
        self.added = added
        self.present = present
        column = SQLFragment(name)
    }

    /// A column with its name; 0 is null.
    package func column(_ sql: SQLFragment) -> SQLFragment {
        SQLFragment(joining: "nullif((", sql, "), 0) as", column)
    }
}
