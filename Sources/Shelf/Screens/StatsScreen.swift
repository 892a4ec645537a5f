internal import Localization
internal import Pages
internal import ParlayAPI

extension Screen {
    /// The person's shelf in numbers.
    static let shelfStats = Screen("shelf/stats", "Figures of the shelf", module: .shelf) { visit in
        let stats = try await visit.read(ShelfCalls.stats)
        return Document(
            visit.text(ShelfText.stats),
            in: "shelf/stats",
            """
            \(PageHead(visit.text(ShelfText.stats)))
            <div class="region" id="stats" data-subject="game/* account/\(visit.accountID)">
            \(StatsCharts(visit: visit, stats: stats).html)</div>
            """
        )
    }
}

private struct StatsCharts {
    /// Months that a chart shows.
    private static let months = 18
    private static let genres = 10

    let visit: Visit
    let stats: ShelfStats

    var html: HTML {
        guard stats.games > 0 else {
            return EmptyState(
                .chart,
                visit.text(ShelfText.noStats),
                visit.text(ShelfText.noStatsText),
                action: Button(visit.text(ShelfText.findGames), .primary, .link(visit.link("games"))).html
            ).html
        }
        return "\(figures)<div class=\"grid wide\">\(byStatus)\(byMonth)\(byGenre)</div>"
    }

    private func count(_ games: Int) -> String {
        visit.text(ShelfText.gamesCount, ["count": .number(Int64(games))])
    }

    private var figures: StatRow {
        let mean = stats.meanRating.map { visit.localizer.decimal($0, places: 0...1) } ?? "–"
        return StatRow([
            Stat(visit.text(ShelfText.games), "\(visit.localizer.number(Int64(stats.games)))"),
            Stat(visit.text(ShelfText.hours), "\(visit.hours(stats.hours))"),
            Stat(visit.text(ShelfText.meanRating), "\(mean)"),
            Stat(
                visit.text(ShelfText.finishedGames),
                "\(visit.localizer.number(Int64(stats.games(.finished) + stats.games(.completed))))"
            ),
        ])
    }

    private var byStatus: HTML {
        let meters = each(ShelfStatus.shown) { status in
            let part = stats.byStatus.first { $0.status == status }
            let games = part?.games ?? 0
            let hours = part.flatMap { $0.hours > .zero ? " · " + visit.hours($0.hours) : nil } ?? ""
            return "\(Meter(visit.text(status.text), count(games) + hours, value: games, of: stats.games))"
        }
        return Card(visit.text(ShelfText.gamesByStatus), "<div class=\"stack\">\(meters)</div>").html
    }

    private var byMonth: HTML {
        let finished = Dictionary(stats.byMonth.map { ($0.month, $0.finished) }) { first, _ in first }
        let points = recentMonths.map { month -> Chart.Point in
            let games = finished[month.description.prefix(7).description] ?? 0
            return Chart.Point(visit.day(month, .shortMonth), Int64(games), count(games))
        }
        guard finished.values.contains(where: { $0 > 0 }) else { return .none }
        let chart = Chart(
            id: "chart-month",
            visit.text(ShelfText.finishedByMonth),
            .bars,
            points,
            labelHeading: visit.text(ShelfText.month),
            valueHeading: visit.text(ShelfText.games),
            tableSummary: visit.text(PageText.asTable)
        )
        let done = stats.games(.finished) + stats.games(.completed)
        let undated = done - finished.values.reduce(0, +)
        let note: HTML =
            undated > 0
            ? "<p class=\"hint soft\">\(visit.text(ShelfText.undated, ["count": .number(Int64(undated))]))</p>"
            : .none
        return "<section>\(chart)\(note)</section>"
    }

    /// The middle of each month, the earliest first.
    private var recentMonths: [CivilDate] {
        guard let now = CivilDate(secondsSinceEpoch: visit.now.milliseconds / 1000) else { return [] }
        let last = now.year * 12 + now.month - 1
        return (0..<Self.months).reversed().compactMap { back in
            CivilDate(year: (last - back) / 12, month: (last - back) % 12 + 1, day: 15)
        }
    }

    private var byGenre: HTML {
        let genres = stats.byGenre.prefix(Self.genres)
        guard !genres.isEmpty else { return .none }
        let meters = each(genres) { genre in
            "\(Meter(genre.genre, count(genre.games), value: genre.games, of: stats.games))"
        }
        return Card(visit.text(ShelfText.gamesByGenre), "<div class=\"stack\">\(meters)</div>").html
    }
}
