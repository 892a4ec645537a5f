import Foundation
import ParlayAPI
import ParlayClient
import TestDatabases
import TestSupport
import Testing

/// Streams end when their readers may not read any more.
@Suite(.database) struct LiveAccessTests {
    @Test func `streams end with the account, with the public sportsbook, and with the tenant`() async throws
    {
        try await Site.withSportsbook { site, admin in
            try await site.parlay("admin tenant set wordup public_sportsbook=true")
            try await eventually("the setting") { try await stream(site, nil).isOpen }
            let ann = try await token(of: "ann", site)
            let ben = try await token(of: "ben", site)
            let visitor = try await stream(site, nil)
            let (first, second, third) = (
                try await stream(site, ann), try await stream(site, ben),
                try await stream(site, ticketOf: ben)
            )

            try await site.parlay("admin account suspend ann --tenant wordup --yes")
            #expect(try await first.end() == 4401)
            try await site.parlay("admin tenant set wordup public_sportsbook=false")
            #expect(try await visitor.end() == 4401)
            #expect(try await stream(site, nil).refusal == 401)

            // The others go on.
            let league = try await admin.admin.sportsbook.add(TournamentDraft(sport: "soccer", name: "Cup"))
            let game = try await admin.admin.sportsbook.add(site.game(in: league.id))
            for stream in [second, third] {
                #expect(
                    try await stream.next()?.change
                        == .start(event: game.id, seconds: Self.seconds(game.startsAt))
                )
            }

            try await site.parlay("admin tenant suspend wordup --yes")
            #expect(try await second.end() == 4401)
            #expect(try await third.end() == 4401)
        }
    }

    @Test func `a revoked token ends the streams that its tickets opened`() async throws {
        try await Site.withSportsbook { site, _ in
            let ann = try await token(of: "ann", site)
            let stream = try await stream(site, ticketOf: ann)
            let answer = try await site.session("/v1/wordup/").signedIn(ann).send("POST", "logout/", "{}")
            #expect(answer.status == 204)
            #expect(try await stream.end() == 4401)
        }
    }

    @Test func `a revoked API key ends its stream within a second, and others go on`() async throws {
        try await Site.withSportsbook { site, admin in
            let scopes = ["--scopes", "sportsbook:read"]
            func key(_ label: String) async throws -> (id: Int64, secret: String) {
                let made = try await site.run(
                    ["admin", "key", "create", label, "--tenant", "wordup", "--json"] + scopes
                )
                let key = try JSONParser.parseObject(Array(made.output.utf8))
                return (try #require(key["id"]?.integer), try #require(key["secret"]?.text))
            }
            let (first, second) = (try await key("first"), try await key("second"))
            let ended = try await stream(site, first.secret)
            let other = try await stream(site, second.secret)
            #expect(ended.isOpen && other.isOpen)
            try await site.parlay("admin key revoke \(first.id) --tenant wordup --yes")
            let start = ContinuousClock.now
            #expect(try await ended.end() == 4401)
            #expect(ContinuousClock.now - start < .seconds(1))
            #expect(try await stream(site, first.secret).refusal == 401)
            let league = try await admin.admin.sportsbook.add(TournamentDraft(sport: "soccer", name: "Cup"))
            _ = try await admin.admin.sportsbook.add(site.game(in: league.id))
            #expect(try await other.next() != nil)
        }
    }

    @Test func `the original app is sent its two messages alone`() async throws {
        try await Site.withSportsbook { site, admin in
            let token = try await token(of: "ann", site)
            let league = try await admin.admin.sportsbook.add(TournamentDraft(sport: "soccer", name: "Cup"))
            let stream = try await Stream(
                site,
                "?form=original&after=0",
                ["Authorization": "Token \(token)"]
            )
            let game = try await admin.admin.sportsbook.add(site.game(in: league.id))
            let market = try await admin.admin.sportsbook.add(
                MarketDraft(
                    eventID: game.id,
                    kind: .moneyline,
                    outcomes: [
                        OutcomeDraft(side: .home, price: .assumed),
                        OutcomeDraft(side: .away, price: .assumed),
                    ]
                )
            )
            let outcome = try #require(market.outcomes.first).id
            // What the app does not know comes in between.
            try await admin.admin.sportsbook.enterRunningScore(of: game.id, home: 1, away: 0)
            try await admin.admin.sportsbook.update(tournament: league.id) { $0.name = .set("Other") }
            try await admin.admin.sportsbook.update(outcome: outcome) { $0.status = .set(.suspended) }
            let price = try #require(AmericanPrice("+300"))
            try await admin.admin.sportsbook.update(outcome: outcome) { $0.price = .set(price) }
            var texts: [String] = []
            let last = #"{"outcome":"\#(outcome)","price":"+300"}"#
            while texts.last != last, let text = try await stream.nextText() { texts.append(text) }
            #expect(texts.first == #"{"event":"\#(game.id)","startTime":\#(Self.seconds(game.startsAt))}"#)
            #expect(texts.last == last)
            for text in texts {
                let keys = try JSONParser.parseObject(Array(text.utf8)).keys
                #expect(keys == ["event", "startTime"] || keys == ["outcome", "price"], "\(text)")
            }
        }
    }

    private static func seconds(_ time: Timestamp) -> Int64 { time.milliseconds / 1_000 }

    private func token(of name: String, _ site: Site) async throws -> String {
        let answer = try await site.session("/v1/wordup/")
            .send("POST", "register/", Site.registration(name, "en", "es"))
        return try #require(answer["token"]?.text, "\(answer)")
    }

    private func stream(_ site: Site, _ token: String?) async throws -> Stream {
        try await Stream(site, "", token.map { ["Authorization": "Token \($0)"] } ?? [:])
    }

    private func stream(_ site: Site, ticketOf token: String) async throws -> Stream {
        let answer = try await site.session("/v1/wordup/").signedIn(token).send("POST", "live/tickets/", "{}")
        let ticket = try #require(answer["ticket"]?.text, "\(answer)")
        return try await Stream(site, "?ticket=\(ticket)", [:])
    }

    private struct Stream {
        private var socket: (any WebSocketConnection)?
        /// The status, if it was refused.
        private(set) var refusal: Int?

        init(_ site: Site, _ query: String, _ headers: [String: String]) async throws {
            guard let url = URL(string: "ws://127.0.0.1:\(site.port)/v1/wordup/live/\(query)") else {
                throw URLError(.badURL)
            }
            do {
                socket = try await SystemWebSocketTransport()
                    .connect(TransportRequest(method: "GET", url: url, headers: headers))
            } catch WebSocketError.refused(let answer) {
                refusal = answer.status
            }
        }

        var isOpen: Bool { socket != nil }

        func next() async throws -> LiveMessage? { try await nextText().flatMap { LiveMessage($0) } }

        func nextText() async throws -> String? {
            guard case .text(let text)? = try await socket?.receive() else { return nil }
            return text
        }

        /// The code with which the server closes it.
        func end() async throws -> UInt16? {
            do {
                while try await socket?.receive() != nil {}
                return nil
            } catch WebSocketError.closed(let code, _) {
                return code
            }
        }
    }
}
