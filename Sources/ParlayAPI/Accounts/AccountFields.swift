/// The fields that several bodies of an account share.
enum AccountFields {
    static let username = BodyField.text(
        "username",
        3...30,
        "Unique in the tenant, regardless of case.",
        rule: TextRule("^[A-Za-z0-9._-]*$", .usernameCharacters) { text in
            text.utf8.allSatisfy { $0.isLetterOrDigit || [0x2E, 0x5F, 0x2D].contains($0) }
        }
    )

    static let email = BodyField.text(
        "email",
        1...EmailAddress.maximumLength,
        "An address `x@y.z` in ASCII, without quotes; trimmed and lower-cased.",
        rule: TextRule(EmailAddress.pattern, .anEmail) { EmailAddress.isValid($0) }
    ) { text in
        let text = text.trimmed
        // Case-folding other than ASCII could turn a bad address into a good one: the Kelvin sign becomes a k.
        return text.utf8.allSatisfy { $0 < 0x80 } ? text.lowercased() : text
    }

    static let firstName = BodyField.name("first_name", 1...50, "The person's first name.")
    static let lastName = BodyField.name("last_name", 0...50, "May be empty.")
    static let bio = BodyField.text("bio", 0...1_000, "A text about the person.").defaulting(to: "")

    static let knownLang = language("known_lang", "The language the person knows, as an ISO 639-1 code.")
    static let learnLang = language("learn_lang", "The language the person learns, as an ISO 639-1 code.")
    static let languagesAreEqual = FieldRule.languagesDiffer

    static let venmoUsername = {
        var field = BodyField.text(
            "venmo_username",
            5...30,
            "A leading @ is dropped.",
            rule: TextRule("^@?[A-Za-z0-9_-]{5,30}$", .venmoCharacters) { text in
                text.utf8.allSatisfy { $0.isLetterOrDigit || $0 == 0x5F || $0 == 0x2D }
            }
        ) { text in
            text.hasPrefix("@") ? String(text.dropFirst()) : text
        }
        // In its sent form, including the @.
        field.description.lengths = 5...31
        return field.optional.only(in: .wagers)
    }()

    /// Passwords are checked where they are hashed.
    static func password(_ name: String, _ summary: String = "") -> BodyField<String> {
        .text(name, 1...Int.max, summary, format: "password")
    }

    private static func language(_ name: String, _ summary: String) -> BodyField<String> {
        let rule = TextRule("^[a-z]{2}$", .aLanguageCode) { text in
            text.utf8.count == 2 && text.utf8.allSatisfy { 0x61...0x7A ~= $0 }
        }
        return .text(name, 2...2, summary, rule: rule).only(in: .meetups)
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }
}
