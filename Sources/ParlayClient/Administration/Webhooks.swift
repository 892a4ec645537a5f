public import ParlayAPI

extension Parlay.Administration {
    /// The addresses that are told of what happens in the tenant.
    public var webhooks: Parlay.Webhooks { Parlay.Webhooks(engine: engine) }
}

extension Parlay {
    public struct Webhooks: Sendable {
        let engine: Engine
    }
}

extension Parlay.Webhooks {
    /// Without their secrets.
    public func all() -> Listing<Webhook> { Listing("admin/webhooks/", of: engine) }

    public func get(_ id: Webhook.ID) async throws(ParlayError) -> Versioned<Webhook> {
        try await engine.versioned(.get("admin/webhooks/\(id)/"))
    }

    /// Registers an address. The secret that signs what is sent is in the answer, this once.
    ///
    /// - Parameter events: types such as `match.made`; `WebhookUpdate.everything` is all.
    public func add(_ url: String, events: [String] = [WebhookUpdate.everything]) async throws(ParlayError)
        -> Versioned<Webhook>
    {
        let webhook = WebhookUpdate(url: .set(url), events: .set(events))
        return try await engine.versioned(.post("admin/webhooks/", webhook))
    }

    /// Changes some of a webhook, or turns it off and on.
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
            .patch("admin/webhooks/\(id)/", update, ifMatch: version?.version)
        )
    }

    public func remove(_ id: Webhook.ID) async throws(ParlayError) {
        try await engine.send(.delete("admin/webhooks/\(id)/"))
    }

    /// Replaces the secret, which is in the answer, this once. For a day both sign.
    public func replaceSecret(of id: Webhook.ID) async throws(ParlayError) -> Versioned<Webhook> {
        try await engine.versioned(.post("admin/webhooks/\(id)/secret/"))
    }

    /// What was sent to a webhook: one entry an attempt, newest first.
    public func deliveries(to id: Webhook.ID) -> Listing<WebhookDelivery> {
        Listing("admin/webhooks/\(id)/deliveries/", of: engine)
    }

    /// Sends an event once more.
    @discardableResult
    public func replay(_ delivery: WebhookDelivery.ID, to id: Webhook.ID) async throws(ParlayError)
        -> WebhookDelivery
    {
        try await engine.value(.post("admin/webhooks/\(id)/deliveries/\(delivery)/replay/"))
    }
}
