/// A passkey of the caller (WebAuthn). Signs in without a password.
public struct Passkey: Resource, Hashable {
    public var id: Int64
    /// The name that the person gave it; may be empty.
    public var label: String
    /// When it was made.
    public var createdAt: Timestamp
    /// The last sign-in with it.
    public var lastUsedAt: Timestamp?
    /// Whether a copy of it exists, as in a password manager that syncs.
    public var backedUp: Bool
    /// How a browser reaches the authenticator: `internal`, `hybrid`, `usb`, `nfc`.
    public var transports: [String]

    public init(
        id: Int64,
        label: String,
        createdAt: Timestamp,
        lastUsedAt: Timestamp? = nil,
        backedUp: Bool,
        transports: [String]
    ) {
        self.id = id
        self.label = label
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.backedUp = backedUp
        self.transports = transports
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("id", &id, "The passkey's id.")
        object.member("label", &label, "The name that you gave it; may be empty.")
        object.member("created_at", &createdAt, "When it was made.")
        object.member("last_used_at", &lastUsedAt, "When it was last used to sign in.")
        object.member(
            "backed_up",
            &backedUp,
            "Whether a copy of it exists, as in a password manager that syncs."
        )
        object.member(
            "transports",
            &transports,
            "How a browser reaches the authenticator: `internal`, `hybrid`, `usb`, `nfc`."
        )
    }
}

extension Passkey {
    package static var schemaSummary: String { "A passkey, which signs in without a password." }

    package static var example: Passkey {
        Passkey(
            id: 3,
            label: "Ada's phone",
            createdAt: .example,
            lastUsedAt: .exampleHour,
            backedUp: true,
            transports: ["hybrid", "internal"]
        )
    }
}

/// What a ceremony is for.
public enum PasskeyPurpose: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
    /// To make a passkey.
    case create
    case signIn = "sign_in"
}

/// The body of `POST /passkeys/options/`.
public struct PasskeyCeremony: RequestBody, Hashable {
    /// What the options are for.
    public var purpose: PasskeyPurpose = .signIn
    /// Or the email. Only a passkey of this account signs in then; `nil` for any.
    public var username: String?

    /// - Parameter username: to sign in: only a passkey of this account does then.
    public init(_ purpose: PasskeyPurpose, username: String? = nil) {
        self.purpose = purpose
        self.username = username
    }

    package static let purpose = BodyField<PasskeyPurpose>.choice(
        "purpose",
        "`create` to make a passkey, `sign_in` to sign in with one."
    )
    package static let username = BodyField.text(
        "username",
        1...254,
        "For `sign_in`: the username or the email, if only a passkey of this account may sign in."
    )
    .optional

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.purpose, &purpose)
        body.field(Self.username, &username)
    }
}

/// The body of `POST /passkeys/`.
public struct PasskeyDraft: RequestBody, Hashable {
    /// A name for the passkey.
    public var label: String?
    /// `RegistrationResponseJSON`, as the browser or the system made it.
    public var credential: JSONValue = [:]
    /// The current password; `nil` with an ID token, if the account has no password.
    public var current: String?
    /// An ID token of a linked outside account, in place of `current`; `nil` with a password.
    public var idToken: String?
    /// What the ID token was made with; `nil` with a password.
    public var nonce: String?
    /// A code of the second factor, if the account has one and signed in over 15 minutes ago.
    public var code: String?

    /// For an account with a password.
    public init(_ credential: JSONValue, label: String? = nil, current: String) {
        self.credential = credential
        self.label = label
        self.current = current
    }

    /// For an account without a password.
    public init(_ credential: JSONValue, label: String? = nil, proof: IDTokenProof) {
        self.credential = credential
        self.label = label
        idToken = proof.idToken
        nonce = proof.nonce
    }

    package static let label = BodyField.name("label", 0...100, "A name for the passkey.").optional
    package static let credential = BodyField.anyObject(
        "credential",
        "What `navigator.credentials.create()` gave, as `RegistrationResponseJSON` (WebAuthn Level 3, section 5.1)."
    )

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.label, &label)
        body.field(Self.credential, &credential)
        body.field(PasswordChange.current, &current)
        IDTokenProof.optionalFields(&body, &idToken, &nonce)
        body.field(SecondSignIn.laterCode, &code)
    }

    /// The ID token with its nonce; `nil` unless both are there.
    public var proof: IDTokenProof? { .both(idToken, nonce) }
}

/// The body of `PATCH /passkeys/{id}/`.
public struct PasskeyUpdate: RequestBody, Hashable {
    /// May be empty.
    public var label: Change<String> = .keep

    public init(label: String) {
        self.label = .set(label)
    }

    package static let label = BodyField.name("label", 0...100, "A name for the passkey.")

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.label, &label)
    }
}

/// The body of `POST /login/passkey/`.
public struct PasskeyCredentials: RequestBody, Hashable {
    /// `AuthenticationResponseJSON`, as the browser or the system made it.
    public var credential: JSONValue = [:]
    /// A label for the token.
    public var device: String?

    /// - Parameter device: a label for the token.
    public init(_ credential: JSONValue, device: String? = nil) {
        self.credential = credential
        self.device = device
    }

    package static let credential = BodyField.anyObject(
        "credential",
        "What `navigator.credentials.get()` gave, as `AuthenticationResponseJSON` (WebAuthn Level 3, section 5.1)."
    )

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.credential, &credential)
        body.field(Credentials.device, &device)
    }
}
