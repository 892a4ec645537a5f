/// The body of `PUT` and `PATCH /profiles/me/`.
///
/// Read with `.complete`, everything is `set`, except for fields of modules that are off; omitted optional fields are
/// cleared. Read with `.merge`, absent fields are `keep`, and whether two languages differ can only be checked here
/// if both are sent: the service checks the result.
public struct ProfileUpdate: RequestBody, Codable, Hashable {
    public var username: Change<String> = .keep
    public var email: Change<String?> = .keep
    /// Required when the email changes.
    public var currentPassword: String?
    /// In place of the password, if the account has none.
    public var idToken: String?
    public var nonce: String?
    public var firstName: Change<String?> = .keep
    public var lastName: Change<String?> = .keep
    public var bio: Change<String> = .keep
    public var knownLang: Change<String> = .keep
    public var learnLang: Change<String> = .keep
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

    package init(reading body: inout BodyReader) {
        username = body.change(AccountFields.username)
        email = body.change(Self.email)
        currentPassword = body.read(Self.currentPassword)
        (idToken, nonce) = IDTokenProof.readOptional(&body)
        firstName = body.change(Self.firstName)
        lastName = body.change(Self.lastName)
        bio = body.change(AccountFields.bio)
        knownLang = body.change(AccountFields.knownLang)
        learnLang = body.change(AccountFields.learnLang)
        venmoUsername = body.change(AccountFields.venmoUsername)
        if case .set = knownLang, knownLang == learnLang {
            body.refuse(AccountFields.learnLang, AccountFields.languagesAreEqual)
        }
    }

    public var proof: IDTokenProof? { .both(idToken, nonce) }

    enum CodingKeys: String, CodingKey {
        case username
        case email
        case currentPassword = "current_password"
        case idToken = "id_token"
        case nonce
        case firstName = "first_name"
        case lastName = "last_name"
        case bio
        case knownLang = "known_lang"
        case learnLang = "learn_lang"
        case venmoUsername = "venmo_username"
    }
}
