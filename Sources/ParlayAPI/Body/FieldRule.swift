/// A rule that a field's value breaks: what the API says of it in English, and under which key pages have a text for it in each
/// language.
///
/// Rules are a closed set, because every one is written as a `FieldRule` with a literal key in the sources, which a test compares with the
/// texts of all components. A key names one rule in all of them.
package struct FieldRule: Hashable, Sendable {
    /// A value that the text shows.
    package enum Value: Hashable, Sendable {
        case text(String)
        case number(Int64)
        case decimal(Double)
        /// An amount of money.
        case cents(Int64)
    }

    /// `nil` for a sentence that comes from elsewhere, such as from an answer that was decoded.
    package let key: String?
    /// In English.
    package let sentence: String
    /// By the placeholders of the texts.
    package let values: [String: Value]

    package init(_ key: String, _ sentence: String, _ values: [String: Value] = [:]) {
        self.key = key
        self.sentence = sentence
        self.values = values
    }

    /// A sentence that has no text in other languages.
    package init(sentence: String) {
        key = nil
        self.sentence = sentence
        values = [:]
    }
}

// MARK: - What holds for the types of fields

extension FieldRule {
    package static let required = FieldRule("required", "This field is required.")
    static let notNull = FieldRule("notNull", "This field may not be null.")
    package static let notBlank = FieldRule("notBlank", "This field may not be blank.")
    package static let unknownField = FieldRule("unknownField", "Unknown field.")
    package static let aString = FieldRule("aString", "Not a valid string.")
    package static let aBoolean = FieldRule("aBoolean", "Must be a valid boolean.")
    package static let anInteger = FieldRule("anInteger", "A valid integer is required.")
    static let aNumber = FieldRule("aNumber", "A valid number is required.")
    static let aList = FieldRule("aList", "Must be a list.")
    package static let anObject = FieldRule("anObject", "Must be an object.")
    static let aTime = FieldRule(
        "aTime",
        "Must be a time in RFC 3339 with an offset, from 2000 to 2100: 2026-05-20T18:30:00.000Z."
    )
    static let aDate = FieldRule("aDate", "Must be a date such as \"2026-05-20\".")
    static let isTrue = FieldRule("isTrue", "Must be true.")
    static let noControlCharacters = FieldRule(
        "noControlCharacters",
        "Control characters other than newline and tab are not allowed."
    )
    static let oneLineName = FieldRule(
        "oneLineName",
        "Line breaks, control characters and bidirectional controls are not allowed in a name."
    )
    static let visibleName = FieldRule("visibleName", "A name needs at least one visible character.")
    package static let aTimeZone = FieldRule("aTimeZone", "There is no such time zone.")
    package static let personNotFound = FieldRule(
        "personNotFound",
        "There is no person with this username."
    )
    package static let timeInFuture = FieldRule("timeInFuture", "Must be in the future.")
    package static let aWebAddress = FieldRule(
        "aWebAddress",
        "Must be an absolute http or https URL with a host."
    )

    static func charactersAtLeast(_ count: Int) -> FieldRule {
        FieldRule(
            "charactersAtLeast",
            "Ensure this field has at least \(counted(count, "character")).",
            ["count": .number(Int64(count))]
        )
    }

    static func charactersAtMost(_ count: Int) -> FieldRule {
        FieldRule(
            "charactersAtMost",
            "Ensure this field has no more than \(counted(count, "character")).",
            ["count": .number(Int64(count))]
        )
    }

    static func elementsAtLeast(_ count: Int) -> FieldRule {
        FieldRule(
            "elementsAtLeast",
            "Ensure this field has at least \(counted(count, "element")).",
            ["count": .number(Int64(count))]
        )
    }

    static func elementsAtMost(_ count: Int) -> FieldRule {
        FieldRule(
            "elementsAtMost",
            "Ensure this field has no more than \(counted(count, "element")).",
            ["count": .number(Int64(count))]
        )
    }

    static func atLeast(_ limit: Int64) -> FieldRule {
        FieldRule(
            "atLeast",
            "Ensure this value is greater than or equal to \(limit).",
            ["limit": .number(limit)]
        )
    }

    static func atMost(_ limit: Int64) -> FieldRule {
        FieldRule(
            "atMost",
            "Ensure this value is less than or equal to \(limit).",
            ["limit": .number(limit)]
        )
    }

    static func between(_ range: ClosedRange<Double>) -> FieldRule {
        FieldRule(
            "between",
            "Ensure this value is between \(range.lowerBound) and \(range.upperBound).",
            ["least": .decimal(range.lowerBound), "most": .decimal(range.upperBound)]
        )
    }

    /// The sent value is repeated only as far as a person would read it.
    static func aChoice(_ text: String) -> FieldRule {
        let shown = String(text.prefix(40))
        return FieldRule("aChoice", "\"\(shown)\" is not a valid choice.", ["value": .text(shown)])
    }

    package static func chooseFrom(_ names: [String]) -> FieldRule {
        let list = names.joined(separator: ", ")
        return FieldRule("chooseFrom", "Choose from \(list).", ["list": .text(list)])
    }

    private static func counted(_ count: Int, _ noun: String) -> String {
        "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
}
