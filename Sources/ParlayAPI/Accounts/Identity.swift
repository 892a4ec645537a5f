/// An account at another service, such as Google or GitHub, that is linked to the caller's.
public struct Identity: Resource, Hashable {
    public var id: Int64
    /// The issuer's URL: `https://accounts.google.com`. Of a service without ID tokens, the address of its profiles.
    public var issuer: String
    /// What the issuer calls the person's address, proven or not.
    public var email: String?
    /// When it was linked to the account.
    public var createdAt: Timestamp
    /// The last sign-in with it.
    public var lastUsedAt: Timestamp?

    public init(
        id: Int64,
        issuer: String,
        email: String? = nil,
        createdAt: Timestamp,
        lastUsedAt: Timestamp? = nil
    ) {
        self.id = id
        self.issuer = issuer
        self.email = email
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("id", &id, "The identity's id.")
        object.member(
            "issuer",
            &issuer,
            "The URL of the issuer, as in its tokens. Of a service without ID tokens, the address of its profiles: `https://api.github.com/user`."
        )
        object.member("email", &email, "The address that the issuer last named, proven or not.")
        object.member("created_at", &createdAt, "When it was linked.")
        object.member("last_used_at", &lastUsedAt, "When it was last used to sign in.")
    }
}

extension Identity {
    package static var schemaSummary: String { "An outside account that is linked to yours." }

    package static var example: Identity {
        Identity(
            id: 3,
            issuer: "https://accounts.google.com",
            email: "ada@example.org",
            createdAt: .example,
            lastUsedAt: .exampleHour
        )
    }
}

/// The body of `POST /login/oidc/`.
public struct IDTokenCredentials: RequestBody, Hashable {
    /// What the issuer gave the app.
    public var idToken: String = ""
    /// What the app made for this sign-in.
    public var nonce: String = ""
    /// A label for the token.
    public var device: String?

    public init(idToken: String, nonce: String, device: String? = nil) {
        self.idToken = idToken
        self.nonce = nonce
        self.device = device
    }

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(IDTokenProof.idToken, &idToken)
        body.field(IDTokenProof.nonce, &nonce)
        body.field(Credentials.device, &device)
    }
}

/// The body of `POST /identities/`.
public struct IDTokenProof: RequestBody, Hashable {
    /// The ID token that the issuer gave the app.
    public var idToken: String = ""
    /// The random text that the app made for this sign-in. The token contains it, or its SHA-256 in
    /// lower-case hex.
    public var nonce: String = ""

    public init(idToken: String, nonce: String) {
        self.idToken = idToken
        self.nonce = nonce
    }

    package static let idToken = BodyField.text(
        "id_token",
        1...12_288,
        "The ID token that the issuer gave the app."
    )
    package static let nonce = BodyField.text(
        "nonce",
        16...255,
        "The random value that the app made for this sign-in. The token contains it, or its SHA-256 in lower-case hex."
    )
    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.idToken, &idToken)
        body.field(Self.nonce, &nonce)
    }

    /// Both or none of them, in place of a password.
    static func optionalFields(
        _ body: inout some BodyVisitor,
        _ idToken: inout String?,
        _ nonce: inout String?
    ) {
        body.field(optionalIDToken, &idToken)
        body.field(optionalNonce, &nonce)
        let (hasToken, hasNonce) = (idToken != nil, nonce != nil)
        body.check { body in
            if hasToken, !hasNonce, body.isValid(optionalNonce) {
                body.refuse(
                    optionalNonce,
                    FieldRule("besideIDToken", "This field is required beside id_token.")
                )
            } else if !hasToken, hasNonce, body.isValid(optionalIDToken) {
                body.refuse(
                    optionalIDToken,
                    FieldRule("besideNonce", "This field is required beside nonce.")
                )
            }
        }
    }

    static func both(_ idToken: String?, _ nonce: String?) -> IDTokenProof? {
        guard let idToken, let nonce else { return nil }
        return IDTokenProof(idToken: idToken, nonce: nonce)
    }

    private static let optionalIDToken = describe(
        idToken,
        "In place of the password of an account without one: an ID token of a linked identity, at most 5 minutes old."
    )
    private static let optionalNonce = describe(nonce, "The nonce of `id_token`.")

    private static func describe(_ field: BodyField<String>, _ summary: String) -> BodyField<String?> {
        var field = field
        field.description.summary = summary
        return field.optional
    }
}
