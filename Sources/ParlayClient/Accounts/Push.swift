public import ParlayAPI

extension Parlay {
    /// The browsers and apps that get the caller's notices as push messages.
    public var push: Push { Push(engine: engine) }

    /// See `Parlay.push`.
    public struct Push: Sendable {
        let engine: Engine
    }
}

extension Parlay.Push {
    /// The devices, and the key with which a browser subscribes.
    public func devices() async throws(ParlayError) -> PushDevices {
        try await engine.value(Call(PushCalls.list))
    }

    /// Sends notices to a browser that subscribed, or to this app, until the token of this client is signed out:
    /// `try await parlay.push.add(PushSubscription(platform: .apns, token: deviceToken))`.
    @discardableResult
    public func add(_ subscription: PushSubscription) async throws(ParlayError) -> PushDevice {
        try await engine.value(Call(PushCalls.add, subscription))
    }

    /// Sends no more notices to a device.
    public func delete(_ id: PushDevice.ID) async throws(ParlayError) {
        try await engine.send(Call(PushCalls.delete, at: id))
    }
}
