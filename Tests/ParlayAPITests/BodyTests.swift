import Foundation
import ParlayAPI
import Testing

/// What clients encode is what the server reads, of every body.
@Suite struct BodyTests {
    private static let nonce = "0123456789abcdef"
    private static let verifier = String(repeating: "v", count: 43)

    private static let pushKeys = PushKeys(
        p256dh: String(repeating: "B", count: 87),
        auth: String(repeating: "A", count: 22)
    )

    private static let drafts: [any RequestBody & Hashable] = [
        Credentials(username: "ada", password: "p", device: "phone"),
        TokenRequest(username: "ada", password: "p"),
        Logout(everywhere: true), Logout(),
        IDTokenCredentials(idToken: "t", nonce: nonce, device: "phone"),
        IDTokenProof(idToken: "t", nonce: nonce),
        OAuthCredentials(
            provider: "club",
            code: "c",
            verifier: verifier,
            redirectURI: "app:/",
            device: "phone"
        ),
        OAuthProof(provider: "club", code: "c", verifier: verifier, redirectURI: "app:/"),
        PasswordChange(current: "a", new: "b"),
        PasswordChange(proof: IDTokenProof(idToken: "t", nonce: nonce), new: "b"),
        PasswordReset(email: "ada@example.org"),
        PasswordResetConfirmation(code: "ABCD1234", new: "b"),
        EmailVerification(code: "ABCD1234"),
        AccountDeletion(password: "p"), AccountDeletion(proof: IDTokenProof(idToken: "t", nonce: nonce)),
        Registration(
            username: "ada",
            password: "p",
            email: "ada@example.org",
            firstName: "Ada",
            lastName: "Arendt",
            bio: "Chess.",
            knownLang: "en",
            learnLang: "de",
            venmoUsername: "ada-arendt",
            inviteCode: "7hQx",
            registrationTicket: "ticket"
        ),
        FriendRequest(username: "dora"),
        SecondSignIn(ticket: "t", code: "287082"), SecondFactorCode(code: "287082"),
        OwnerProof(password: "p"), OwnerProof(proof: IDTokenProof(idToken: "t", nonce: nonce)),
        SecondFactorProof(code: "287082", password: "p"),
        SecondFactorProof(code: "287082", proof: IDTokenProof(idToken: "t", nonce: nonce)),
        PasskeyCeremony(.create), PasskeyCeremony(.signIn, username: "ada"),
        PasskeyDraft(["id": "x"], label: "phone", current: "p"),
        PasskeyDraft(["id": "x"], proof: IDTokenProof(idToken: "t", nonce: nonce)),
        PasskeyCredentials(["id": "x"], device: "phone"), Denial(code: "x"),
        PushSubscription(endpoint: "https://push.example.net/x", keys: pushKeys, label: "phone"), pushKeys,
        InboxRead.ids([1, 2]), InboxRead.upTo(9), InboxRead.about(.example),
        ReportRequest(accountID: 1, reason: .spam, text: "x"), ReportRequest(matchID: 2, reason: .other),
        ReportRequest(wagerID: 3, reason: .other),
        InviteRequest(uses: 3, expiresAt: .example),
        HidingRequest(Subject(type: "wager", id: 3), part: "name", reason: "x"), Subject.example,
        CategoryNames.example,
        MatchRequest(aUsername: "dora"), MatchRequest(), Feedback(met: true),
        MatchUpdate.propose(time: .example, location: "Park"), MatchUpdate.cancel, MatchUpdate.accept(),
        MatchUpdate.accept(time: .example, location: "Park"),
        WagerDraft(
            name: "Chess",
            description: "Blitz",
            amountCents: 2_000,
            category: "Sports",
            moreCategories: ["Food"],
            place: .example,
            closesAt: .example,
            audience: .account,
            audienceUsername: "dora"
        ),
        WagerDraft(name: "Chess", amountCents: 2_000, category: "Sports"),
        WagerResult(winner: .challengee), ArbiterChoice(username: "dora"),
        WagerDecision(winner: .challengee, reason: "x"), WagerDecision(winner: nil),
        WagerVoid(reason: "x"), PaymentRequest(method: .venmo), PaymentConfirmation(paid: true),
        WagerRating(rating: 5, comment: "x"),
        FeedFilters(
            status: [.open],
            category: ["Sports"],
            near: .example,
            radiusKm: 3.5,
            minCents: 2,
            maxCents: 3,
            friends: true
        ), FeedFilters(), Place.example,
        ShelfDraft(gameID: 1942, status: .playing), FeaturedGames.example,
        TournamentDraft(sport: "soccer", name: "Cup", season: "2025", iconURL: "https://example.org/i.png"),
        EventDraft(tournamentID: 3, home: "A", away: "B", startsAt: .example, week: 4),
        MarketDraft(
            eventID: 3,
            kind: .spread,
            line: MarketLine(-3.5),
            period: .full,
            outcomes: [
                OutcomeDraft(side: .away, price: .example), OutcomeDraft(side: .home, price: .example),
            ]
        ),
        OutcomeDraft(side: .away, name: "A", price: .example, line: MarketLine(3.5)),
        BetDraft(legs: [LegDraft(outcomeID: 5, price: .example)], stakeCents: 100, accept: .any),
        LegDraft(outcomeID: 5, price: .example), WalletGrant(amountCents: 5, reason: "x"),
        OddsFeedDraft(
            source: .oddsAPI,
            name: "NFL",
            url: "https://example.org/",
            options: ["sport": "nfl"],
            key: "k",
            enabled: false,
            schedule: "0 * * * *"
        ),
        FeedPreviewDraft(source: .oddsAPI, url: "https://example.org/", options: ["sport": "nfl"], key: "k"),
    ]

    private static let changes: [any RequestBody & Hashable] = [
        with(ProfileUpdate()) {
            $0.username = .set("ada")
            $0.email = .set(nil)
            $0.currentPassword = "p"
            $0.idToken = "t"
            $0.nonce = nonce
            $0.firstName = .set("Ada")
            $0.lastName = .set(nil)
            $0.bio = .set("")
            $0.knownLang = .set("en")
            $0.learnLang = .set("de")
            $0.venmoUsername = .set("ada-arendt")
        },
        with(AccountSettingsUpdate()) {
            $0.locale = .set("de")
            $0.timeZone = .set("Europe/Berlin")
            $0.mailNotices = .set(false)
            $0.pushNotices = .set(false)
            $0.pushMuted = .set([.matchMade, .friendRequest])
            $0.pushText = .set(true)
            $0.quietHours = .set("22:00-07:00")
            $0.searchable = .set(false)
            $0.feedFilters = .set(.example)
            $0.shelfDefaultStatus = .set(.playing)
            $0.shelfIsPublic = .set(false)
        },
        with(AccountSettingsUpdate()) {
            $0.feedFilters = .set(nil)
            $0.quietHours = .set(nil)
        },
        PasskeyUpdate(label: "phone"),
        WebhookUpdate(url: .set("https://example.org/"), events: .set(["*"]), enabled: .set(false)),
        APIKeyUpdate(
            label: .set("Server"),
            scopes: .set([.readWagers]),
            expiresAt: .set(.example),
            networks: .set(["192.0.2.0/24"])
        ),
        with(ReportUpdate()) {
            $0.status = .set(.resolved)
            $0.note = .set(nil)
        },
        with(AccountChange()) {
            $0.role = .set(.moderator)
            $0.status = .set(.suspended)
            $0.photo = .set(nil)
            $0.bio = .set(nil)
            $0.username = .set("ada")
            $0.firstName = .set("Ada")
            $0.lastName = .set(nil)
            $0.reason = "x"
        },
        with(ShelfUpdate()) {
            $0.status = .set(.finished)
            $0.userRating = .set(nil)
            $0.userHours = .set(PlayedHours(tenths: 125))
            $0.note = .set("x")
            $0.startedOn = .set(CivilDate(year: 2026, month: 1, day: 3))
            $0.finishedOn = .set(nil)
        },
        with(TournamentUpdate()) {
            $0.sport = .set("soccer")
            $0.name = .set("Cup")
            $0.season = .set(nil)
            $0.iconURL = .set("https://example.org/i.png")
            $0.status = .set(.closed)
        },
        with(EventUpdate.result(home: 3, away: 1)) {
            $0.startsAt = .set(.example)
            $0.home = .set("A")
            $0.away = .set("B")
            $0.week = .set(nil)
        },
        with(MarketUpdate()) {
            $0.status = .set(.suspended)
            $0.line = .set(.zero)
        },
        with(OutcomeUpdate()) {
            $0.price = .set(.example)
            $0.status = .set(.suspended)
        },
        OddsFeedUpdate(
            name: .set("NFL"),
            url: .set("https://example.org/"),
            options: .set([:]),
            key: .set("k"),
            enabled: .set(false),
            schedule: .set("auto")
        ),
    ]

    private static func with<Body>(_ body: Body, _ change: (inout Body) -> Void) -> Body {
        var body = body
        change(&body)
        return body
    }

    private func check<Body: RequestBody & Hashable>(_ body: Body, _ mode: BodyReader.Mode) throws {
        let data = try JSONEncoder().encode(body)
        do {
            #expect(try Body.decode(Array(data), mode: mode) == body, "\(Body.self)")
        } catch { Issue.record(error, "\(Body.self)") }
        #expect(try JSONDecoder().decode(Body.self, from: data) == body, "\(Body.self)")
        let names = try JSONParser.parseObject(Array(data)).keys
        #expect(Set(names).isSubset(of: Body.fields().map(\.name)), "\(Body.self)")
    }

    @Test func `the server reads what a client encodes`() throws {
        for body in Self.drafts { try check(body, .complete) }
        for body in Self.changes {
            try check(body, .merge)
            func checkEmpty<Body: RequestBody & Hashable>(_ body: Body) throws {
                #expect(String(decoding: try JSONEncoder().encode(Body()), as: UTF8.self) == "{}")
                try check(Body(), .merge)
            }
            try checkEmpty(body)
        }
    }

    @Test func `these are all bodies`() throws {
        let tested = Set((Self.drafts + Self.changes).map { "\(type(of: $0))" })
        let declaration = /(?:struct|enum) (\w+): RequestBody\b/
        var declared: Set<String> = []
        let folder = URL(filePath: #filePath).appending(path: "../../../Sources/ParlayAPI")
            .standardizedFileURL
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        for case let file as URL in files where file.pathExtension == "swift" {
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                guard line.hasPrefix("public "), let match = line.firstMatch(of: declaration) else {
                    continue
                }
                declared.insert(String(match.1))
            }
        }
        #expect(declared == tested)
    }
}
