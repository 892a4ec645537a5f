/// The rules for names of people, tenants, wagers, devices and creators. Names appear in one line among other words:
/// in mail subjects and headers, in lists, in logs. So they contain nothing that breaks the line or changes its
/// direction.
package enum NameRule {
    /// Whether the scalar is forbidden in names: control characters, line and paragraph separators, and characters
    /// that embed, override or isolate a writing direction (Unicode UAX #9).
    package static func forbids(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// The error of a name; `nil` if there is none. Length and blankness are not checked here.
    package static func violation(of name: String) -> FieldRule? {
        if name.unicodeScalars.contains(where: forbids) {
            return .oneLineName
        }
        let isBlank = name.unicodeScalars.allSatisfy(\.properties.isWhitespace)
        if !isBlank && !name.unicodeScalars.contains(where: isVisible) {
            return .visibleName
        }
        return nil
    }

    /// Zero-width and other invisible characters are default-ignorable.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint
            && scalar.properties.generalCategory != .format
    }

    /// The rule as an ECMA 262 regular expression. It lists the most common invisible characters.
    static func pattern(isRequired: Bool) -> String {
        let forbidden = #"\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069"#
        let invisible =
            #"\s\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u206f\u3164\ufeff\uffa0"#
        let visible = "[^\(forbidden)]*[^\(forbidden)\(invisible)][^\(forbidden)]*"
        return isRequired ? "^\(visible)$" : "^(\(visible)| *)$"
    }
}

extension BodyField where Value == String {
    /// The name of a person or thing; see `NameRule`.
    package static func name(
        _ name: String,
        _ lengths: ClosedRange<Int>,
        _ summary: String = ""
    ) -> BodyField<String> {
        var field = BodyField<String>.text(name, lengths, summary)
        field.description.pattern = NameRule.pattern(isRequired: lengths.lowerBound > 0)
        return field.refused { NameRule.violation(of: $0) }
    }
}
