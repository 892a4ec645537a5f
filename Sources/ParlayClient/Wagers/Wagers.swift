public import ParlayAPI

extension Parlay {
    /// Friendly bets, from the offer to the payment.
    public var wagers: Wagers { Wagers(engine: engine) }

    /// The categories of wagers, in the order to show them; `Other` is the last.
    public func categories() async throws(ParlayError) -> [String] {
        let page: ListPage<String> = try await engine.value(Call(CategoryCalls.list))
        return page.items
    }

    /// See `Parlay.wagers`.
    public struct Wagers: Sendable {
        let engine: Engine
    }
}

// MARK: - Posing

extension Parlay.Wagers {
    /// The current wager, with the version that `ifUnchanged` takes.
    public func get(_ id: Wager.ID) async throws(ParlayError) -> Versioned<Wager> {
        try await engine.versioned(Call(WagerCalls.show, at: id))
    }

    /// What the link of a public wager shows to people who have no account. Needs no token where the tenant's setting
    /// `public_offers` is on.
    public func offer(_ id: Wager.ID) async throws(ParlayError) -> WagerOffer {
        try await engine.value(Call(WagerCalls.offer, at: id))
    }

    /// Poses a wager, which is then open to be taken.
    ///
    ///     try await parlay.wagers.pose(
    ///         WagerDraft(name: "Chess in the park", amountCents: 2_000, category: "Games")
    ///     )
    ///
    /// - Parameter draft: its category is one of `categories()`, and `closesAt` lies ahead; else the problem is
    ///     `validation_failed`.
    @discardableResult
    public func pose(_ draft: WagerDraft) async throws(ParlayError) -> Versioned<Wager> {
        try await engine.versioned(Call(WagerCalls.pose, draft))
    }

    /// Replaces your own open wager; start from `WagerDraft(of:)`. Once it has been taken,
    /// the problem is `wager_state`.
    ///
    /// - Parameter version: when the wager has changed since, the call is refused with `precondition_failed`.
    @discardableResult
    public func replace(
        _ id: Wager.ID,
        with draft: WagerDraft,
        ifUnchanged version: Versioned<Wager>? = nil
    ) async throws(ParlayError) -> Versioned<Wager> {
        try await engine.versioned(
            Call(WagerCalls.edit, at: id, draft, ifMatch: version?.version)
        )
    }

    /// Withdraws your own open wager.
    public func delete(_ id: Wager.ID, ifUnchanged version: Versioned<Wager>? = nil)
        async throws(ParlayError)
    {
        try await engine.send(Call(WagerCalls.delete, at: id, ifMatch: version?.version))
    }
}

extension WagerDraft {
    /// The current wager as a draft to edit; `nil` if its audience is unknown to this program, because an edit would
    /// offer it to others than before.
    public init?(of wager: Wager) {
        guard let audience = wager.audience.known else { return nil }
        self.init(
            name: wager.name,
            description: wager.description,
            amountCents: wager.amountCents,
            category: wager.category,
            moreCategories: Array(wager.categories.dropFirst()),
            place: wager.place,
            closesAt: wager.closesAt,
            audience: audience,
            audienceUsername: wager.audienceUsername
        )
    }
}
