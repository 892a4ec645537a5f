internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Reactor
internal import Transfer

/// The databases of the installation, and the tenants that move between them. The console has it where there are several.
struct CellsScreen {
    private let visit: ConsoleVisit

    init(_ visit: ConsoleVisit) { self.visit = visit }

    func show() async throws -> Response {
        let settings = visit.services.cells
        guard !settings.isEmpty else { throw ConsoleError.notFound }
        let cells = try await visit.services.blocking.run { CellState.all(settings) }
        // A move stands in both of its cells.
        let moves = cells.flatMap { cell in
            (cell.figures?.moves ?? []).filter { $0.target == cell.number }
        }
        return visit.page(
            visit.text(.cells),
            in: .cells,
            every: 10,
            """
            \(PageHead(visit.text(.cells), lead: "\(visit.text(.cellsText))"))
            \(each(cells) { cell in each(cell.problems) { problem in
                Alert(.error, problem, title: title(cell.number), id: "cell-\(cell.number)").html
            } })
            \(each(cells) { cell in each(cell.warnings) { warning in
                Alert(.warning, warning, title: title(cell.number)).html
            } })
            \(list(cells))
            \(list(moves, cells.flatMap(\.closed)))
            \(visit.command("parlay cell list"))
            """
        )
    }

    private func title(_ cell: Int) -> String {
        visit.text(.cellNumber, ["number": .text(visit.localizer.number(Int64(cell)))])
    }

    private func list(_ cells: [CellState]) -> Table {
        func number(_ value: Int64?) -> HTML { "\(value.map { visit.localizer.number($0) } ?? "–")" }
        return Table(
            id: "cells",
            caption: visit.text(.cells),
            hidesCaption: true,
            columns: [
                .init(visit.text(.cell)), .init(visit.text(.state)), .init(visit.text(.tenants), .end),
                .init(visit.text(.bytes), .end), .init(visit.text(.heldBytes), .end),
            ],
            rows: cells.map { cell in
                let state =
                    cell.problems.isEmpty ? Badge(visit.text(.good), .good) : Badge(visit.text(.bad), .bad)
                return Table.Row([
                    "\(title(cell.number))", state.html, number(cell.figures?.tenants),
                    number(cell.figures?.bytes),
                    number(cell.figures?.heldBytes),
                ])
            },
            narrow: .rows
        )
    }

    private func list(_ moves: [CellState.Move], _ closed: [CellState.ClosedTenant]) -> Table {
        Table(
            id: "moves",
            caption: visit.text(.moves),
            columns: [
                .init(visit.text(.tenant)), .init(visit.text(.way)), .init(visit.text(.state)),
                .init(visit.utc(.since)), .init(visit.utc(.compared)), .init(visit.text(.nextStep)),
            ],
            rows: moves.map { move in row(move, interrupted: closed.first { $0.slug == move.slug }?.step) },
            narrow: .rows,
            empty: EmptyState(.swap, visit.text(.noMoves), visit.text(.noMovesText))
        )
    }

    /// - Parameter interrupted: the command that has left the tenant closed.
    private func row(_ move: CellState.Move, interrupted: String?) -> Table.Row {
        let age = move.verifiedAt.map { visit.now.milliseconds - $0.milliseconds }
        let isVerified = age.map { $0 < 3_600_000 } ?? false
        return Table.Row([
            "<a href=\"/tenants/\(move.slug)\">\(move.slug)</a>",
            "\(String(move.source)) → \(String(move.target))",
            "\(visit.text(move.phase.title))", visit.time(move.startedAt),
            move.verifiedAt.map { visit.time($0) } ?? "\(visit.text(.never))",
            "<code>\(move.phase.nextCommand(move.slug, isVerified: isVerified, interrupted: interrupted))</code>",
        ])
    }
}

extension TenantMove.Phase {
    fileprivate var title: ConsoleText {
        switch self {
        case .copying: .moveCopying
        case .following: .moveFollowing
        case .switching: .moveSwitching
        case .switched: .moveSwitched
        case .reversing: .moveReversing
        case .completing: .moveCompleting
        case .cancelling: .moveCancelling
        }
    }
}
