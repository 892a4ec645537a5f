internal import ParlayAPI

/// Applies the lines of a file to a shelf, one after the other.
struct ShelfImportPlan {
    /// The game of a line.
    enum Match: Hashable, Sendable {
        case game(Int64)
        case none
        /// Several fit; at most as many as there is room for in a sentence.
        case several([Int64])
    }

    /// What is to be written about a game.
    struct Change: Hashable, Sendable {
        let game: Int64
        let values: EntryValues
        /// Whether the game was not on the shelf.
        let isNew: Bool
    }

    /// Of games that come onto the shelf without a status.
    let defaultStatus: ShelfStatus
    private(set) var report: [ShelfImportReport.Line] = []
    private let before: [Int64: EntryValues]
    private var after: [Int64: EntryValues] = [:]

    /// - Parameter shelf: entries of all games that lines match, and that are on the shelf.
    init(_ shelf: [Int64: EntryValues], defaultStatus: ShelfStatus) {
        before = shelf
        self.defaultStatus = defaultStatus
    }

    /// In the order of the games.
    var changes: [Change] {
        after.sorted { $0.key < $1.key }.compactMap { game, values in
            values == before[game] ? nil : Change(game: game, values: values, isNew: before[game] == nil)
        }
    }

    /// - Parameter matches: the games of the valid lines.
    mutating func apply(_ lines: [ShelfLine], _ matches: [Match]) {
        var rest = matches[...]
        for line in lines {
            if case .entry = line.content {
                apply(line, rest.popFirst() ?? .none)
            } else {
                apply(line, .none)
            }
        }
    }

    /// - Parameter match: ignored for a line that is not valid.
    mutating func apply(_ line: ShelfLine, _ match: Match) {
        switch (line.content, match) {
        case (.invalid(let detail), _): record(line, .invalid, detail: detail)
        case (.entry(let name, let given), .game(let game)): apply(line, name, given, to: game)
        case (.entry(let name, _), .none): record(line, .unknown, detail: name.isNowhere)
        case (.entry(let name, _), .several(let games)):
            record(line, .unknown, detail: name.isAmbiguous(games))
        }
    }

    private mutating func apply(_ line: ShelfLine, _ name: GameName, _ given: GivenValues, to game: Int64) {
        let present = after[game] ?? before[game]
        let values = given.applied(to: present ?? EntryValues(status: defaultStatus))
        guard !values.areDatesReversed else {
            record(line, .invalid, game, detail: "finished_on: \(ShelfUpdate.datesAreReversed.sentence)")
            return
        }
        after[game] = values
        record(line, present == nil ? .added : values == present ? .unchanged : .updated, game)
    }

    private mutating func record(
        _ line: ShelfLine,
        _ result: ShelfImportResult,
        _ game: Int64? = nil,
        detail: String? = nil
    ) {
        report.append(
            ShelfImportReport.Line(
                line: line.number,
                result: result,
                name: line.name,
                gameID: game,
                detail: detail
            )
        )
    }
}

extension GameName {
    fileprivate var isNowhere: String {
        guard !name.isEmpty else { return "There is no game with this igdb_id." }
        let start = igdbID == nil ? "There is no game" : "There is no game with this igdb_id, and none"
        return "\(start) with this name\(year == nil ? "" : " and year")."
    }

    fileprivate func isAmbiguous(_ games: [Int64]) -> String {
        let shown = games.prefix(Self.candidateLimit).map(String.init).joined(separator: ", ")
        let more = games.count > Self.candidateLimit ? " and more" : ""
        let help = year == nil ? "Add the igdb_id or the release_year." : "Add the igdb_id."
        return "Several games have this name\(year == nil ? "" : " and year"): \(shown)\(more). \(help)"
    }

    /// Candidates that a sentence names.
    static let candidateLimit = 10
}
