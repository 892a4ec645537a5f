extension Person: Described {
    public static var fields: [FieldDescription] {
        [
            .member("id", .integer),
            .member("username", .text),
            .member("first_name", .text),
            .member("last_name", .text, "May be empty."),
            .member("photo", .text, "A path with a version, or `null` without a photo.", isNullable: true),
        ]
    }

    public static var example: Person {
        Person(id: 2001, username: "ann", firstName: "Ann", lastName: "Archer")
    }
}

extension Profile: Described {
    public static var fields: [FieldDescription] {
        Person.fields
            + [
                .member("bio", .text, "May be empty."),
                .member("created_at", .timestamp),
                .member("last_active_at", .timestamp, "To the hour."),
                .member("role", oneOf: Role.self),
                .member("status", oneOf: Status.self),
            ] + Meetups.fields + Wagers.fields + [
                .member("email", .text, "Only on one's own profile.", isRequired: false, format: "email")
            ]
    }

    public static var example: Profile {
        Profile(
            person: .example,
            bio: "Tango, tapas and tongues.",
            createdAt: .example,
            lastActiveAt: .exampleHour,
            meetups: Meetups(
                knownLang: "en",
                learnLang: "es",
                reliability: .example
            ),
            wagers: Wagers(
                venmoUsername: "ann-archer",
                pnlCents: 1_250,
                wagersWon: 3,
                wagersLost: 1,
                rating: .example,
                friendship: .none
            ),
            email: "ann@example.org"
        )
    }
}

extension Profile.Meetups {
    static var fields: [FieldDescription] {
        [
            .member("known_lang", .text, "The language that the person knows, ISO 639-1.", module: .meetups),
            .member(
                "learn_lang",
                .text,
                "The language that the person learns, ISO 639-1.",
                module: .meetups
            ),
            .member("reliability", Profile.Reliability.self, module: .meetups),
        ]
    }
}

extension Profile.Reliability: Described {
    public static var fields: [FieldDescription] {
        [
            .member("met", .integer, "How often others said that the person came."),
            .member("no_show", .integer, "How often others said that the person did not."),
        ]
    }

    public static var example: Profile.Reliability { Profile.Reliability(met: 3, noShow: 0) }
}

extension Profile.Wagers {
    static var fields: [FieldDescription] {
        [
            .member("venmo_username", .text, isNullable: true, module: .wagers),
            .member("pnl_cents", .integer, "Profit and loss over all wagers.", module: .wagers),
            .member("wagers_won", .integer, module: .wagers),
            .member("wagers_lost", .integer, module: .wagers),
            .member("rating", Profile.Rating.self, module: .wagers),
            .member(
                "friendship",
                oneOf: Friendship.self,
                "How the caller and the person stand to each other.",
                module: .wagers
            ),
        ]
    }
}

extension Profile.Rating: Described {
    public static var fields: [FieldDescription] {
        [
            .member("mean", .number, "From 1 to 5, or `null` when nobody has rated.", isNullable: true),
            .member("count", .integer),
        ]
    }

    public static var example: Profile.Rating { Profile.Rating(mean: 4.5, count: 2) }
}

extension SignedIn: Described {
    public static var fields: [FieldDescription] {
        [
            .member("token", .text, "For the header `Authorization`; it is shown only now."),
            .member("expires_at", .timestamp, "Moves on while the token is used."),
            .member("profile", Profile.self),
        ]
    }

    public static var example: SignedIn {
        SignedIn(token: .exampleToken, expiresAt: .exampleLater, profile: .example)
    }
}

extension BareToken: Described {
    public static var fields: [FieldDescription] {
        [.member("token", .text, "For the header `Authorization`; it is shown only now.")]
    }

    public static var example: BareToken { BareToken(token: .exampleToken) }
}

extension TokenInfo: Described {
    public static var schemaName: String { "Token" }

    public static var fields: [FieldDescription] {
        [
            .member("id", .integer),
            .member("label", .text, "The device, as it named itself."),
            .member("prefix", .text, "How the token begins, to tell it by."),
            .member("current", .boolean, "Whether this call was made with it."),
            .member("created_at", .timestamp),
            .member("last_used_at", .timestamp, "To the hour.", isNullable: true),
            .member("expires_at", .timestamp, "Moves on while the token is used."),
        ]
    }

    public static var example: TokenInfo {
        TokenInfo(
            id: 7,
            label: "Ann's phone",
            prefix: String(String.exampleToken.prefix(11)),
            current: true,
            createdAt: .example,
            lastUsedAt: .exampleHour,
            expiresAt: .exampleLater
        )
    }
}

extension About: Described {
    public static var fields: [FieldDescription] {
        [
            .member("slug", .text, "What stands in paths."),
            .member("name", .text),
            .member("modules", .list(oneOf: Module.self), "Those that are on."),
            .member("creators", .list(of: Creator.self)),
            .member("registration", oneOf: RegistrationPolicy.self, "Who may register."),
        ]
    }

    public static var example: About {
        About(
            slug: "wordup",
            name: "WordUp",
            modules: [.meetups],
            creators: [.example],
            registration: .open
        )
    }
}

extension Creator: Described {
    public static var fields: [FieldDescription] {
        [.member("name", .text), .member("url", .text)]
    }

    public static var example: Creator { Creator(name: "The WordUp team", url: "https://example.org/wordup") }
}

extension Notice: Described {
    public static var fields: [FieldDescription] {
        [
            .member("id", .integer),
            .member("kind", oneOf: NoticeKind.self, "What happened."),
            .member("title", .text),
            .member("text", .text),
            .member("subject", Subject.self, "What it is about.", isNullable: true),
            .member("created_at", .timestamp),
            .member("read_at", .timestamp, "`null` while unread.", isNullable: true),
        ]
    }

    public static var example: Notice {
        Notice(
            id: 41,
            kind: .meetupProposed,
            title: "Bob proposes a meetup",
            text: "Bob would like to meet you at Café Luna.",
            subject: .example,
            createdAt: .example
        )
    }
}

extension Subject: Described {
    public static var fields: [FieldDescription] {
        [.member("type", .text, "Such as `match` or `wager`."), .member("id", .integer)]
    }

    public static var example: Subject { Subject(type: "match", id: 328) }
}
