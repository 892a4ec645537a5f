extension Match: Described {
    public static var schemaSummary: String { "Two people who practise together, and their next meetup." }

    public static var fields: [FieldDescription] {
        [
            .member("match_id", .integer, "The match's id."),
            .member("user_id1", .integer, "The account that asked for the match."),
            .member("user_id2", .integer, "The other account."),
            .member(
                "time_1",
                .timestamp,
                "When to meet; `null` unless a meetup is proposed or scheduled.",
                isNullable: true
            ),
            .member(
                "location",
                .text,
                "Where to meet; `null` unless a meetup is proposed or scheduled.",
                isNullable: true
            ),
            .member(
                "status_code",
                .integer,
                "0: no meetup planned. 1: `user_id1` proposed, 2: `user_id2` proposed; the other has yet to "
                    + "answer. 3: scheduled.",
                range: 0...3
            ),
            .member("created_at", .timestamp, "When the two were matched."),
            .member("updated_at", .timestamp, "When it was last changed."),
            .member("profile", Profile.self, "The other person."),
        ]
    }

    public static var example: Match {
        var other = Profile.example
        other.person = Person(id: 2002, username: "bob", firstName: "Bob", lastName: "Blanco")
        other.meetups = Profile.Meetups(knownLang: "es", learnLang: "en", reliability: .example)
        other.wagers = nil
        other.email = nil
        return Match(
            matchID: 328,
            userID1: 2001,
            userID2: 2002,
            time1: .exampleLater,
            location: "Café Luna",
            statusCode: .proposedByFirst,
            createdAt: .example,
            updatedAt: .example,
            profile: other
        )
    }
}

extension Language: Described {
    public static var schemaSummary: String { "A language that people may practise." }

    public static var fields: [FieldDescription] {
        [
            .member("code", .text, "ISO 639-1."),
            .member("name", .text, "In English."),
            .member("native_name", .text, "In the language itself."),
        ]
    }

    public static var example: Language { Language(code: "es", name: "Spanish", nativeName: "Español") }
}
