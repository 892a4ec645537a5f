internal import ParlayAPI

/// Which part of the tree a stream is about. Without tournaments and events it is all of it.
struct LiveFilter: Sendable {
    var tournaments: Set<Tournament.ID> = []
    var events: Set<SportsEvent.ID> = []

    var query: [(name: String, value: String)] {
        var query: [(name: String, value: String)] = []
        func add(_ name: String, _ ids: Set<Int64>) {
            if !ids.isEmpty { query.append((name, ids.sorted().map(String.init).joined(separator: ","))) }
        }
        add("tournament", tournaments)
        add("event", events)
        return query
    }

    /// Whether it contains all of the tournament's events, so that the stream tells when the last one is decided.
    func isWhole(_ tournament: Tournament.ID) -> Bool {
        tournaments.contains(tournament) || tournaments.isEmpty && events.isEmpty
    }

    func narrow(_ tree: [SportsbookTournament]) -> [SportsbookTournament] {
        tree.compactMap { tournament in
            if isWhole(tournament.id) { return tournament }
            var part = tournament
            part.events = tournament.events.filter { events.contains($0.id) }
            return part.events.isEmpty ? nil : part
        }
    }
}
