internal import HTTPServer
package import ParlayAPI
package import Security

/// Refusals around outside accounts.
package enum IdentityError: ProblemConvertible, Equatable {
    /// An ID token at sign-in.
    case tokenRefused(IDTokenRefusal)
    /// An ID token of someone who is signed in.
    case proofRefused(IDTokenRefusal)
    /// A code at sign-in.
    case codeRefused(OAuthRefusal)
    /// A code of someone who is signed in.
    case codeProofRefused(OAuthRefusal)
    /// The token or code is good, and no one has its identity.
    case noAccount(ticket: String, email: String?, firstName: String?, lastName: String?)
    case ticketUsed
    case taken
    case tooMany(OutsideProof.Way)
    case lastSignIn
    /// An account without a password needs an ID token instead; with what is wrong with the one that was sent.
    case noPassword(IDTokenRefusal?)

    package var problem: Problem {
        switch self {
        case .tokenRefused(let refusal):
            Problem(
                status: 401,
                code: "oidc_token_refused",
                title: "The ID token was refused",
                detail: refusal.sentence,
                extensions: ["check": .string(refusal.rawValue)]
            )
        case .proofRefused(let refusal):
            refused(
                "id_token",
                FieldRule("anIDToken", refusal.sentence),
                ["check": .string(refusal.rawValue)]
            )
        case .codeRefused(let refusal):
            Problem(
                status: 401,
                code: "oauth_code_refused",
                title: "The code was refused",
                detail: refusal.sentence,
                extensions: ["check": .string(refusal.rawValue)]
            )
        case .codeProofRefused(let refusal):
            refused(
                refusal == .provider ? OAuthProof.provider.name : OAuthProof.code.name,
                FieldRule("anOAuthCode", refusal.sentence),
                ["check": .string(refusal.rawValue)]
            )
        case .noAccount(let ticket, let email, let firstName, let lastName):
            Problem(
                status: 404,
                code: "no_account",
                title: "No account",
                detail: "No account is linked to this outside account. Register with the ticket.",
                extensions: [
                    "registration_ticket": .string(ticket), "email": email.map(JSONValue.string),
                    "first_name": firstName.map(JSONValue.string),
                    "last_name": lastName.map(JSONValue.string),
                ].compactMapValues { $0 }
            )
        case .ticketUsed: refused("registration_ticket", RegistrationTicket.refusal, [:])
        case .taken:
            Problem(
                status: 409,
                code: "identity_taken",
                title: "The outside account is taken",
                detail:
                    "This outside account is linked to another account. Sign in with it, or unlink it there."
            )
        case .tooMany(let way):
            refused(
                way == .idToken ? "id_token" : "code",
                FieldRule(
                    "outsideAccountLimit",
                    "An account can have \(IdentityStore.limit) outside accounts. Unlink one first.",
                    ["count": .number(Int64(IdentityStore.limit))]
                ),
                [:]
            )
        case .lastSignIn:
            Problem(
                status: 409,
                code: "last_sign_in",
                title: "The last way to sign in",
                detail: "Without it you could not sign in. Set a password with a reset code first."
            )
        case .noPassword(let refusal):
            Problem(
                status: 403,
                code: "no_password",
                title: "The account has no password",
                detail: refusal?.sentence
                    ?? "Send `id_token` and `nonce` of a new sign-in with a linked outside account instead.",
                extensions: refusal.map { ["check": .string($0.rawValue)] } ?? [:]
            )
        }
    }

    private func refused(_ field: String, _ rule: FieldRule, _ extensions: [String: JSONValue]) -> Problem {
        var errors = FieldErrors()
        errors.add(field, rule)
        var problem = Problem.invalidFields(errors)
        problem.extensions = extensions
        return problem
    }
}

extension OutsideProof.Way {
    /// The refusal of one that was accepted before.
    var used: any Error {
        switch self {
        case .idToken: IDTokenRefusal.used
        case .code: OAuthRefusal.used
        }
    }

    var usedForLink: IdentityError {
        switch self {
        case .idToken: .proofRefused(.used)
        case .code: .codeProofRefused(.used)
        }
    }
}

extension IDTokenRefusal {
    /// What is wrong with the token.
    var sentence: String {
        switch self {
        case .malformed: "This is not a signed ID token."
        case .algorithm: "The token is not signed with RS256 or ES256."
        case .issuer: "The token's issuer is not one of this app's."
        case .audience: "The token was issued for another app."
        case .expiry: "The token has expired, or was issued in the future. Sign in again."
        case .nonce: "The token was issued for another sign-in: its nonce does not match."
        case .key: "The token was signed with a key that its issuer does not publish."
        case .signature: "The token's signature is wrong."
        case .used: "The token was used before. Sign in again."
        }
    }
}
