internal import HTTPServer
package import ParlayAPI
package import Security

/// Refusals around passkeys.
package enum PasskeyError: ProblemConvertible, Equatable {
    /// At sign-in.
    case refused(PasskeyRefusal)
    /// A new one of somebody who is signed in.
    case newRefused(PasskeyRefusal)
    case tooMany
    case lastCredential
    /// The app is at an IP address.
    case unavailable

    package var problem: Problem {
        switch self {
        case .refused(let refusal):
            Problem(
                status: 401,
                code: "passkey_refused",
                title: "The passkey was refused",
                detail: refusal.sentence,
                extensions: ["check": .string(refusal.rawValue)]
            )
        case .newRefused(let refusal):
            Self.refused(
                FieldRule("aPasskey", refusal.sentence),
                code: "passkey_refused",
                ["check": .string(refusal.rawValue)]
            )
        case .tooMany:
            Self.refused(
                FieldRule(
                    "passkeyLimit",
                    "An account can have \(PasskeyStore.limit) passkeys. Delete one first.",
                    ["count": .number(PasskeyStore.limit)]
                )
            )
        case .lastCredential:
            Problem(
                status: 409,
                code: "last_credential",
                title: "The last way to sign in",
                detail: "Without this passkey you could not sign in. Set a password with a reset code first."
            )
        case .unavailable:
            Problem(
                status: 409,
                code: "passkeys_unavailable",
                title: "No passkeys at an IP address",
                detail: "Browsers make passkeys for hosts with a name only. Open the app at such a host."
            )
        }
    }

    private static func refused(
        _ rule: FieldRule,
        code: String = "validation_failed",
        _ extensions: [String: JSONValue] = [:]
    ) -> Problem {
        var errors = FieldErrors()
        errors.add(PasskeyDraft.credential.name, rule)
        var problem = Problem.invalidFields(errors)
        problem.code = code
        problem.extensions = extensions
        return problem
    }
}

extension PasskeyRefusal {
    /// What is wrong with the passkey.
    var sentence: String {
        switch self {
        case .malformed: "This is not what a browser gives for a passkey."
        case .type: "It was made for something else: to sign in, or to make a passkey."
        case .challenge: "The challenge is another one, expired or used. Ask for new options and try again."
        case .origin: "It was made on a page, or in an app, that is not this app's."
        case .relyingParty: "The passkey is for another host."
        case .flags: "The authenticator did not verify the person, or its flags contradict each other."
        case .key: "The passkey has no valid key for ES256, EdDSA or RS256."
        case .credential: "No passkey here has this id."
        case .attestation: "The statement about the authenticator is not valid. Ask for none."
        case .registered: "This passkey is registered already."
        case .userHandle: "The passkey is not of the account that it names."
        case .username: "The passkey is not of the account with this name."
        case .signature: "The signature is wrong."
        case .counter: "The authenticator counted fewer signatures than before, so there may be a copy of it."
        }
    }
}
