/// The caller's second factor: codes of an authenticator app.
public struct SecondFactor: Resource, Hashable {
    /// Whether a sign-in needs a code.
    public var enabled: Bool
    /// Since when; `nil` without a second factor.
    public var enabledAt: Timestamp?
    /// Recovery codes that were not used.
    public var recoveryCodesLeft: Int64
    /// When an admin's reset takes effect; `nil` without one.
    public var resetAt: Timestamp?
    /// Whether the app requires one of the account.
    public var required: Bool

    public init(
        enabled: Bool,
        enabledAt: Timestamp? = nil,
        recoveryCodesLeft: Int64 = 0,
        resetAt: Timestamp? = nil,
        required: Bool = false
    ) {
        self.enabled = enabled
        self.enabledAt = enabledAt
        self.recoveryCodesLeft = recoveryCodesLeft
        self.resetAt = resetAt
        self.required = required
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("enabled", &enabled, "Whether a sign-in needs a code.")
        object.member("enabled_at", &enabledAt, "Since when; `null` without a second factor.")
        object.member("recovery_codes_left", &recoveryCodesLeft, "How many recovery codes were not used.")
        object.member(
            "reset_at",
            &resetAt,
            "When an admin's reset of the second factor takes effect; `null` without one."
        )
        object.member("required", &required, "Whether the app requires a second factor of the account.")
    }
}

extension SecondFactor {
    package static var schemaSummary: String { "Whether and how an account has a second factor." }

    package static var example: SecondFactor {
        SecondFactor(enabled: true, enabledAt: .example, recoveryCodesLeft: 10)
    }
}

/// What an authenticator app needs to make codes. It is not shown again.
public struct SecondFactorSecret: Resource, Hashable {
    /// To type: base32.
    public var secret: String
    /// To open in an app, or to show as a QR code: `otpauth://totp/…`.
    public var url: String

    public init(secret: String, url: String) {
        self.secret = secret
        self.url = url
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("secret", &secret, "The secret to type into an authenticator app, in base32.")
        object.member("url", &url, "The same as an `otpauth://` URL, to open or to show as a QR code.")
    }
}

extension SecondFactorSecret {
    package static var schemaSummary: String { "The secret of an authenticator app." }

    package static var example: SecondFactorSecret {
        SecondFactorSecret(
            secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
            url: "otpauth://totp/Demo:ann?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Demo"
        )
    }
}

/// Codes that each replace a code of the authenticator app once. They are not shown again.
public struct RecoveryCodes: Resource, Hashable {
    /// Ten codes.
    public var codes: [String]

    public init(codes: [String]) { self.codes = codes }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member(
            "codes",
            &codes,
            "Ten codes. They are not shown again.",
            element: "A code that works once."
        )
    }
}

extension RecoveryCodes {
    package static var schemaSummary: String { "Recovery codes of a second factor." }

    package static var example: RecoveryCodes {
        RecoveryCodes(codes: ["3ZK8Q-M2R7C-W9XTB-4DPRA-H6N1V-E"])
    }
}

/// The body of `POST /login/second/`.
public struct SecondSignIn: RequestBody, Hashable {
    /// From the refusal of the first step.
    public var ticket: String = ""
    /// Of the authenticator app, or a recovery code.
    public var code: String = ""

    public init(ticket: String, code: String) {
        self.ticket = ticket
        self.code = code
    }

    static let ticket = BodyField.text("ticket", 1...100, "The ticket from the refusal of the first step.")
    package static let code = BodyField.text(
        "code",
        1...100,
        "The code that the authenticator app shows, or a recovery code. Spaces, hyphens and case do not matter."
    )

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.ticket, &ticket)
        body.field(Self.code, &code)
    }
}

/// The body of `POST /second-factor/`.
public struct OwnerProof: RequestBody, Hashable {
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

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(AccountDeletion.password, &password)
        IDTokenProof.optionalFields(&body, &idToken, &nonce)
    }

    /// The ID token with its nonce; `nil` unless both are there.
    public var proof: IDTokenProof? { .both(idToken, nonce) }
}

/// The body of the calls that need a code alone.
public struct SecondFactorCode: RequestBody, Hashable {
    /// Of the authenticator app, or a recovery code.
    public var code: String = ""

    public init(code: String) { self.code = code }

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(SecondSignIn.code, &code)
    }
}

/// The body of `POST /second-factor/recovery-codes/` and `POST /second-factor/delete/`.
public struct SecondFactorProof: RequestBody, Hashable {
    /// Of the authenticator app, or a recovery code.
    public var code: String = ""
    /// `nil` with an ID token, if the account has no password.
    public var password: String?
    /// An ID token of a linked outside account, in place of `password`; `nil` with a password.
    public var idToken: String?
    /// What the ID token was made with; `nil` with a password.
    public var nonce: String?

    public init(code: String, password: String) {
        self.code = code
        self.password = password
    }

    /// For an account without a password.
    public init(code: String, proof: IDTokenProof) {
        self.code = code
        idToken = proof.idToken
        nonce = proof.nonce
    }

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(SecondSignIn.code, &code)
        body.field(AccountDeletion.password, &password)
        IDTokenProof.optionalFields(&body, &idToken, &nonce)
    }

    /// The ID token with its nonce; `nil` unless both are there.
    public var proof: IDTokenProof? { .both(idToken, nonce) }
}

extension SecondSignIn {
    /// Beside a password, where the call needs a code only of some.
    static let laterCode: BodyField<String?> = {
        var field = code
        field.description.summary =
            "A code of the second factor. Required if the account has one and signed in over 15 minutes ago."
        return field.optional
    }()
}
