internal import ParlayAPI

/// Which part of the tree a stream is about. Without tournaments and events it is all of it.
struct LiveFilter: Sendable {
    var tournaments: Set<Tournament.ID> = []
    var events: Set<SportsEvent.ID> = []

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

extension Call {
    /// For this part of the tree.
    func asking(_ filter: LiveFilter) -> Call {
        asking(LiveCalls.tournament, anyOf: filter.tournaments).asking(LiveCalls.event, anyOf: filter.events)
    }
}
