import ParlayClient
import Testing

/// What the calls of the module `wagers` send.
enum WagerCases {
    typealias Case = CallTests.Case

    private static let wager = ScriptedTransport.Step.value(Samples.wager(), ["ETag": "\"9\""])
    private static let draft = #"{"name":"Chess","description":"","amount_cents":2000,"category":"Games","#
    private static let none = ScriptedTransport.Step.json(200, #"{"items":[],"next_cursor":null}"#)
    private static let friend = ScriptedTransport.Step.value(
        Friend(person: Samples.profile(2, "bob").person, state: .sent, since: Samples.moment)
    )

    static let all: [Case] = posing + lists + moves + social

    private static let posing: [Case] = [
        Case("GET wagers/7/", nil, wager) {
            let wager = try await $0.wagers.get(7)
            #expect(wager.version?.rawValue == "\"9\"" && wager.name == "Chess")
        },
        Case("POST wagers/", draft + #""audience":"public"}"#, wager) {
            try await $0.wagers.pose(WagerDraft(name: "Chess", amountCents: 2_000, category: "Games"))
        },
        Case(
            "POST wagers/",
            draft
                + #""place":{"lat":30.5,"lon":-97.75},"closes_at":"2026-05-20T18:30:00.000Z","#
                + #""audience":"account","audience_username":"bob"}"#,
            wager
        ) {
            try await $0.wagers.pose(
                WagerDraft(
                    name: "Chess",
                    amountCents: 2_000,
                    category: "Games",
                    place: Place(lat: 30.5, lon: -97.75),
                    closesAt: Samples.moment,
                    audience: .account,
                    audienceUsername: "bob"
                )
            )
        },
        Case("PUT wagers/7/", draft + #""audience":"friends"}"#, wager) {
            var draft = try #require(WagerDraft(of: Samples.wager()))
            draft.audience = .friends
            try await $0.wagers.replace(7, with: draft)
        },
        Case("DELETE wagers/7/") { try await $0.wagers.delete(7) },
    ]

    private static let lists: [Case] = [
        Case("GET wagers/", nil, none) { _ = try await $0.wagers.feed().page() },
        Case("GET wagers/?filters=none", nil, none) {
            _ = try await $0.wagers.feed(FeedFilters()).page()
        },
        Case(
            "GET wagers/?filters=none&status=open%2Cactive&category=Games%2CFood&near=30.267150%2C-97.743060"
                + "&radius_km=0.5&min_cents=500&max_cents=2000&friends=true&sort=distance",
            nil,
            none
        ) {
            let filters = FeedFilters(
                status: [.open, .active],
                category: ["Games", "Food"],
                near: Place(lat: 30.26715, lon: -97.74306),
                radiusKm: 0.5,
                minCents: 500,
                maxCents: 2_000,
                friends: true
            )
            _ = try await $0.wagers.feed(filters, by: .distance).page()
        },
        Case("GET wagers/?filters=none&near=0.000010%2C-0.000001&radius_km=25.0", nil, none) {
            _ = try await $0.wagers.feed(FeedFilters(near: Place(lat: 1e-5, lon: -1e-6))).page()
        },
        Case("GET wagers/?mine=true", nil, none) { _ = try await $0.wagers.mine().page() },
        Case("GET wagers/?mine=true&status=active%2Cdisputed", nil, none) {
            _ = try await $0.wagers.mine(in: [.disputed, .active]).page()
        },
        Case("GET wagers/?sort=distance", nil, none) { _ = try await $0.wagers.feed(by: .distance).page() },
        Case("GET wagers/addressed/", nil, none) { _ = try await $0.wagers.addressed().page() },
        Case("GET profiles/2/wagers/", nil, none) { _ = try await $0.wagers.of(2).page() },
        Case("GET profiles/2/wagers/?status=confirmed", nil, none) {
            _ = try await $0.wagers.of(2, in: [.confirmed]).page()
        },
        Case("GET admin/disputes/", nil, none) { _ = try await $0.admin.disputes().page() },
        Case("GET search/?in=people&q=%5Ead%28a%7Ddy%29%3F", nil, none) {
            _ = try await $0.search.people("^ad(a}dy)?").page()
        },
        Case("GET search/?in=wagers&q=3%5C.5%20%2B%20%C3%A9", nil, none) {
            _ = try await $0.search.wagers(#"3\.5 + é"#).page()
        },
        Case("GET categories/", nil, .json(200, #"{"items":["Games","Other"],"next_cursor":null}"#)) {
            let categories = try await $0.categories()
            #expect(categories == ["Games", "Other"])
        },
    ]

    private static let moves: [Case] = [
        Case("POST wagers/7/take/", nil, wager) {
            try await $0.wagers.take(Versioned(Samples.wager(), version: EntityTag(rawValue: "\"9\"")))
        },
        Case("POST wagers/7/complete/", #"{"winner":"challenger"}"#, wager) {
            try await $0.wagers.claim(7, wonBy: .challenger)
        },
        Case("POST wagers/7/decline/", nil, wager) { try await $0.wagers.decline(7) },
        Case("POST wagers/7/cancel/", nil, wager) { try await $0.wagers.cancel(7) },
        Case("DELETE wagers/7/cancel/") { try await $0.wagers.withdrawCancellation(7) },
        Case("PUT wagers/7/arbiter/", #"{"username":"cleo"}"#, wager) {
            try await $0.wagers.nameArbiter("cleo", for: 7)
        },
        Case("POST wagers/7/arbitrate/", #"{"winner":"challengee","reason":"The photo."}"#, wager) {
            try await $0.wagers.decide(7, wonBy: .challengee, reason: "The photo.")
        },
        Case("POST wagers/7/arbitrate/", #"{"void":true,"reason":""}"#, wager) {
            try await $0.wagers.void(7)
        },
        Case("POST admin/wagers/7/void/", #"{"reason":"Not allowed."}"#, wager) {
            try await $0.admin.voidWager(7, reason: "Not allowed.")
        },
        Case(
            "POST wagers/7/pay/",
            #"{"method":"cash"}"#,
            .value(PaymentGuide(method: .cash, amountCents: 2_000, note: "Chess (Parlay)"))
        ) {
            let guide = try await $0.wagers.pay(7, by: .cash)
            #expect(guide.appURL == nil && guide.note == "Chess (Parlay)")
        },
        Case("POST wagers/7/confirm/", #"{"paid":true}"#, wager) { try await $0.wagers.confirm(7) },
        Case("POST wagers/7/confirm/", #"{"paid":false}"#, wager) {
            try await $0.wagers.confirm(7, paid: false)
        },
        Case("POST wagers/7/rate/", #"{"rating":5}"#, wager) { try await $0.wagers.rate(7, 5) },
        Case("POST wagers/7/rate/", #"{"rating":1,"comment":"Late."}"#, wager) {
            try await $0.wagers.rate(7, 1, comment: "Late.")
        },
    ]

    private static let social: [Case] = [
        Case("GET friends/", nil, none) { _ = try await $0.friends.all().page() },
        Case("GET friends/?state=friend%2Creceived", nil, none) {
            _ = try await $0.friends.all(in: [.received, .friend]).page()
        },
        Case("POST friends/", #"{"username":"bob"}"#, friend) {
            let friend = try await $0.friends.ask("bob")
            #expect(friend.state == .sent)
        },
        Case("PUT friends/2/", nil, friend) { try await $0.friends.accept(2) },
        Case("DELETE friends/2/") { try await $0.friends.remove(2) },
    ]
}
