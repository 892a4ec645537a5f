public import ParlayAPI

extension Parlay.Administration {
    /// The API keys of the tenant's servers.
    public var keys: Parlay.Keys { Parlay.Keys(engine: engine) }
}

extension Parlay {
    /// See `Parlay.Administration.keys`.
    public struct Keys: Sendable {
        let engine: Engine
    }
}

extension Parlay.Keys {
    /// Newest first, without their secrets and without revoked ones.
    public func all() -> Listing<APIKey> { Listing(Call(KeyCalls.list), of: engine) }

    /// One of them, without its secret. If there is none, or it was revoked, the problem is `not_found`.
    public func get(_ id: APIKey.ID) async throws(ParlayError) -> Versioned<APIKey> {
        try await engine.versioned(Call(KeyCalls.show, at: id))
    }

    /// Creates a key. The answer contains its secret, which is shown only once.
    ///
    ///     let made = try await parlay.admin.keys.create("Results from the stadium", scopes: [.writeEvents])
    ///
    /// - Parameters:
    ///   - label: what it is for.
    ///   - scopes: what it may do.
    ///   - networks: from where it may be used, in CIDR form; empty for anywhere.
    ///   - expiresAt: `nil` for never.
    public func create(
        _ label: String,
        scopes: [KeyScope],
        networks: [String] = [],
        expiresAt: Timestamp? = nil
    ) async throws(ParlayError) -> CreatedAPIKey {
        var key = APIKeyUpdate(label: .set(label), scopes: .set(scopes))
        if !networks.isEmpty { key.networks = .set(networks) }
        if let expiresAt { key.expiresAt = .set(expiresAt) }
        return try await engine.value(Call(KeyCalls.create, key))
    }

    /// Changes some fields of a key. Its secret stays the same.
    ///
    ///     try await parlay.admin.keys.update(key.id) { $0.scopes = .set([.readEvents]) }
    @discardableResult
    public func update(
        _ id: APIKey.ID,
        ifUnchanged version: Versioned<APIKey>? = nil,
        _ change: @Sendable (inout APIKeyUpdate) -> Void
    ) async throws(ParlayError) -> Versioned<APIKey> {
        var update = APIKeyUpdate()
        change(&update)
        return try await engine.versioned(Call(KeyCalls.change, at: id, update, ifMatch: version?.version))
    }

    /// Revokes a key, which stops working immediately.
    public func revoke(_ id: APIKey.ID) async throws(ParlayError) {
        try await engine.send(Call(KeyCalls.revoke, at: id))
    }
}
