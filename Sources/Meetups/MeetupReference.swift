internal import ParlayAPI
internal import Tenancy

extension ReferencePart {
    /// Language exchange.
    static let meetups = ReferencePart(
        .meetups,
        tenant: "wordup",
        chapters: [
            Chapter(
                .modules,
                "Meetups",
                "Language exchange: find a partner, match, and plan a meetup.",
                guide: "meetups"
            )
        ],
        guides: [
            Guide(.modules, "meetups", "Language exchange: partners, matches and meetups.")
        ],
        samples: samples,
        events: [
            Event("match.made", about: "match", "You were matched with a person."),
            Event("match.ended", about: "match", "A match is gone, and with it what was planned."),
            Event("meetup.proposed", about: "match", "One of the two proposed a time and a place."),
            Event("meetup.accepted", about: "match", "A meetup is planned."),
            Event("meetup.cancelled", about: "match", "A proposal or a meetup was cancelled."),
            Event("meetup.lapsed", about: "match", "The time of a proposal has passed."),
            Event("meetup.reminder", about: "match", "A meetup is near."),
            Event("meetup.feedback", about: "match", "A meetup is over, and you can say how it was."),
            Event("feedback.given", about: "match", "You said how a meetup was."),
        ],
        synonyms: [
            ["partner", "match", "matching", "matchmaking", "pair"],
            ["meetup", "appointment", "schedule", "date"],
            ["calendar", "ics", "icalendar"],
        ]
    )

    private static let register = """
        let parlay = Parlay(server: server, tenant: "wordup", storage: FileTokenStorage(file))
        let profile = try await parlay.account.register(
            Registration(
                username: "ann", password: "tango under the rain", email: "ann@example.org",
                firstName: "Ann", lastName: "Archer", knownLang: "en", learnLang: "es"
            )
        )
        """
    private static let replaceProfile = """
        let me = try await parlay.profiles.me()
        var profile = ProfileUpdate()
        profile.username = .set("ada")
        profile.email = .set("ada@example.org")
        profile.firstName = .set("Ada")
        profile.lastName = .set("Moreau")
        profile.knownLang = .set("en")
        profile.learnLang = .set("es")
        profile.currentPassword = "correct horse battery"
        try await parlay.profiles.replace(with: profile, ifUnchanged: me)
        """

    private static let samples: [String: Sample] = [
        "register": .init(register),
        "createProfile": .init(register),
        "loginWithIDToken": """
        let parlay = Parlay(server: server, tenant: "wordup", storage: FileTokenStorage(file))
        switch try await parlay.account.logIn(idToken: idToken, nonce: nonce) {
        case .signedIn(let profile): print("Hello", profile.person.displayName)
        case .newcomer(let newcomer):
            try await parlay.account.register(
                Registration(
                    ticket: newcomer.registrationTicket, username: "ann", email: newcomer.email,
                    firstName: newcomer.firstName ?? "Ann", lastName: newcomer.lastName ?? "",
                    knownLang: "en", learnLang: "es"
                )
            )
        }
        """,
        "replaceOwnProfile": .init(replaceProfile),
        "replaceProfile": .init(replaceProfile),
        "listPartners": """
        for try await profile in parlay.matches.candidates(named: "ben") {
            print(profile.person.username)
        }
        """,
        "listLanguages": "let languages = try await parlay.languages()",
        "listMatches": """
        for try await match in parlay.matches.all(in: [.scheduled]) {
            print(match.profile.person.displayName, match.location ?? "")
        }
        """,
        "listMatchesOfAccount": .init(
            """
            for try await match in parlay.admin.matches(of: 4) {
                print(match.profile.person.displayName)
            }
            """,
            id: 4
        ),
        "createMatch": """
        let match = try await parlay.matches.make(with: "ben")
        let other = try await parlay.matches.makeRandom()
        """,
        "getMatch": .init("let match = try await parlay.matches.get(.id(301))", id: 301),
        "listMatchHistory": .init(
            """
            for event in try await parlay.matches.history(of: 301) {
                print(event.at, event.kind.rawValue)
            }
            """,
            id: 301
        ),
        "planMeetup": .init(
            """
            try await parlay.matches.propose(match, at: tomorrow, location: "Café Luna")
            try await parlay.matches.accept(match)
            try await parlay.matches.cancel(match)
            """,
            id: 306
        ),
        "endMatch": .init("try await parlay.matches.unmatch(.id(304))", id: 304),
        "getMatchWithPerson": .init("let match = try await parlay.matches.get(.person(3))", id: 3),
        "planMeetupWithPerson": .init(
            """
            try await parlay.matches.propose(bob, at: tomorrow, location: "Café Luna")
            """,
            id: 204
        ),
        "endMatchWithPerson": .init("try await parlay.matches.unmatch(bob)", id: 72),
        "getMeetupCalendar": .init("let file = try await parlay.matches.calendarFile(301)", id: 301),
        "giveFeedback": .init("try await parlay.matches.giveFeedback(301, met: true)", id: 301),
    ]
}
