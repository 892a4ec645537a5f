public import ParlayAPI

extension Parlay {
    /// The caller's signed-in devices, each with one token.
    public var devices: Devices { Devices(engine: engine) }

    /// See `Parlay.devices`.
    public struct Devices: Sendable {
        let engine: Engine
    }
}

extension Parlay.Devices {
    /// Newest first.
    public func all() -> Listing<TokenInfo> { Listing(Call(TokenCalls.list), of: engine) }

    /// Signs out a device. If it is this one, its next call is refused.
    public func revoke(_ id: TokenInfo.ID) async throws(ParlayError) {
        try await engine.send(Call(TokenCalls.revoke, at: id))
    }
}
