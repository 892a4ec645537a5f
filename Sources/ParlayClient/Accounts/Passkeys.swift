public import ParlayAPI

extension Parlay {
    /// The caller's passkeys.
    public var passkeys: Passkeys { Passkeys(engine: engine) }

    /// See `Parlay.passkeys`.
    public struct Passkeys: Sendable {
        let engine: Engine
    }
}

extension Parlay.Passkeys {
    /// What the system needs to make a passkey, or to sign in with one. Valid for five minutes.
    ///
    /// - Parameter username: to sign in: only a passkey of this account does then.
    public func options(_ purpose: PasskeyPurpose, username: String? = nil) async throws(ParlayError)
        -> PasskeyOptions
    {
        try await engine.value(Call(PasskeyCalls.options, PasskeyCeremony(purpose, username: username)))
    }

    /// Newest first.
    public func all() -> Listing<Passkey> { Listing(Call(PasskeyCalls.list), of: engine) }

    /// Stores a new passkey.
    ///
    /// - Parameters:
    ///   - credential: what the system made, as WebAuthn's `RegistrationResponseJSON`.
    ///   - password: the account's.
    ///   - code: of the second factor, if the account has one and signed in over 15 minutes ago.
    /// - Throws: a problem `passkey_refused`, whose extension `check` says why.
    @discardableResult
    public func add(_ credential: JSONValue, label: String? = nil, password: String, code: String? = nil)
        async throws(ParlayError) -> Passkey
    {
        try await add(PasskeyDraft(credential, label: label, current: password), code)
    }

    /// The same for an account without a password.
    ///
    /// - Parameters:
    ///   - proof: of a sign-in to a linked outside account within the last five minutes.
    ///   - code: of the second factor, if the account has one and signed in over 15 minutes ago.
    @discardableResult
    public func add(_ credential: JSONValue, label: String? = nil, proof: IDTokenProof, code: String? = nil)
        async throws(ParlayError) -> Passkey
    {
        try await add(PasskeyDraft(credential, label: label, proof: proof), code)
    }

    private func add(_ draft: PasskeyDraft, _ code: String?) async throws(ParlayError) -> Passkey {
        var draft = draft
        draft.code = code
        return try await engine.value(Call(PasskeyCalls.create, draft))
    }

    /// Gives one another name; it may be empty.
    @discardableResult
    public func rename(_ id: Passkey.ID, to label: String) async throws(ParlayError) -> Passkey {
        try await engine.value(Call(PasskeyCalls.change, at: id, PasskeyUpdate(label: label)))
    }

    /// Deletes one. The last way to sign in stays: the problem is `last_credential`.
    public func delete(_ id: Passkey.ID) async throws(ParlayError) {
        try await engine.send(Call(PasskeyCalls.delete, at: id))
    }
}

extension Parlay.Account {
    /// Signs in with a passkey. A challenge signs in once, so the call is not retried: ask for new options instead.
    ///
    /// - Parameters:
    ///   - passkey: what the system signed, as WebAuthn's `AuthenticationResponseJSON`.
    ///   - device: the name of the token in the list of devices.
    /// - Throws: a problem `passkey_refused`, whose extension `check` says why.
    @discardableResult
    public func logIn(passkey: JSONValue, device: String? = nil) async throws(ParlayError) -> Profile {
        try await enter(Call(PasskeyCalls.signIn, PasskeyCredentials(passkey, device: device)))
    }
}
