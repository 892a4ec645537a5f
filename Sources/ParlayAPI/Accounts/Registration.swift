/// The body of `POST /register/`.
public struct Registration: RequestBody, Codable, Hashable {
    public var username: String
    public var password: String
    public var email: String
    public var firstName: String
    public var lastName: String
    public var bio: String
    /// Required with the module `meetups`; `nil` without.
    public var knownLang: String?
    /// Required with the module `meetups`, and different from `knownLang`; `nil` without.
    public var learnLang: String?
    /// With the module `wagers`.
    public var venmoUsername: String?
    /// Required if the tenant registers people by invitation.
    public var inviteCode: String?

    public init(
        username: String,
        password: String,
        email: String,
        firstName: String,
        lastName: String,
        bio: String = "",
        knownLang: String? = nil,
        learnLang: String? = nil,
        venmoUsername: String? = nil,
        inviteCode: String? = nil
    ) {
        self.username = username
        self.password = password
        self.email = email
        self.firstName = firstName
        self.lastName = lastName
        self.bio = bio
        self.knownLang = knownLang
        self.learnLang = learnLang
        self.venmoUsername = venmoUsername
        self.inviteCode = inviteCode
    }

    static let password = AccountFields.password(
        "password",
        "At least 8 characters, or more if the tenant requires it."
    )
    public static let inviteCode = BodyField.text(
        "invite_code",
        1...100,
        "Required if the tenant registers by invitation."
    )
    .optional

    public init(reading body: inout BodyReader) {
        username = body.read(AccountFields.username)
        password = body.read(Self.password)
        email = body.read(AccountFields.email)
        firstName = body.read(AccountFields.firstName)
        lastName = body.read(AccountFields.lastName)
        bio = body.read(AccountFields.bio)
        knownLang = body.readIfEnabled(AccountFields.knownLang)
        learnLang = body.readIfEnabled(AccountFields.learnLang)
        venmoUsername = body.readIfEnabled(AccountFields.venmoUsername) ?? nil
        inviteCode = body.read(Self.inviteCode)
        if let knownLang, knownLang == learnLang, body.isValid(AccountFields.learnLang) {
            body.refuse(AccountFields.learnLang, AccountFields.languagesAreEqual)
        }
    }

    enum CodingKeys: String, CodingKey {
        case username
        case password
        case email
        case firstName = "first_name"
        case lastName = "last_name"
        case bio
        case knownLang = "known_lang"
        case learnLang = "learn_lang"
        case venmoUsername = "venmo_username"
        case inviteCode = "invite_code"
    }
}
