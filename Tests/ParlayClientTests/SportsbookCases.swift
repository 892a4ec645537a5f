import Foundation
import ParlayClient
import Testing

/// What the calls of the module `sportsbook` send.
enum SportsbookCases {
    typealias Case = CallTests.Case

    private static let none = ScriptedTransport.Step.json(200, #"{"items":[],"next_cursor":null}"#)
    private static let tournament = ScriptedTransport.Step.value(Tournament.example, ["ETag": "\"9\""])
    private static let event = ScriptedTransport.Step.value(SportsEvent.example, ["ETag": "\"9\""])
    private static let market = ScriptedTransport.Step.value(Market.example, ["ETag": "\"9\""])
    private static let outcome = ScriptedTransport.Step.value(Outcome.example, ["ETag": "\"9\""])
    private static let bet = ScriptedTransport.Step.value(Bet.example, status: 201)

    static let all: [Case] = reading + betting + tree + prices + feeds

    private static let reading: [Case] = [
        Case("GET tournaments/", nil, none) { _ = try await $0.sportsbook.tournaments().page() },
        Case("GET tournaments/?status=open", nil, none) {
            _ = try await $0.sportsbook.tournaments(.open).page()
        },
        Case("GET tournaments/3/", nil, tournament) {
            let tournament = try await $0.sportsbook.tournament(3)
            #expect(tournament == .example)
        },
        Case("GET events/", nil, none) { _ = try await $0.sportsbook.events().page() },
        Case("GET events/?week=current", nil, none) {
            _ = try await $0.sportsbook.events(week: .current).page()
        },
        Case(
            "GET events/?week=11&tournament=3&from=2026-05-20T18%3A30%3A00.000Z"
                + "&to=2026-05-20T18%3A31%3A00.000Z",
            nil,
            none
        ) {
            let start = Samples.moment.date
            let events = $0.sportsbook.events(
                week: .number(11),
                tournament: 3,
                from: start,
                to: start.addingTimeInterval(60)
            )
            _ = try await events.page()
        },
        Case("GET events/118/", nil, event) {
            let event = try await $0.sportsbook.event(118)
            #expect(event == .example)
        },
        Case("GET markets/552/", nil, market) { _ = try await $0.sportsbook.market(552) },
        Case("GET outcomes/1203/", nil, outcome) { _ = try await $0.sportsbook.outcome(1203) },
        Case("GET leaderboard/", nil, none) { _ = try await $0.sportsbook.leaderboard().page() },
        Case("GET leaderboard/?tournament=3&from=2026-05-20T18%3A30%3A00.000Z", nil, none) {
            _ = try await $0.sportsbook.leaderboard(tournament: 3, from: Samples.moment.date).page()
        },
        Case("GET leaderboard/?friends=true", nil, none) {
            _ = try await $0.sportsbook.leaderboard(friends: true).page()
        },
        Case("GET wallet/", nil, .value(Wallet.example)) {
            let wallet = try await $0.wallet.get()
            #expect(wallet == .example)
        },
        Case("GET sportsbook/", nil, .value(SportsbookTree.example)) {
            let tree = try await $0.sportsbook.tree()
            #expect(tree == .example)
        },
        Case("POST live/tickets/", nil, .value(LiveTicket.example, status: 201)) {
            let ticket = try await $0.sportsbook.liveTicket()
            #expect(ticket == .example)
        },
        Case("GET wallet/entries/", nil, none) { _ = try await $0.wallet.entries().page() },
    ]

    private static let betting: [Case] = [
        Case(
            "POST bets/",
            #"{"legs":[{"outcome_id":1203,"price":"-110"}],"stake_cents":1000,"accept":"exact"}"#,
            bet
        ) {
            let bet = try await $0.bets.place(BetDraft(on: [.example], stakeCents: 1_000))
            #expect(bet == .example)
        },
        Case(
            "POST bets/",
            #"{"legs":[{"outcome_id":1,"price":"-110"},{"outcome_id":2,"price":"-110"}],"stake_cents":5,"#
                + #""accept":"better"}"#,
            bet
        ) {
            let legs = [LegDraft(outcomeID: 1, price: .assumed), LegDraft(outcomeID: 2, price: .assumed)]
            try await $0.bets.place(BetDraft(legs: legs, stakeCents: 5, accept: .better))
        },
        Case("GET bets/", nil, none) { _ = try await $0.bets.all().page() },
        Case("GET bets/?status=lost%2Cwon", nil, none) {
            _ = try await $0.bets.all(in: [.won, .lost]).page()
        },
        Case("GET bets/?event=7%2C118", nil, none) { _ = try await $0.bets.all(on: [118, 7]).page() },
        Case("GET bets/9001/", nil, bet) { _ = try await $0.bets.get(9001) },
    ]

    private static let tree: [Case] = [
        Case(
            "POST admin/tournaments/",
            #"{"sport":"soccer","name":"Liga","season":"2025/26"}"#,
            tournament
        ) {
            let draft = TournamentDraft(sport: "soccer", name: "Liga", season: "2025/26")
            try await $0.admin.sportsbook.add(draft)
        },
        Case("GET admin/tournaments/3/", nil, tournament) {
            let tournament = try await $0.admin.sportsbook.tournament(3)
            #expect(tournament.version?.rawValue == "\"9\"")
        },
        Case("PATCH admin/tournaments/3/", #"{"status":"closed","season":null}"#, tournament) {
            try await $0.admin.sportsbook.update(tournament: 3) {
                $0.status = .set(.closed)
                $0.season = .set(nil)
            }
        },
        Case("DELETE admin/tournaments/3/") { try await $0.admin.sportsbook.remove(tournament: 3) },
        Case(
            "POST admin/events/",
            #"{"tournament_id":3,"home":"A","away":"B","starts_at":"2026-05-20T18:30:00.000Z","week":2}"#,
            event
        ) {
            let draft = EventDraft(
                tournamentID: 3,
                home: "A",
                away: "B",
                startsAt: Samples.moment,
                week: 2
            )
            try await $0.admin.sportsbook.add(draft)
        },
        Case("GET admin/events/118/", nil, event) { _ = try await $0.admin.sportsbook.event(118) },
        Case("PATCH admin/events/118/", #"{"status":"postponed"}"#, event) {
            try await $0.admin.sportsbook.update(event: 118) { $0.status = .set(.postponed) }
        },
        Case("PATCH admin/events/118/", #"{"status":"final","home_score":27,"away_score":20}"#, event) {
            try await $0.admin.sportsbook.enterResult(of: 118, home: 27, away: 20)
        },
        Case("PATCH admin/events/118/", #"{"status":"live","home_score":7,"away_score":0}"#, event) {
            try await $0.admin.sportsbook.enterRunningScore(of: 118, home: 7, away: 0)
        },
        Case("GET admin/events/118/bets/", nil, none) {
            _ = try await $0.admin.sportsbook.bets(on: 118).page()
        },
        Case("GET admin/events/118/bets/?limit=1", nil, .value(EventBets.example)) {
            let exposure = try await $0.admin.sportsbook.exposure(of: 118)
            #expect(exposure == [.example])
        },
        Case(
            "GET admin/events/118/preview/?decision=final&home_score=27&away_score=20",
            nil,
            .value(ResultPreview.example)
        ) {
            let preview = try await $0.admin.sportsbook.previewResult(of: 118, home: 27, away: 20)
            #expect(preview == .example)
        },
        Case("GET admin/events/118/preview/?decision=cancelled", nil, .value(ResultPreview.example)) {
            _ = try await $0.admin.sportsbook.previewCancellation(of: 118)
        },
        Case("GET admin/events/118/preview/?decision=void&market=552", nil, .value(ResultPreview.example)) {
            _ = try await $0.admin.sportsbook.previewVoid(of: 552, on: 118)
        },
        Case("DELETE admin/events/118/") { try await $0.admin.sportsbook.remove(event: 118) },
    ]

    private static let prices: [Case] = [
        Case(
            "POST admin/markets/",
            #"{"event_id":118,"kind":"spread","line":-3.5,"period":"full","outcomes":"#
                + #"[{"side":"home","price":"-110"},{"side":"away","name":"Bills","price":"-110"}]}"#,
            market
        ) {
            try await $0.admin.sportsbook.add(
                MarketDraft(
                    eventID: 118,
                    kind: .spread,
                    line: MarketLine(-3.5),
                    outcomes: [
                        OutcomeDraft(side: .home, price: .assumed),
                        OutcomeDraft(side: .away, name: "Bills", price: .assumed),
                    ]
                )
            )
        },
        Case("GET admin/markets/552/", nil, market) { _ = try await $0.admin.sportsbook.market(552) },
        Case("PATCH admin/markets/552/", #"{"status":"suspended","line":-3.25}"#, market) {
            let line = try #require(MarketLine(-3.25))
            try await $0.admin.sportsbook.update(market: 552) {
                $0.status = .set(.suspended)
                $0.line = .set(line)
            }
        },
        Case("DELETE admin/markets/552/") { try await $0.admin.sportsbook.remove(market: 552) },
        Case("GET admin/outcomes/1203/", nil, outcome) { _ = try await $0.admin.sportsbook.outcome(1203) },
        Case("PATCH admin/outcomes/1203/", #"{"price":"-110","status":"active"}"#, outcome) {
            try await $0.admin.sportsbook.update(outcome: 1203) {
                $0.price = .set(.assumed)
                $0.status = .set(.active)
            }
        },
        Case("GET admin/wallets/7/", nil, .value(Wallet.example)) {
            let wallet = try await $0.admin.sportsbook.wallet(of: 7)
            #expect(wallet == .example)
        },
        Case("GET admin/wallets/7/entries/", nil, none) {
            _ = try await $0.admin.sportsbook.entries(of: 7).page()
        },
        Case(
            "POST admin/wallets/7/grant/",
            #"{"amount_cents":5000,"reason":"A prize."}"#,
            .value(Wallet.example)
        ) {
            let wallet = try await $0.admin.sportsbook.grant(5_000, to: 7, reason: "A prize.")
            #expect(wallet == .example)
        },
    ]

    private static let feed = ScriptedTransport.Step.value(OddsFeed.example)

    private static let feeds: [Case] = [
        Case(
            "POST admin/feeds/preview/",
            #"{"source":"html","url":"https://odds.example/","options":{"tournament":"NFL"}}"#,
            .value(FeedPreview.example)
        ) {
            let draft = FeedPreviewDraft(
                source: .html,
                url: "https://odds.example/",
                options: ["tournament": "NFL"]
            )
            let preview = try await $0.admin.sportsbook.preview(draft)
            #expect(preview == .example)
        },
        Case("GET admin/feeds/", nil, none) { _ = try await $0.admin.sportsbook.feeds().page() },
        Case(
            "POST admin/feeds/",
            #"{"source":"odds_api","name":"NFL","options":{"sport":"americanfootball_nfl"},"key":"k","#
                + #""enabled":true,"schedule":"auto"}"#,
            .value(OddsFeed.example, status: 201)
        ) {
            let feed = try await $0.admin.sportsbook.add(
                OddsFeedDraft(
                    source: .oddsAPI,
                    name: "NFL",
                    options: ["sport": "americanfootball_nfl"],
                    key: "k"
                )
            )
            #expect(feed == .example)
        },
        Case("GET admin/feeds/2/", nil, feed) { _ = try await $0.admin.sportsbook.feed(2) },
        Case("PATCH admin/feeds/2/", #"{"enabled":false,"schedule":"*/15 * * * *"}"#, feed) {
            try await $0.admin.sportsbook.update(feed: 2) {
                $0.enabled = .set(false)
                $0.schedule = .set("*/15 * * * *")
            }
        },
        Case("POST admin/feeds/2/run/", nil, feed) { try await $0.admin.sportsbook.run(feed: 2) },
        Case("DELETE admin/feeds/2/") { try await $0.admin.sportsbook.remove(feed: 2) },
    ]
}
