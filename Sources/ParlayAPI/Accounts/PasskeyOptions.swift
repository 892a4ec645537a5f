/// What a browser or a system needs to make a passkey, or to sign in with one, in the names of WebAuthn Level 3, section 5.1:
/// `PublicKeyCredentialCreationOptionsJSON` or `PublicKeyCredentialRequestOptionsJSON`. Give its JSON to
/// `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`.
public struct PasskeyOptions: Resource, Hashable {
    /// Base64url. Valid once, for five minutes.
    public var challenge: String
    /// In milliseconds.
    public var timeout: Int64
    /// The host that passkeys are for, to sign in; to make one, `rp` has it.
    public var rpID: String?
    /// `required`, to sign in.
    public var userVerification: String?
    /// Empty, to sign in: the authenticator knows whose passkeys it has.
    public var allowCredentials: [JSONValue]?
    /// The host and the app's name, to make one.
    public var rp: JSONValue?
    /// The person, to make one.
    public var user: JSONValue?
    /// The algorithms of signatures, to make one.
    public var keyParameters: [JSONValue]?
    /// Passkeys that the person has already, to make one.
    public var excludeCredentials: [JSONValue]?
    /// What the authenticator must be able to do, to make one.
    public var authenticatorSelection: JSONValue?
    /// `none`, to make one.
    public var attestation: String?

    /// For a sign-in.
    package init(challenge: String, timeout: Int64, relyingParty: String) {
        self.challenge = challenge
        self.timeout = timeout
        rpID = relyingParty
        userVerification = "required"
        allowCredentials = []
    }

    /// For a new passkey.
    ///
    /// - Parameters:
    ///   - user: with an id, a name and a name to show.
    ///   - algorithms: as COSE numbers them, the preferred ones first.
    ///   - known: the passkeys that the person has.
    package init(
        challenge: String,
        timeout: Int64,
        relyingParty: (id: String, name: String),
        user: JSONValue,
        algorithms: [Int64],
        known: [JSONValue]
    ) {
        self.challenge = challenge
        self.timeout = timeout
        rp = ["id": .string(relyingParty.id), "name": .string(relyingParty.name)]
        self.user = user
        keyParameters = algorithms.map { ["type": "public-key", "alg": .integer($0)] }
        excludeCredentials = known
        authenticatorSelection = [
            "residentKey": "required", "requireResidentKey": true, "userVerification": "required",
        ]
        attestation = "none"
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("challenge", &challenge, "Base64url. Valid once, for five minutes.")
        object.member("timeout", &timeout, "In milliseconds.")
        object.memberIfPresent("rpId", &rpID, "For `sign_in`: the host that passkeys are for.")
        object.memberIfPresent("userVerification", &userVerification, "For `sign_in`: `required`.")
        object.memberIfPresent(
            "allowCredentials",
            &allowCredentials,
            "For `sign_in`: empty. The authenticator knows whose passkeys it has, so nobody learns here who has one."
        )
        object.memberIfPresent(
            "rp",
            &rp,
            "For `create`: the host that the passkey is for, and the app's name."
        )
        object.memberIfPresent("user", &user, "For `create`: the person.")
        object.memberIfPresent(
            "pubKeyCredParams",
            &keyParameters,
            "For `create`: ES256, EdDSA and RS256 as COSE numbers them."
        )
        object.memberIfPresent(
            "excludeCredentials",
            &excludeCredentials,
            "For `create`: the passkeys that you have already."
        )
        object.memberIfPresent(
            "authenticatorSelection",
            &authenticatorSelection,
            "For `create`: a discoverable credential, with user verification."
        )
        object.memberIfPresent("attestation", &attestation, "For `create`: `none`.")
    }
}

extension PasskeyOptions {
    package static var schemaSummary: String {
        "What a browser needs to make a passkey, or to sign in with one."
    }

    package static var example: PasskeyOptions {
        var options = PasskeyOptions(
            challenge: "3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
            timeout: 300_000,
            relyingParty: (id: "play.example.org", name: "Demo"),
            user: ["id": "rZ2v0mJtT7Wl4A", "name": "ada", "displayName": "Ada Byron"],
            algorithms: [-7, -8, -257],
            known: []
        )
        options.rpID = "play.example.org"
        options.userVerification = "required"
        options.allowCredentials = []
        return options
    }
}
