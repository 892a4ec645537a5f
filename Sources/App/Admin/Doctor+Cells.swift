internal import Console
internal import Transfer

extension Doctor {
    /// The databases that PARLAY_CELLS names, and the moves between them.
    mutating func examineCells() {
        guard !configuration[Configuration.cells].isEmpty else { return }
        guard process == .operator else {
            return leave("cells", to: .operator, because: "moves are made with the operator's logins")
        }
        do {
            for cell in CellState.all(try CellList(configuration).settings(for: nil)) {
                let subject = "cell \(cell.number)"
                for problem in cell.problems { note(.bad, subject, problem) }
                if let figures = cell.figures, cell.problems.isEmpty {
                    let moves = figures.moves.map(\.slug)
                    let moving = moves.isEmpty ? "no moves" : "moves of \(moves.joined(separator: ", "))"
                    note(.good, subject, "\(figures.tenants) tenants, \(moving)")
                }
            }
        } catch {
            note(.bad, "cells", "\(error)")
        }
    }
}
