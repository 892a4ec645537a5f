package import Localization
internal import ParlayAPI

/// What a call answers in English, as people read it: the `code` of a problem, or a sentence about a field.
package struct Wording: Sendable {
    /// A code, or a sentence with `#` for each number and `"…"` for what is quoted.
    let answer: String
    let text: @Sendable (Visit, Int64) -> String

    /// - Parameter key: its `{count}` is the first number of the sentence.
    package init<Key: TextKey>(_ answer: String, _ key: Key) {
        self.answer = Self.shape(of: answer)
        text = { visit, count in visit.text(key, ["count": .number(count)]) }
    }

    static let common = [
        Wording("throttled", PageText.throttled),
        Wording("edit_conflict", PageText.changedMeanwhile),
        Wording("unsupported_media_type", PageText.wrongFile),
        Wording("body_too_large", PageText.tooLarge),
        Wording("This field is required.", PageText.fieldRequired),
        Wording("This field may not be blank.", PageText.fieldRequired),
        Wording("This field may not be null.", PageText.fieldRequired),
        Wording("Ensure this field has at least # character.", PageText.fieldTooShort),
        Wording("Ensure this field has at least # characters.", PageText.fieldTooShort),
        Wording("Ensure this field has no more than # character.", PageText.fieldTooLong),
        Wording("Ensure this field has no more than # characters.", PageText.fieldTooLong),
        Wording("Ensure this field has at least # element.", PageText.tooFew),
        Wording("Ensure this field has at least # elements.", PageText.tooFew),
        Wording("Ensure this field has no more than # element.", PageText.tooMany),
        Wording("Ensure this field has no more than # elements.", PageText.tooMany),
        Wording("Ensure this value is greater than or equal to #.", PageText.tooSmall),
        Wording("Ensure this value is less than or equal to #.", PageText.tooBig),
        Wording("A valid integer is required.", PageText.notANumber),
        Wording("A valid number is required.", PageText.notANumber),
        Wording("Enter a valid email address.", PageText.notAnAddress),
        Wording("\"…\" is not a valid choice.", PageText.notAChoice),
        Wording(
            "Must be a time in RFC # with an offset, from # to #: #-#-#T#:#:#.#Z.",
            PageText.notATime
        ),
        Wording("Control characters other than newline and tab are not allowed.", PageText.badCharacters),
        Wording(
            "Line breaks, control characters and bidirectional controls are not allowed in a name.",
            PageText.badCharacters
        ),
        Wording("A name needs at least one visible character.", PageText.fieldRequired),
    ]

    /// The sentence without what differs from case to case.
    static func shape(of answer: String) -> String {
        var shape = ""
        var isQuoted = false
        var wasDigit = false
        for character in answer {
            let isDigit = ("0"..."9").contains(character)
            if character == "\"" {
                shape += isQuoted ? "…\"" : "\""
                isQuoted.toggle()
            } else if !isQuoted && !(isDigit && wasDigit) && !(character == "," && wasDigit) {
                shape.append(isDigit ? "#" : character)
            }
            wasDigit = isDigit || character == "," && wasDigit
        }
        return shape
    }
}

extension Visit {
    /// In the reader's language; `nil` if no component has a text for it.
    package func wording(_ answer: String) -> String? {
        guard let wording = site.wordings[answer] ?? site.wordings[Wording.shape(of: answer)] else {
            return nil
        }
        let digits = answer.drop { !("0"..."9").contains($0) }.prefix { ("0"..."9").contains($0) }
        return wording.text(self, Int64(digits) ?? 0)
    }
}
