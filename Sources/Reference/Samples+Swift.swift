internal import HTTPServer
internal import ParlayAPI

extension Samples {
    /// By the client library where it has the call, otherwise by Foundation and the types of `ParlayAPI`.
    var swift: String { Self.library[call.name] ?? bare }

    /// Calls by their names. `ParlayClient` keeps the token itself.
    private static let library: [String: String] = [
        "register": """
        let parlay = Parlay(server: url, tenant: "wordup", storage: FileTokenStorage(file))
        let profile = try await parlay.account.register(
            Registration(
                username: "ann", password: "tango under the rain", email: "ann@example.org",
                firstName: "Ann", lastName: "Archer", knownLang: "en", learnLang: "es"
            )
        )
        """,
        "login": """
        let parlay = Parlay(server: url, tenant: "wordup", storage: FileTokenStorage(file))
        try await parlay.account.logIn("ann", password: "tango under the rain", device: "Ann's phone")
        """,
        "obtainToken":
            #"let token = try await parlay.account.token("ann", password: "tango under the rain")"#,
        "logout": "try await parlay.account.logOut(everywhere: true)",
        "changePassword": """
        try await parlay.account.changePassword(from: "tango under the rain", to: "tango in the sunshine")
        """,
        "deleteOwnAccount": #"try await parlay.account.delete(password: "tango under the rain")"#,
        "listTokens": """
        for try await device in parlay.devices.all() {
            print(device.label, device.current)
        }
        """,
        "revokeToken": "try await parlay.devices.revoke(7)",
        "about": "let about = try await parlay.about()",
        "getOwnProfile": "let me = try await parlay.profiles.me()",
        "getProfile": "let bob = try await parlay.profiles.profile(2002)",
        "changeOwnProfile":
            #"try await parlay.profiles.update { $0.bio = .set("Tango, tapas and tongues.") }"#,
        "listNotices": """
        for try await notice in parlay.inbox.notices(unread: true) {
            print(notice.title)
        }
        """,
        "markNoticesRead": "try await parlay.inbox.markRead(upTo: 41)",
        "listPartners": """
        for try await profile in parlay.matches.candidates(named: "bob") {
            print(profile.person.username)
        }
        """,
        "listLanguages": "let languages = try await parlay.languages()",
        "listMatches": """
        for try await match in parlay.matches.all(in: [.scheduled]) {
            print(match.profile.person.firstName, match.location ?? "")
        }
        """,
        "createMatch": """
        let match = try await parlay.matches.make(with: "bob")
        let other = try await parlay.matches.makeRandom()
        """,
        "getMatch": "let match = try await parlay.matches.get(.match(328))",
        "planMeetup": """
        try await parlay.matches.propose(match, at: tomorrow, location: "Café Luna")
        try await parlay.matches.accept(match)
        try await parlay.matches.cancel(match)
        """,
        "endMatch": "try await parlay.matches.unmatch(match)",
        "getMatchWithPerson": "let match = try await parlay.matches.get(bob)",
        "planMeetupWithPerson": """
        try await parlay.matches.propose(bob, at: tomorrow, location: "Café Luna")
        """,
        "endMatchWithPerson": "try await parlay.matches.unmatch(bob)",
        "getMeetupCalendar": "let file = try await parlay.matches.calendarFile(328)",
        "giveFeedback": "try await parlay.matches.giveFeedback(328, met: true)",
        "listCategories": "let categories = try await parlay.categories()",
        "createWager": """
        let wager = try await parlay.wagers.pose(
            WagerDraft(name: "Chess in the park", description: "Best of three.", amountCents: 2_000, category: "Other")
        )
        """,
        "getWager": "let wager = try await parlay.wagers.get(4711)",
        "updateWager": """
        let wager = try await parlay.wagers.get(4711)
        if var draft = WagerDraft(of: wager.value) {
            draft.amountCents = 2_500
            try await parlay.wagers.replace(4711, with: draft, ifUnchanged: wager)
        }
        """,
        "deleteWager": "try await parlay.wagers.delete(4711)",
        "takeWager": """
        let wager = try await parlay.wagers.get(4711)
        try await parlay.wagers.take(4711, ifUnchanged: wager)
        """,
        "completeWager": "try await parlay.wagers.claim(4711, wonBy: .challenger)",
        "cancelWager": "try await parlay.wagers.cancel(4711)",
        "withdrawWagerCancellation": "try await parlay.wagers.withdrawCancellation(4711)",
        "nameWagerArbiter": #"try await parlay.wagers.nameArbiter("cleo", for: 4711)"#,
        "arbitrateWager": """
        try await parlay.wagers.decide(4711, wonBy: .challengee, reason: "The photo shows it.")
        try await parlay.wagers.void(4711, reason: "Nobody can tell.")
        """,
        "payWager": """
        let guide = try await parlay.wagers.pay(4711, by: .venmo)
        if let link = guide.link(canOpen: { UIApplication.shared.canOpenURL($0) }) { openURL(link) }
        """,
        "confirmWager": "try await parlay.wagers.confirm(4711, paid: true)",
        "rateWager": #"try await parlay.wagers.rate(4711, 5, comment: "Paid at once.")"#,
        "listDisputes": """
        for try await wager in parlay.admin.disputes() {
            print(wager.name)
        }
        """,
        "listWagers": """
        let here = FeedFilters(near: Place(lat: 30.2672, lon: -97.7431), radiusKm: 10)
        for try await wager in parlay.wagers.feed(here, by: .distance) {
            print(wager.name, wager.amountText(), wager.distanceKm ?? 0)
        }
        """,
        "listWagersOfPerson": """
        for try await wager in parlay.wagers.of(2002, in: [.confirmed]) {
            print(wager.name)
        }
        """,
        "search": """
        for try await wager in parlay.search.wagers("chess") {
            print(wager.name)
        }
        """,
        "listFriends": """
        for try await request in parlay.friends.all(in: [.received]) {
            print(request.person.firstName)
        }
        """,
        "askFriend": #"let friend = try await parlay.friends.ask("dora")"#,
        "acceptFriend": "try await parlay.friends.accept(2002)",
        "removeFriend": "try await parlay.friends.remove(2002)",
    ]

    private var bare: String {
        var lines = ["var request = URLRequest(url: URL(string: \"\(address)\")!)"]
        if call.method != .get { lines.append("request.httpMethod = \"\(call.method.rawValue)\"") }
        if call.needsToken {
            lines.append("request.setValue(\"Token \\(token)\", forHTTPHeaderField: \"Authorization\")")
        }
        if let body = call.body, let media = body.media.first {
            lines.append("request.setValue(\"\(media)\", forHTTPHeaderField: \"Content-Type\")")
            let example = body.example.map { String(decoding: $0.jsonBytes(), as: UTF8.self) }
            lines.append("request.httpBody = \(example.map { "Data(#\"\($0)\"#.utf8)" } ?? "file")")
        }
        lines.append("let (data, response) = try await URLSession.shared.data(for: request)")
        if let type = call.answers.first?.content.typeName {
            lines.append("let answer = try JSONDecoder().decode(\(type).self, from: data)")
        }
        return lines.joined(separator: "\n")
    }
}
