internal import Database
internal import ParlayAPI
internal import Tenancy

/// A row of `live_updates`: a message, and what it is about.
struct LiveUpdate: ColumnGroup, Sendable, Equatable {
    static let columns: SQLFragment = [
        "seq", "kind", "tournament_id", "event_id", "row_id", "starts_at", "status", "home_score",
        "away_score",
        "price",
    ]

    let message: LiveMessage
    let tournament: TournamentID?
    let event: EventID?

    init(_ message: LiveMessage, tournament: TournamentID?, event: EventID?) {
        self.message = message
        self.tournament = tournament
        self.event = event
    }

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        let seq = try columns.integer()
        let kind = try columns.text()
        tournament = try columns.optionalInteger().map(TournamentID.init(rawValue:))
        event = try columns.optionalInteger().map(EventID.init(rawValue:))
        let row = try columns.optionalInteger() ?? 0
        let startsAt = try columns.optionalTime()
        let status = try columns.optionalText()
        let home = try columns.optionalInteger().map(Int.init)
        let away = try columns.optionalInteger().map(Int.init)
        let price = try columns.optionalInteger().flatMap { AmericanPrice(rawValue: Int($0)) }
        let score: LiveMessage.Score? =
            if let home, let away { LiveMessage.Score(home: home, away: away) } else { nil }
        let change: LiveMessage.Change
        switch (kind, startsAt, status, price) {
        case ("start", let time?, _, _): change = .start(event: row, seconds: time.seconds)
        case ("event", _, let status?, _): change = .event(row, Extensible(rawValue: status), score)
        case ("market", _, let status?, _): change = .market(row, Extensible(rawValue: status))
        case ("outcome", _, let status, let price?):
            change = .outcome(row, price, status.map { Extensible(rawValue: $0) })
        case ("tree", _, _, _): change = .tree
        default: throw .decoding("a live update of the kind \(kind)")
        }
        message = LiveMessage(seq: seq, change)
    }

    var seq: Int64 { message.seq }
}

extension Timestamp {
    /// Whole seconds since 1970.
    var seconds: Int64 { (milliseconds - (milliseconds % 1000 + 1000) % 1000) / 1000 }
}

/// Which part of the tree a reader wants: everything, or what belongs to one of these tournaments or events.
struct LiveFilter: Sendable, Equatable {
    var tournaments: Set<TournamentID> = []
    var events: Set<EventID> = []
    /// `nil` for the messages of this server.
    var form: LiveForm?

    var isEverything: Bool { isWholeTree && form == nil }
    private var isWholeTree: Bool { tournaments.isEmpty && events.isEmpty }

    func passes(_ update: LiveUpdate) -> Bool {
        if form == .original, update.originalText == nil { return false }
        if isWholeTree { return true }
        if let tournament = update.tournament, tournaments.contains(tournament) { return true }
        if let event = update.event { return events.contains(event) }
        // About a whole tournament: whoever reads one of its events may be concerned.
        return !events.isEmpty
    }
}
