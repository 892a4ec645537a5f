/// The body of `POST /register/`.
public struct Registration: RequestBody, Hashable {
    /// The tenant's setting `sign_up_fields` says which of username, email and names are required. Without a username one
    /// is made.
    public var username: String?
    /// `nil` with a ticket.
    public var password: String?
    /// Not required with a ticket for a token that had a verified address.
    public var email: String?
    /// 1–50 characters; `nil` where the tenant does not require it.
    public var firstName: String?
    /// At most 50 characters; `nil` where the tenant does not require it.
    public var lastName: String?
    /// At most 1,000 characters; may be empty.
    public var bio: String = ""
    /// Required with the module `meetups`; `nil` without.
    public var knownLang: String?
    /// Required with the module `meetups`, and different from `knownLang`; `nil` without.
    public var learnLang: String?
    /// With the module `wagers`.
    public var venmoUsername: String?
    /// Required if the tenant registers people by invitation.
    public var inviteCode: String?
    /// From a sign-in with an outside account that was new here.
    public var registrationTicket: String?

    public init(
        username: String? = nil,
        password: String?,
        email: String? = nil,
        firstName: String? = nil,
        lastName: String? = nil,
        bio: String = "",
        knownLang: String? = nil,
        learnLang: String? = nil,
        venmoUsername: String? = nil,
        inviteCode: String? = nil,
        registrationTicket: String? = nil
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
        self.registrationTicket = registrationTicket
    }

    /// Registers with an outside account.
    ///
    /// - Parameters:
    ///   - ticket: from the sign-in, in place of a password.
    ///   - email: may be left out if the issuer has verified one.
    public init(
        ticket: String,
        username: String? = nil,
        email: String? = nil,
        firstName: String? = nil,
        lastName: String? = nil,
        bio: String = "",
        knownLang: String? = nil,
        learnLang: String? = nil,
        venmoUsername: String? = nil,
        inviteCode: String? = nil
    ) {
        self.init(
            username: username,
            password: nil,
            email: email,
            firstName: firstName,
            lastName: lastName,
            bio: bio,
            knownLang: knownLang,
            learnLang: learnLang,
            venmoUsername: venmoUsername,
            inviteCode: inviteCode,
            registrationTicket: ticket
        )
    }

    package static let password = AccountFields.password(
        "password",
        "At least 8 characters, or more if the tenant requires it. Required without `registration_ticket`."
    )
    .optional
    package static let username = required(AccountFields.username, unless: "then one is made")
    package static let email = required(AccountFields.email, unless: "or a ticket brings a verified one")
    package static let firstName = required(AccountFields.firstName)
    package static let lastName = required(AccountFields.lastName)

    /// A field that the tenant may leave out of `sign_up_fields`.
    private static func required(_ field: BodyField<String>, unless exception: String = "") -> BodyField<
        String?
    > {
        var field = field
        field.description.summary += " Required unless the tenant's `sign_up_fields` leave it out"
        field.description.summary += exception.isEmpty ? "." : ", \(exception)."
        return field.optional
    }

    private static let knownLang = AccountFields.knownLang.nilWhenOff
    private static let learnLang = AccountFields.learnLang.nilWhenOff

    package static let registrationTicket = BodyField.text(
        "registration_ticket",
        1...8_192,
        "From `POST /login/oidc/` or `POST /login/oauth/`, in place of a password: links the outside account."
    )
    .optional
    package static let inviteCode = BodyField.text(
        "invite_code",
        1...100,
        "Required if the tenant registers by invitation."
    )
    .optional

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.username, &username)
        body.field(Self.password, &password)
        body.field(Self.email, &email)
        body.field(Self.firstName, &firstName)
        body.field(Self.lastName, &lastName)
        body.field(AccountFields.bio, &bio)
        body.field(Self.knownLang, &knownLang)
        body.field(Self.learnLang, &learnLang)
        body.field(AccountFields.venmoUsername, &venmoUsername)
        body.field(Self.inviteCode, &inviteCode)
        body.field(Self.registrationTicket, &registrationTicket)
        body.check { body in
            if registrationTicket == nil, password == nil, body.isValid(Self.registrationTicket),
                body.isValid(Self.password)
            {
                body.refuse(Self.password, .required)
            }
            if let knownLang, knownLang == learnLang, body.isValid(Self.learnLang) {
                body.refuse(Self.learnLang, AccountFields.languagesAreEqual)
            }
        }
    }
}
