/// The body of `PUT /password/`.
public struct PasswordChange: RequestBody, Codable, Hashable {
    /// `nil` with an ID token, if the account has no password.
    public var current: String?
    /// The new password. The server refuses short and common ones.
    public var new: String
    /// An ID token of a linked outside account, in place of `current`; `nil` with a password.
    public var idToken: String?
    /// What the ID token was made with; `nil` with a password.
    public var nonce: String?

    public init(current: String, new: String) {
        self.current = current
        self.new = new
    }

    /// For an account without a password.
    public init(proof: IDTokenProof, new: String) {
        idToken = proof.idToken
        nonce = proof.nonce
        self.new = new
    }

    package static let current = AccountFields.password(
        "current",
        "The current password. Required if the account has one."
    )
    .optional
    package static let new = AccountFields.password("new", "The new password.")

    package init(reading body: inout BodyReader) {
        current = body.read(Self.current)
        new = body.read(Self.new)
        (idToken, nonce) = IDTokenProof.readOptional(&body)
    }

    /// The ID token with its nonce; `nil` unless both are there.
    public var proof: IDTokenProof? { .both(idToken, nonce) }

    enum CodingKeys: String, CodingKey {
        case current
        case new
        case idToken = "id_token"
        case nonce
    }
}

/// The body of `POST /password/reset/`.
public struct PasswordReset: RequestBody, Codable, Hashable {
    /// The account's address. The answer is the same if no account has it.
    public var email: String

    public init(email: String) {
        self.email = email
    }

    package init(reading body: inout BodyReader) {
        email = body.read(AccountFields.email)
    }
}

/// The body of `POST /password/reset/confirm/`.
public struct PasswordResetConfirmation: RequestBody, Codable, Hashable {
    /// The code from the mail.
    public var code: String
    /// The new password. The server refuses short and common ones.
    public var new: String

    public init(code: String, new: String) {
        self.code = code
        self.new = new
    }

    package static let code = BodyField.text("code", 1...100, "The code from the mail.")

    package init(reading body: inout BodyReader) {
        code = body.read(Self.code)
        new = body.read(PasswordChange.new)
    }
}

/// The body of `PUT /email/verification/`.
public struct EmailVerification: RequestBody, Codable, Hashable {
    /// The code from the mail.
    public var code: String

    public init(code: String) {
        self.code = code
    }

    package init(reading body: inout BodyReader) {
        code = body.read(PasswordResetConfirmation.code)
    }
}

/// The body of `DELETE /profiles/me/` and `POST /profiles/me/delete/`.
public struct AccountDeletion: RequestBody, Codable, Hashable {
    /// `nil` with an ID token, if the account has no password.
    public var password: String?
    /// An ID token of a linked outside account, in place of `password`; `nil` with a password.
    public var idToken: String?
    /// What the ID token was made with; `nil` with a password.
    public var nonce: String?

    public init(password: String) {
        self.password = password
    }

    /// For an account without a password.
    public init(proof: IDTokenProof) {
        idToken = proof.idToken
        nonce = proof.nonce
    }

    package static let password = AccountFields.password(
        "password",
        "The account's password. Required if it has one."
    )
    .optional

    package init(reading body: inout BodyReader) {
        password = body.read(Self.password)
        (idToken, nonce) = IDTokenProof.readOptional(&body)
    }

    /// The ID token with its nonce; `nil` unless both are there.
    public var proof: IDTokenProof? { .both(idToken, nonce) }

    enum CodingKeys: String, CodingKey {
        case password
        case idToken = "id_token"
        case nonce
    }
}
