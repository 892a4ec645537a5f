internal import Database
internal import ParlayAPI
internal import Tenancy

/// What the worker counted, as the caller may see it.
struct FigureService: Sendable {
    private let figures: [Figure]

    init(_ figures: [Figure]) { self.figures = figures }

    /// The figures of the tenant's modules, from one day to another.
    func report(from: CivilDate, to: CivilDate, in session: Session) async throws -> FigureReport {
        let rows = try await session.read(
            FigureStore.days(.id(session.tenant.id), .text(from.description), .text(to.description))
        ).all
        let role = try await session.principal().role
        let days = try rows.map { (day: CivilDate($0.day), values: try $0.values()) }
        let shown = figures.filter { figure in
            figure.role <= role && (figure.module.map(session.tenant.modules.contains) ?? true)
        }
        return FigureReport(
            from: from,
            to: to,
            countedAt: rows.last?.countedAt,
            figures: shown.map { figure in
                FigureSeries(
                    name: figure.name,
                    unit: figure.unit,
                    days: days.compactMap { day, values in
                        day.map { FigureDay(day: $0, value: values[figure.name] ?? 0) }
                    }
                )
            }
        )
    }
}
