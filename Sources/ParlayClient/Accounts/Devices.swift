public import ParlayAPI

extension Parlay {
    /// The caller's tokens, one a device.
    public var devices: Devices { Devices(engine: engine) }

    public struct Devices: Sendable {
        let engine: Engine
    }
}

extension Parlay.Devices {
    /// Newest first.
    public func all() -> Listing<TokenInfo> { Listing("tokens/", of: engine) }

    /// Signs a device out. One's own too: the next call then is refused.
    public func revoke(_ id: TokenInfo.ID) async throws(ParlayError) {
        try await engine.send(.delete("tokens/\(id)/"))
    }
}
