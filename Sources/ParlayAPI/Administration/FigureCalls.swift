/// The figures that charts show.
package enum FigureCalls {
    /// The most days that are read at once.
    package static let mostDays = 366

    package static let from = day("from", "The first day, in UTC. 29 days before `to` if it is absent.")
    package static let to = day("to", "The last day, in UTC. Today if it is absent.")

    private static func day(_ name: String, _ summary: String) -> QueryField<CivilDate?> {
        QueryField<String?>.text(name, summary).converted("\(name) must be a date: 2026-05-20.") {
            CivilDate($0)
        }
    }

    package static let show = Endpoint<Void, Never, FigureReport>(.get, "admin/figures")
        .access(.role(.moderator)).titled("Show figures by day").named("getAdminFigures")
        .explained(
            """
            What the worker counts of the tenant by day, in UTC, every ten minutes: at most \(mostDays) days. Each figure is \
            of a module that the tenant has, or of the tenant itself. Those about money are for admins.
            """
        )
        .query(Self.from).query(Self.to).answering(200)
}
