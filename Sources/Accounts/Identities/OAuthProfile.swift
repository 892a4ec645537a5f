internal import ParlayAPI

/// What a provider says of a person, as far as it is understood.
struct OAuthProfile: Sendable, Equatable {
    let subject: String
    let email: String?
    let isEmailVerified: Bool
    let firstName: String?
    let lastName: String?

    /// Bytes of a subject; see `identities_subject_check`.
    private static let subjectLimit = 255
    private static let nameLimit = 50

    /// - Parameter tellsVerifiedEmails: whether the service tells no other addresses.
    /// - Returns: `nil` if it names nobody.
    init?(_ document: JSONObject, tellsVerifiedEmails: Bool) {
        let object = Self.unwrapped(document)
        guard let subject = Self.identifier(object["sub"] ?? object["id"]) else { return nil }
        self.subject = subject
        email = Self.text(object["email"])
        let word = object["email_verified"] ?? object["verified"]
        isEmailVerified = email != nil && (tellsVerifiedEmails || word == true || word == "true")
        let first = Self.text(object["given_name"]) ?? Self.text(object["first_name"])
        firstName = (first ?? Self.text(object["global_name"]) ?? Self.text(object["name"])).map(Self.short)
        lastName = (Self.text(object["family_name"]) ?? Self.text(object["last_name"])).map(Self.short)
    }

    /// X and Twitch have the profile in a member `data`; Twitch as the only element of a list.
    private static func unwrapped(_ document: JSONObject) -> JSONObject {
        switch document["data"] {
        case .object(let object)?: object
        case .array(let elements)?:
            if elements.count == 1, case .object(let object) = elements[0] { object } else { document }
        default: document
        }
    }

    /// A text, or a whole number.
    private static func identifier(_ value: JSONValue?) -> String? {
        let text: String
        switch value {
        case .string(let written)?: text = written
        case .integer(let number)?: text = String(number)
        default: return nil
        }
        let isUsable =
            1...subjectLimit ~= text.utf8.count && text.unicodeScalars.allSatisfy { $0.value > 0x1F }
        return isUsable && text == text.trimmed ? text : nil
    }

    private static func text(_ value: JSONValue?) -> String? {
        if case .string(let text)? = value, !text.trimmed.isEmpty { text } else { nil }
    }

    private static func short(_ name: String) -> String { String(name.trimmed.prefix(nameLimit)) }
}
