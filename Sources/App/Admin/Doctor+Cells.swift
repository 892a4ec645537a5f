internal import Console
internal import Database
internal import Transfer

extension Doctor {
    /// The databases that PARLAY_CELLS names, and the moves between them.
    mutating func examineCells() {
        guard !configuration[Configuration.cells].isEmpty else { return }
        guard process == .operator else {
            for purpose in [DatabaseLocation.Purpose.front, .worker] where process.takes(purpose) {
                examineCellLogins(purpose)
            }
            return leave("moves", to: .operator, because: "moves are made with the operator's logins")
        }
        do {
            for cell in CellState.all(try CellList(configuration).settings(for: nil)) {
                let subject = "cell \(cell.number)"
                for problem in cell.problems { note(.bad, subject, problem) }
                for warning in cell.warnings { note(.warning, subject, warning) }
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

    /// Logs in to each database as the process does: a tenant that moves to one that refuses it is unavailable.
    private mutating func examineCellLogins(_ purpose: DatabaseLocation.Purpose) {
        do {
            let cells = try CellList(configuration)
            for number in cells.numbers where number != 1 {
                let subject = "cell \(number)"
                do throws(DatabaseError) {
                    let location = DatabaseLocation(url: cells.locations[number]?.conninfo ?? "")
                    let connection = try BlockingConnection(location.settings(for: purpose))
                    let own = try connection.query(Self.ownCell()).first
                    if own == Int64(number) {
                        note(.good, subject, "\(purpose.rawValue) can log in")
                    } else {
                        note(
                            .bad,
                            subject,
                            own.map { "this database is cell \($0); name the right one in PARLAY_CELLS" }
                                ?? "this database is no cell; run `parlay cell add \(number) --url-file FILE`"
                        )
                    }
                } catch {
                    note(
                        .bad,
                        subject,
                        "\(purpose.rawValue) cannot log in, so calls of tenants that live there are answered 503:"
                            + " \(error.reason). Check its line in PARLAY_CELLS and the password of the role on that server."
                    )
                }
            }
        } catch {
            note(.bad, "cells", "\(error)")
        }
    }
}
