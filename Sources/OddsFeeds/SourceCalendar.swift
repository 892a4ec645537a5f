internal import Database
internal import ParlayAPI
internal import Sportsbook
internal import Tenancy

/// Turns what a source states into events: local times into moments, and into weeks where the source counts none. Only the
/// database knows time zones.
struct SourceCalendar {
    /// The source in the tree, `feed:12`; empty for one that is not stored.
    let source: String
    let options: FeedOptions
    let work: TenantTransaction

    func events(of reading: SourceReading) async throws -> [SourceEvent] {
        var events = try await timed(reading.games)
        guard reading.tournament.sport == NFLFile.sport, !events.isEmpty else { return events }
        let weeks = try await work.read(
            FeedRunStore.weeks(
                .id(work.tenant),
                .text(source),
                .text(reading.tournament.externalID),
                .texts(events.map(\.startsAt.description))
            )
        ).all
        for (index, week) in zip(events.indices, weeks) { events[index].week = Int(week) }
        return events
    }

    private func timed(_ games: [SourceGame]) async throws -> [SourceEvent] {
        var locals: [String] = []
        for game in games {
            if case .local(let civil) = game.startsAt, let time = Timestamp(civil) {
                locals.append(String(time.description.dropLast()))
            }
        }
        var moments: [Timestamp] = []
        if !locals.isEmpty, case .page(let options) = options {
            moments = try await work.read(FeedRunStore.moments(.texts(locals), .text(options.timeZone))).all
        }
        var index = 0
        return games.compactMap { game in
            let startsAt: Timestamp
            switch game.startsAt {
            case .moment(let moment): startsAt = moment
            case .local:
                guard index < moments.count else { return nil }
                startsAt = moments[index]
                index += 1
            }
            return SourceEvent(
                externalID: game.externalID,
                home: game.home,
                away: game.away,
                startsAt: startsAt,
                status: game.status,
                score: game.score,
                markets: game.markets
            )
        }
    }
}
