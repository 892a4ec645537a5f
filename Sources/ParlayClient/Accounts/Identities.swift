public import ParlayAPI

extension Parlay {
    /// The caller's outside accounts, such as those at Google or Apple.
    public var identities: Identities { Identities(engine: engine) }

    /// See `Parlay.identities`.
    public struct Identities: Sendable {
        let engine: Engine
    }
}

extension Parlay.Identities {
    /// Newest first.
    public func all() -> Listing<Identity> { Listing(Call(IdentityCalls.list), of: engine) }

    /// Links the outside account of an ID token. Linking it again changes nothing.
    ///
    /// - Parameter nonce: what the app made for this sign-in; see `Account.logIn(idToken:nonce:device:)`.
    @discardableResult
    public func link(idToken: String, nonce: String) async throws(ParlayError) -> Identity {
        try await engine.value(Call(IdentityCalls.link, IDTokenProof(idToken: idToken, nonce: nonce)))
    }

    /// Links an account of a service without ID tokens, such as GitHub. Linking it again changes nothing.
    @discardableResult
    public func link(_ proof: OAuthProof) async throws(ParlayError) -> Identity {
        try await engine.value(Call(OAuthCalls.link, proof))
    }

    /// Unlinks one. The last of an account without a password stays: the problem is `last_sign_in`.
    public func unlink(_ id: Identity.ID) async throws(ParlayError) {
        try await engine.send(Call(IdentityCalls.unlink, at: id))
    }
}

/// How a sign-in with an outside account ended.
public enum IDTokenSignIn: Sendable, Hashable {
    case signedIn(Profile)
    /// The token is valid, but no account has its identity. The person may register, without a password.
    case newcomer(Newcomer)
}

/// A person who may register with an outside account.
public struct Newcomer: Sendable, Hashable {
    /// For `Registration`. Valid for 15 minutes, and for one account.
    public var registrationTicket: String
    /// What the issuer says about the person, to fill in the form. Apple never tells a name here: it gives it to the app.
    public var email: String?
    /// What the issuer says; `nil` if it says none.
    public var firstName: String?
    /// What the issuer says; `nil` if it says none.
    public var lastName: String?

    public init(
        registrationTicket: String,
        email: String? = nil,
        firstName: String? = nil,
        lastName: String? = nil
    ) {
        self.registrationTicket = registrationTicket
        self.email = email
        self.firstName = firstName
        self.lastName = lastName
    }

    /// `nil` for a problem that brings no ticket.
    init?(_ problem: Problem) {
        func text(_ name: String) -> String? {
            if case .string(let text)? = problem.extensions[name] { text } else { nil }
        }
        guard problem.code == "no_account", let ticket = text("registration_ticket") else { return nil }
        registrationTicket = ticket
        email = text("email")
        firstName = text("first_name")
        lastName = text("last_name")
    }
}

extension Parlay.Account {
    /// Signs in with an ID token of an issuer that the tenant trusts, such as Google or Apple. A token signs in once.
    ///
    /// If the connection breaks, the call is not retried, because the token may be used up: let the person sign in to the
    /// outside account again.
    ///
    /// - Parameters:
    ///   - nonce: 16 to 255 random characters that the app made for this sign-in and gave to the issuer, as they are or as
    ///     their SHA-256 in lower-case hex.
    ///   - device: the name of the token in the list of devices.
    /// - Throws: a problem `oidc_token_refused`, whose extension `check` says why.
    public func logIn(idToken: String, nonce: String, device: String? = nil) async throws(ParlayError)
        -> IDTokenSignIn
    {
        try await signIn(
            Call(IdentityCalls.signIn, IDTokenCredentials(idToken: idToken, nonce: nonce, device: device))
        )
    }

    /// Signs in with an account of a service without ID tokens, such as GitHub or Discord. A code signs in once.
    ///
    /// If the connection breaks, the call is not retried, because the code may be used up: let the person sign in there again.
    ///
    /// - Throws: a problem `oauth_code_refused`, whose extension `check` says why.
    public func logIn(oauth credentials: OAuthCredentials) async throws(ParlayError) -> IDTokenSignIn {
        try await signIn(Call(OAuthCalls.signIn, credentials))
    }

    private func signIn(_ call: Call<SignedIn>) async throws(ParlayError) -> IDTokenSignIn {
        do {
            return .signedIn(try await enter(call))
        } catch .problem(let problem, let delay) {
            guard let newcomer = Newcomer(problem) else { throw .problem(problem, retryAfter: delay) }
            return .newcomer(newcomer)
        }
    }

    /// Sets a password for an account without one, and revokes the tokens of all other devices.
    ///
    /// - Parameters:
    ///   - proof: of a sign-in to a linked outside account within the last five minutes.
    ///   - code: of the second factor, if the account has one and signed in over 15 minutes ago.
    public func setPassword(to new: String, proof: IDTokenProof, code: String? = nil)
        async throws(ParlayError)
    {
        try await engine.send(
            Call(AccountCalls.changePassword, PasswordChange(proof: proof, new: new, code: code))
        )
    }

    /// Permanently deletes an account without a password, and signs out.
    ///
    /// - Parameters:
    ///   - proof: of a sign-in to a linked outside account within the last five minutes.
    ///   - code: of the second factor, if the account has one and signed in over 15 minutes ago.
    public func delete(proof: IDTokenProof, code: String? = nil) async throws(ParlayError) {
        try await delete(AccountDeletion(proof: proof), code)
    }
}
