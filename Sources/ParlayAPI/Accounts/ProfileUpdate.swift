/// The body of `PUT` and `PATCH /profiles/me/`.
///
/// A PUT clears the optional fields that are `keep` and requires the others, except those of modules that are off; a PATCH
/// leaves them as they are. Whether two languages differ can only be checked here if both are sent: the service checks the
/// result.
public struct ProfileUpdate: RequestBody, Hashable {
    /// 3–30 characters of `A-Za-z0-9._-`, unique in the tenant regardless of case.
    public var username: Change<String> = .keep
    /// A new address needs `currentPassword` or `proof`, and is unverified. `.set(nil)` removes the address.
    public var email: Change<String?> = .keep
    /// Required when the email changes.
    public var currentPassword: String?
    /// In place of the password, if the account has none.
    public var idToken: String?
    /// What `idToken` was made with.
    public var nonce: String?
    /// Of the second factor, when the email changes; `nil` without one, or soon after a sign-in.
    public var code: String?
    /// 1–50 characters; `.set(nil)` only where the tenant does not require a first name.
    public var firstName: Change<String?> = .keep
    /// At most 50 characters; `.set(nil)` only where the tenant does not require a last name.
    public var lastName: Change<String?> = .keep
    /// At most 1,000 characters; may be empty.
    public var bio: Change<String> = .keep
    /// ISO 639-1. With the module `meetups`.
    public var knownLang: Change<String> = .keep
    /// ISO 639-1, and not `knownLang`. With the module `meetups`.
    public var learnLang: Change<String> = .keep
    /// With or without the `@`; `.set(nil)` removes it. With the module `wagers`.
    public var venmoUsername: Change<String?> = .keep

    /// An update that changes nothing.
    public init() {}

    package static let currentPassword = AccountFields.password(
        "current_password",
        "Required when the email changes, if the account has a password."
    )
    .optional

    /// `null` where the tenant does not require them at sign-up.
    package static let email = AccountFields.email.optional
    package static let firstName = AccountFields.firstName.optional
    package static let lastName = AccountFields.lastName.optional

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(AccountFields.username, &username)
        body.field(Self.email, &email)
        body.field(Self.currentPassword, &currentPassword)
        IDTokenProof.optionalFields(&body, &idToken, &nonce)
        body.field(SecondSignIn.laterCode, &code)
        body.field(Self.firstName, &firstName)
        body.field(Self.lastName, &lastName)
        body.field(AccountFields.bio, &bio)
        body.field(AccountFields.knownLang, &knownLang)
        body.field(AccountFields.learnLang, &learnLang)
        body.field(AccountFields.venmoUsername, &venmoUsername)
        body.check { body in
            if case .set = knownLang, knownLang == learnLang {
                body.refuse(AccountFields.learnLang, AccountFields.languagesAreEqual)
            }
        }
    }

    /// `idToken` with its nonce; `nil` unless both are there.
    public var proof: IDTokenProof? { .both(idToken, nonce) }
}
