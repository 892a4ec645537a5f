/// The body of `POST /login/`.
public struct Credentials: RequestBody, Hashable {
    /// Or the email.
    public var username: String = ""
    /// The account's password.
    public var password: String = ""
    /// A label for the token.
    public var device: String?

    public init(username: String, password: String, device: String? = nil) {
        self.username = username
        self.password = password
        self.device = device
    }

    static let username = BodyField.text("username", 1...254, "The username or the email.")
    static let password = AccountFields.password("password", "The account's password.")
    static let device = BodyField.name("device", 0...100, "A name for this device in the list of tokens.")
        .optional

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.username, &username)
        body.field(Self.password, &password)
        body.field(Self.device, &device)
    }
}

/// The body of `POST /token/`.
public struct TokenRequest: RequestBody, Hashable {
    /// Or the email.
    public var username: String = ""
    /// The account's password.
    public var password: String = ""

    public init(username: String, password: String) {
        self.username = username
        self.password = password
    }

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Credentials.username, &username)
        body.field(Credentials.password, &password)
    }
}

/// The body of `POST /logout/`.
public struct Logout: RequestBody, Hashable {
    /// `true` revokes every token of the account; otherwise only that of the call.
    public var everywhere: Bool?

    public init(everywhere: Bool? = nil) {
        self.everywhere = everywhere
    }

    package static let mayBeAbsent = true
    static let everywhere = BodyField.boolean("everywhere", "Revokes every token of the account.").optional

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.everywhere, &everywhere)
    }
}
