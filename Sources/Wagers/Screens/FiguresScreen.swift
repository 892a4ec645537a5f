internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// What the person won and lost, with a chart of the profit.
    static let wagerFigures = Screen("wagers/figures", "Figures of wagers", module: .wagers) { visit in
        let profile = try await visit.read(ProfileCalls.showOwn)
        let decided = try await visit.read(
            WagerFeedCalls.feed,
            [("mine", "true"), ("status", "completed,confirmed"), ("limit", "100")]
        )
        let figures = WagerFigures(visit, profile, decided.items)
        return Document(
            visit.say(.figures),
            in: "wagers/figures",
            """
            \(PageHead(visit.say(.figures)))
            <div id="figures" class="region" data-subject="wager/*">
            \(figures.stats)\(figures.chart)\(figures.last)
            </div>
            """
        )
    }
}

/// A person's figures: the totals of the profile, and how the profit came about.
struct WagerFigures {
    let visit: Visit
    let totals: Profile.Wagers?
    /// In the order in which they were decided.
    let decided: [WagerView]

    init(_ visit: Visit, _ profile: Profile, _ wagers: [Wager]) {
        self.visit = visit
        totals = profile.wagers
        decided = wagers.sorted {
            ($0.completedAt ?? $0.openedAt, $0.id) < ($1.completedAt ?? $1.openedAt, $1.id)
        }
        .map { WagerView($0, visit) }
    }

    var stats: StatRow { Self.stats(totals, visit, rating: .ratingStat) }

    static func stats(_ totals: Profile.Wagers?, _ visit: Visit, rating title: WagerText) -> StatRow {
        guard let totals else { return StatRow([]) }
        let all = totals.wagersWon + totals.wagersLost
        let share = all == 0 ? 0 : Double(totals.wagersWon) / Double(all)
        let rate = visit.say(.winRate, ["percent": .text(visit.localizer.percent(share))])
        let rating = totals.rating.mean.map { visit.localizer.decimal($0, places: 1...2) } ?? "–"
        return StatRow([
            Stat(visit.say(.profit), money(totals.pnlCents, visit).html),
            Stat(
                visit.say(.won),
                "\(visit.localizer.number(Int64(totals.wagersWon)))",
                detail: all == 0 ? .none : "\(rate)"
            ),
            Stat(visit.say(.lost), "\(visit.localizer.number(Int64(totals.wagersLost)))"),
            Stat(
                visit.say(title),
                "\(rating)",
                detail: "\(visit.say(.ratingCount, ["count": .number(Int64(totals.rating.count))]))"
            ),
        ])
    }

    static func money(_ cents: Int64, _ visit: Visit) -> Money {
        Money(visit.money(abs(cents)), cents == 0 ? .plain : cents > 0 ? .gain : .loss)
    }

    /// The profit after each decided wager. The last one is the profit of the profile, and the others lead back from it.
    private var points: [Chart.Point] {
        var profit = totals?.pnlCents ?? 0
        var points: [Chart.Point] = []
        for view in decided.reversed() {
            let time = view.wager.completedAt ?? view.wager.openedAt
            points.append(Chart.Point(visit.date(time, .day), profit, visit.money(profit)))
            profit -= view.winner == view.me ? view.wager.amountCents : -view.wager.amountCents
        }
        return points.reversed()
    }

    var chart: Chart {
        Chart(
            id: "profit",
            visit.say(.profitChartLast, ["count": .number(Int64(decided.count))]),
            decided.count < 2 ? .bars : .line,
            points,
            labelHeading: visit.say(.decided),
            valueHeading: visit.say(.profit),
            tableSummary: visit.text(PageText.asTable),
            empty: EmptyState(
                .chart,
                visit.say(.noFigures),
                visit.say(.noFiguresText),
                action: Button(visit.say(.feed), .primary, .link(visit.feedLink())).html
            )
        )
    }

    var last: HTML {
        let rows = decided.suffix(5).reversed().map(\.ownRow)
        return rows.isEmpty
            ? .none : "<h2>\(visit.say(.lastDecided))</h2>\(List(rows, label: visit.say(.lastDecided)))"
    }
}

extension PersonBlock {
    /// How somebody bets, and what they offer at the moment.
    static let bettor = PersonBlock(place: 20, module: .wagers) { visit, profile in
        let person = profile.person
        let offers = try await visit.read(
            WagerFeedCalls.ofPerson,
            person.id,
            [("status", WagerStatus.open.rawValue), ("limit", "5")]
        )
        let rows = offers.items.map { WagerView($0, visit).row() }
        let name: KeyValuePairs<String, TextArgument> = ["name": .text(person.displayName)]
        let challenge = Button(
            visit.say(.challenge, name),
            .primary,
            icon: .die,
            .link(visit.poseLink([("audience", "account"), ("audience_username", person.username)]))
        )
        return """
            <section class="region"><h2>\(visit.say(.theirFigures))</h2>\
            \(WagerFigures.stats(profile.wagers, visit, rating: .theirRating))\
            \(ButtonRow(challenge).html, if: person.id != visit.accountID)\
            \("<h3>\(visit.say(.theirOffers, name))</h3>\(List(rows))", if: !rows.isEmpty)</section>
            """
    }
}
