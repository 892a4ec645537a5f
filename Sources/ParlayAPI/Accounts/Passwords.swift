/// The body of `PUT /password/`.
public struct PasswordChange: RequestBody, Hashable {
    /// `nil` with an ID token, if the account has no password.
    public var current: String?
    /// The new password. The server refuses short and common ones.
    public var new: String = ""
    /// An ID token of a linked outside account, in place of `current`; `nil` with a password.
    public var idToken: String?
    /// What the ID token was made with; `nil` with a password.
    public var nonce: String?
    /// Of the second factor; `nil` without one, or soon after a sign-in.
    public var code: String?

    public init(current: String, new: String, code: String? = nil) {
        self.current = current
        self.new = new
        self.code = code
    }

    /// For an account without a password.
    public init(proof: IDTokenProof, new: String, code: String? = nil) {
        idToken = proof.idToken
        nonce = proof.nonce
        self.new = new
        self.code = code
    }

    package static let current = AccountFields.password(
        "current",
        "The current password. Required if the account has one."
    )
    .optional
    package static let new = AccountFields.password("new", "The new password.")

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.current, &current)
        body.field(Self.new, &new)
        IDTokenProof.optionalFields(&body, &idToken, &nonce)
        body.field(SecondSignIn.laterCode, &code)
    }

    /// The ID token with its nonce; `nil` unless both are there.
    public var proof: IDTokenProof? { .both(idToken, nonce) }
}

/// The body of `POST /password/reset/`.
public struct PasswordReset: RequestBody, Hashable {
    /// The account's address. The answer is the same if no account has it.
    public var email: String = ""

    public init(email: String) {
        self.email = email
    }

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(AccountFields.email, &email)
    }
}

/// The body of `POST /password/reset/confirm/`.
public struct PasswordResetConfirmation: RequestBody, Hashable {
    /// The code from the mail.
    public var code: String = ""
    /// The new password. The server refuses short and common ones.
    public var new: String = ""

    public init(code: String, new: String) {
        self.code = code
        self.new = new
    }

    package static let code = BodyField.text("code", 1...100, "The code from the mail.")

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.code, &code)
        body.field(PasswordChange.new, &new)
    }
}

/// The body of `PUT /email/verification/`.
public struct EmailVerification: RequestBody, Hashable {
    /// The code from the mail.
    public var code: String = ""

    public init(code: String) {
        self.code = code
    }

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(PasswordResetConfirmation.code, &code)
    }
}

/// The body of `DELETE /profiles/me/` and `POST /profiles/me/delete/`.
public struct AccountDeletion: RequestBody, Hashable {
    /// `nil` with an ID token, if the account has no password.
    public var password: String?
    /// An ID token of a linked outside account, in place of `password`; `nil` with a password.
    public var idToken: String?
    /// What the ID token was made with; `nil` with a password.
    public var nonce: String?
    /// Of the second factor; `nil` without one, or soon after a sign-in.
    public var code: String?

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

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.password, &password)
        IDTokenProof.optionalFields(&body, &idToken, &nonce)
        body.field(SecondSignIn.laterCode, &code)
    }

    /// The ID token with its nonce; `nil` unless both are there.
    public var proof: IDTokenProof? { .both(idToken, nonce) }
}
