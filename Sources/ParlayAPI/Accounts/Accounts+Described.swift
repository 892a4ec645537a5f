extension Person: Described {
    public static var schemaSummary: String { "A person as others see them." }

    public static var fields: [FieldDescription] {
        [
            .member("id", .integer, "The account's id."),
            .member("username", .text, "Unique in the tenant, whatever the case."),
            .member("first_name", .text, "What to call the person."),
            .member("last_name", .text, "May be empty."),
            .member("photo", .text, "A path with a version, or `null` without a photo.", isNullable: true),
        ]
    }

    public static var example: Person {
        Person(id: 2001, username: "ann", firstName: "Ann", lastName: "Archer")
    }
}

extension Profile: Described {
    public static var schemaSummary: String { "An account with what its modules add." }

    public static var fields: [FieldDescription] {
        Person.fields
            + [
                .member("bio", .text, "May be empty."),
                .member("created_at", .timestamp, "When the account was made."),
                .member("last_active_at", .timestamp, "The last call, rounded to the hour."),
                .member("role", oneOf: Role.self, "What the account may do in the tenant."),
                .member("status", oneOf: Status.self, "A suspended account cannot sign in."),
            ] + Meetups.fields + Wagers.fields + [
                .member("email", .text, "Only on one's own profile.", isRequired: false)
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
            .member(
                "reliability",
                Profile.Reliability.self,
                "Whether the person comes to meetups.",
                module: .meetups
            ),
        ]
    }
}

extension Profile.Reliability: Described {
    public static var schemaSummary: String { "Whether somebody comes to meetups." }

    public static var fields: [FieldDescription] {
        [
            .member("met", .integer, "Meetups that the person came to, as the others say."),
            .member("no_show", .integer, "Meetups that the person missed, as the others say."),
        ]
    }

    public static var example: Profile.Reliability { Profile.Reliability(met: 3, noShow: 0) }
}

extension Profile.Wagers {
    static var fields: [FieldDescription] {
        [
            .member(
                "venmo_username",
                .text,
                "Where losers pay the person.",
                isNullable: true,
                module: .wagers
            ),
            .member("pnl_cents", .integer, "Profit and loss over all wagers.", module: .wagers),
            .member("wagers_won", .integer, "Wagers that the person won.", module: .wagers),
            .member("wagers_lost", .integer, "Wagers that the person lost.", module: .wagers),
            .member("rating", Profile.Rating.self, "What opponents think of the person.", module: .wagers),
            .member(
                "friendship",
                oneOf: Friendship.self,
                "Whether the caller and the person are friends.",
                module: .wagers
            ),
        ]
    }
}

extension Profile.Rating: Described {
    public static var schemaSummary: String { "What opponents gave." }

    public static var fields: [FieldDescription] {
        [
            .member("mean", .number, "From 1 to 5; `null` without ratings.", isNullable: true),
            .member("count", .integer, "How many ratings there are."),
        ]
    }

    public static var example: Profile.Rating { Profile.Rating(mean: 4.5, count: 2) }
}

extension SignedIn: Described {
    public static var schemaSummary: String { "A new token and whose it is." }

    public static var fields: [FieldDescription] {
        [
            .member("token", .text, "For the header `Authorization`. It is not shown again."),
            .member("expires_at", .timestamp, "Moves forward while the token is used."),
            .member("profile", Profile.self, "The account that signed in."),
        ]
    }

    public static var example: SignedIn {
        SignedIn(token: .exampleToken, expiresAt: .exampleLater, profile: .example)
    }
}

extension BareToken: Described {
    public static var schemaSummary: String { "A token by itself." }

    public static var fields: [FieldDescription] {
        [.member("token", .text, "For the header `Authorization`. It is not shown again.")]
    }

    public static var example: BareToken { BareToken(token: .exampleToken) }
}

extension TokenInfo: Described {
    public static var schemaSummary: String { "A device that is signed in." }

    public static var schemaName: String { "Token" }

    public static var fields: [FieldDescription] {
        [
            .member("id", .integer, "The token's id."),
            .member("label", .text, "The device, as it named itself."),
            .member("prefix", .text, "How the token begins, to recognise it."),
            .member("current", .boolean, "Whether this call was made with it."),
            .member("created_at", .timestamp, "When the device signed in."),
            .member("last_used_at", .timestamp, "Rounded to the hour.", isNullable: true),
            .member("expires_at", .timestamp, "Moves forward while the token is used."),
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
    public static var schemaSummary: String { "What a tenant tells everybody." }

    public static var fields: [FieldDescription] {
        [
            .member("slug", .text, "The tenant's name in paths."),
            .member("name", .text, "The tenant's name for people."),
            .member("modules", .list(oneOf: Module.self), "The modules that are on."),
            .member("creators", .list(of: Creator.self), "Who made the app."),
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
    public static var schemaSummary: String { "Who made an app." }

    public static var fields: [FieldDescription] {
        [.member("name", .text, "A person or a team."), .member("url", .text, "Their page; may be empty.")]
    }

    public static var example: Creator { Creator(name: "The WordUp team", url: "https://example.org/wordup") }
}

extension Notice: Described {
    public static var schemaSummary: String { "Something that happened to the account." }

    public static var fields: [FieldDescription] {
        [
            .member("id", .integer, "The notice's id."),
            .member("kind", oneOf: NoticeKind.self, "What happened."),
            .member("title", .text, "A line for people."),
            .member("text", .text, "A sentence or two for people."),
            .member("subject", Subject.self, "What it is about.", isNullable: true),
            .member("created_at", .timestamp, "When it happened."),
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
    public static var schemaSummary: String { "The row that a notice is about." }

    public static var fields: [FieldDescription] {
        [
            .member("type", .text, "Such as `match` or `wager`."),
            .member("id", .integer, "The id of that row."),
        ]
    }

    public static var example: Subject { Subject(type: "match", id: 328) }
}
