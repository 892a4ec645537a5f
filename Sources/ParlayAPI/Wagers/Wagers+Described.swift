extension Wager: Described {
    public static var schemaSummary: String { "A friendly bet between two people." }

    public static var fields: [FieldDescription] {
        [
            .member("id", .integer, "The wager's id."),
            .member("name", .text, "What the bet is, in a line."),
            .member("description", .text, "The details; may be empty."),
            .member("amount_cents", .integer, "What the loser owes the winner.", range: 1...100_000_000),
            .member("category", .text, "One of the tenant's categories."),
            .member("challenger", Person.self, "Who posed it."),
            .member(
                "challengee",
                Person.self,
                "Who took it; `null` until somebody has.",
                isNullable: true
            ),
            .member("status", oneOf: WagerStatus.self, "Where it is between the offer and the payment."),
            .member("winner", oneOf: WagerParty.self, "`null` until it is decided.", isNullable: true),
            .member(
                "claim",
                WagerClaim.self,
                "The first report of who won. The other side has 72 hours to agree or disagree.",
                isNullable: true
            ),
            .member(
                "cancel_requested_by",
                oneOf: WagerParty.self,
                "Which side asked to call it off.",
                isNullable: true
            ),
            .member(
                "arbiter",
                Person.self,
                "Whom both sides chose to decide a dispute.",
                isNullable: true
            ),
            .member("place", Place.self, "Where it is about.", isNullable: true),
            .member(
                "distance_km",
                .number,
                "Distance from the point `near`; `null` without that filter.",
                isNullable: true
            ),
            .member("opened_at", .timestamp, "When it was posed."),
            .member("taken_at", .timestamp, "When somebody took it.", isNullable: true),
            .member("completed_at", .timestamp, "When the winner was settled.", isNullable: true),
            .member("confirmed_at", .timestamp, "When the winner confirmed the payment.", isNullable: true),
            .member("closes_at", .timestamp, "Until when it may be taken.", isNullable: true),
            .member("audience", oneOf: Audience.self, "To whom it is offered."),
            .member(
                "audience_username",
                .text,
                "To whom it is addressed, when the audience is one account.",
                isNullable: true
            ),
            .member(
                "payment_method",
                oneOf: PaymentMethod.self,
                "How the loser said to pay.",
                isNullable: true
            ),
            .member(
                "my_rating",
                .integer,
                "The caller's rating of the other side.",
                isNullable: true,
                range: 1...5
            ),
        ]
    }

    public static var example: Wager {
        Wager(
            id: 4711,
            name: "Chess in the park",
            description: "Best of three, ten minutes each.",
            amountCents: 2_000,
            category: "Games",
            challenger: Person(id: 2001, username: "ada", firstName: "Ada", lastName: "Arendt"),
            challengee: Person(id: 2002, username: "bob", firstName: "Bob", lastName: "Blanco"),
            status: .completed,
            winner: .challenger,
            claim: WagerClaim(by: .challengee, winner: .challenger, at: .exampleLater),
            cancelRequestedBy: .challengee,
            arbiter: Person(id: 2003, username: "cleo", firstName: "Cleo", lastName: "Costa"),
            place: Place(lat: 40.7308, lon: -73.9973),
            distanceKm: 1.25,
            openedAt: .example,
            takenAt: .example,
            completedAt: .exampleLater,
            confirmedAt: .exampleLater,
            closesAt: .exampleLater,
            audience: .account,
            audienceUsername: "bob",
            paymentMethod: .venmo,
            myRating: 5
        )
    }
}

extension WagerClaim: Described {
    public static var schemaSummary: String { "The first report of who won." }

    public static var fields: [FieldDescription] {
        [
            .member("by", oneOf: WagerParty.self, "Which side reported it."),
            .member("winner", oneOf: WagerParty.self, "Which side is said to have won."),
            .member("at", .timestamp, "When it was reported."),
        ]
    }

    public static var example: WagerClaim {
        WagerClaim(by: .challengee, winner: .challenger, at: .exampleLater)
    }
}

extension Place: Described {
    public static var schemaSummary: String { "A point on the map." }

    public static var fields: [FieldDescription] {
        [.member("lat", .number, "Degrees north."), .member("lon", .number, "Degrees east.")]
    }

    public static var example: Place { Place(lat: 40.7308, lon: -73.9973) }
}

extension PaymentGuide: Described {
    public static var schemaSummary: String { "How the loser pays." }

    public static var fields: [FieldDescription] {
        [
            .member("method", oneOf: PaymentMethod.self, "How it is paid."),
            .member("app_url", .text, "Opens the Venmo app; `null` for cash.", isNullable: true),
            .member("web_url", .text, "The same in a browser.", isNullable: true),
            .member("amount_cents", .integer, "What is owed.", range: 1...100_000_000),
            .member("note", .text, "The text of the payment."),
        ]
    }

    public static var example: PaymentGuide {
        let query = "amount=20.00&note=Chess%20in%20the%20park%20%28Parlay%29"
        return PaymentGuide(
            method: .venmo,
            appURL: "venmo://paycharge?txn=pay&recipients=ada-arendt&\(query)",
            webURL: "https://venmo.com/ada-arendt?txn=pay&\(query)",
            amountCents: 2_000,
            note: "Chess in the park (Parlay)"
        )
    }
}
