public import ParlayAPI

extension Parlay.Administration {
    /// The endpoints that events of the tenant are sent to.
    public var webhooks: Parlay.Webhooks { Parlay.Webhooks(engine: engine) }
}

extension Parlay {
    /// See `Parlay.Administration.webhooks`.
    public struct Webhooks: Sendable {
        let engine: Engine
    }
}

extension Parlay.Webhooks {
    /// Without their secrets.
    public func all() -> Listing<Webhook> { Listing(Call(WebhookCalls.list), of: engine) }

    /// One of them, without its secret. If there is none, the problem is `not_found`.
    public func get(_ id: Webhook.ID) async throws(ParlayError) -> Versioned<Webhook> {
        try await engine.versioned(Call(WebhookCalls.show, at: id))
    }

    /// Registers an endpoint. The answer contains the secret that signs events, which is shown only once.
    ///
    /// - Parameter events: types such as `match.made`; `WebhookUpdate.everything` means all.
    public func add(_ url: String, events: [String] = [WebhookUpdate.everything]) async throws(ParlayError)
        -> Versioned<Webhook>
    {
        let webhook = WebhookUpdate(url: .set(url), events: .set(events))
        return try await engine.versioned(Call(WebhookCalls.create, webhook))
    }

    /// Changes some fields of a webhook, or turns it off or on.
    ///
    ///     try await parlay.admin.webhooks.update(webhook.id) { $0.enabled = .set(false) }
    @discardableResult
    public func update(
        _ id: Webhook.ID,
        ifUnchanged version: Versioned<Webhook>? = nil,
        _ change: @Sendable (inout WebhookUpdate) -> Void
    ) async throws(ParlayError) -> Versioned<Webhook> {
        var update = WebhookUpdate()
        change(&update)
        return try await engine.versioned(
            Call(WebhookCalls.change, at: id, update, ifMatch: version?.version)
        )
    }

    /// Deletes the webhook and its deliveries.
    public func remove(_ id: Webhook.ID) async throws(ParlayError) {
        try await engine.send(Call(WebhookCalls.delete, at: id))
    }

    /// Replaces the secret. The answer contains the new one, which is shown only once. For a day both sign.
    public func replaceSecret(of id: Webhook.ID) async throws(ParlayError) -> Versioned<Webhook> {
        try await engine.versioned(Call(WebhookCalls.rotate, at: id))
    }

    /// Sends an event of the type `webhook.test`; `deliveries(to:)` shows what becomes of it.
    @discardableResult
    public func test(_ id: Webhook.ID) async throws(ParlayError) -> WebhookDelivery {
        try await engine.value(Call(WebhookCalls.test, at: id))
    }

    /// The deliveries to a webhook: one entry for each attempt, newest first.
    public func deliveries(to id: Webhook.ID) -> Listing<WebhookDelivery> {
        Listing(Call(WebhookCalls.listDeliveries, at: id), of: engine)
    }

    /// Resends an event.
    @discardableResult
    public func replay(_ delivery: WebhookDelivery.ID, to id: Webhook.ID) async throws(ParlayError)
        -> WebhookDelivery
    {
        try await engine.value(
            Call(WebhookCalls.replay, at: WebhookDelivery.Target(webhook: id, delivery: delivery))
        )
    }
}
