package import ParlayAPI

/// The rules for new passwords.
///
/// Comparisons ignore case and surrounding spaces, but nothing else: a look-alike letter of another alphabet makes
/// another password, which is not in a guesser's list either.
package enum PasswordPolicy {
    /// One sentence for a person for each rule that the password breaks; empty if it is acceptable.
    package static func violations(
        password: String,
        minimumLength: Int,
        username: String?,
        email: String?
    ) -> [String] {
        brokenRules(password: password, minimumLength: minimumLength, username: username, email: email)
            .map(\.sentence)
    }

    /// The rules that the password breaks.
    ///
    /// `minimumLength` counts Unicode scalars. `username` and `email` are the account's own, `nil` or empty
    /// when it has none yet; the email's local part counts as a name too.
    package static func brokenRules(
        password: String,
        minimumLength: Int,
        username: String?,
        email: String?
    ) -> [FieldRule] {
        var violations: [FieldRule] = []
        if password.unicodeScalars.count < minimumLength {
            violations.append(
                FieldRule(
                    "passwordTooShort",
                    "The password is too short; the minimum length is \(minimumLength).",
                    ["count": .number(Int64(minimumLength))]
                )
            )
        }
        if password.utf8.count > PasswordHasher.longestPassword {
            violations.append(
                FieldRule(
                    "passwordTooLong",
                    "The password is too long; the limit is \(PasswordHasher.longestPassword) bytes.",
                    ["count": .number(Int64(PasswordHasher.longestPassword))]
                )
            )
        }

        if Set(password.unicodeScalars).count < fewestCharacters {
            violations.append(
                FieldRule(
                    "passwordTooUniform",
                    "The password must have at least \(fewestCharacters) different characters.",
                    ["count": .number(Int64(fewestCharacters))]
                )
            )
        }

        let guess = folded(password)
        if guess == "password" {
            violations.append(
                FieldRule("passwordIsPassword", "The password must not be \u{201C}password\u{201D}.")
            )
        } else if common.contains(guess) {
            violations.append(FieldRule("passwordTooCommon", "The password is too common."))
        }
        if let username, !username.isEmpty, guess == folded(username) {
            violations.append(FieldRule("passwordIsUsername", "The password must not be the username."))
        }
        if let email, !email.isEmpty {
            let address = folded(email)
            if guess == address || guess == address.prefix(while: { $0 != "@" }) {
                violations.append(
                    FieldRule(
                        "passwordIsEmail",
                        "The password must not be the email address or its first part."
                    )
                )
            }
        }
        return violations
    }

    /// `aaaaaaaa` and `12121212` are guessed first.
    private static let fewestCharacters = 5

    /// The list of `NOTICE`, one password a line, in lower case. Read at the first use.
    private static let common = Set(
        PackageResources.common_passwords_txt
            .split(separator: UInt8(ascii: "\n"))
            .map { String(decoding: $0, as: UTF8.self) }
    )

    private static func folded(_ text: String) -> String {
        let trimmed = text.drop(while: \.isWhitespace)
        let blanks = trimmed.reversed().prefix(while: \.isWhitespace).count
        return trimmed.dropLast(blanks).lowercased()
    }
}
