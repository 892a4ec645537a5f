extension Match: Described {
    public static var fields: [FieldDescription] {
        [
            .member("match_id", .integer),
            .member("user_id1", .integer, "The one who asked for the match."),
            .member("user_id2", .integer),
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
            .member("created_at", .timestamp),
            .member("updated_at", .timestamp),
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
    public static var fields: [FieldDescription] {
        [
            .member("code", .text, "ISO 639-1."),
            .member("name", .text, "In English."),
            .member("native_name", .text),
        ]
    }

    public static var example: Language { Language(code: "es", name: "Spanish", nativeName: "Español") }
}
