internal import Foundation
public import ParlayAPI

extension Parlay {
    /// The caller's bets.
    public var bets: Bets { Bets(engine: engine) }

    /// The caller's paper money.
    public var wallet: Wallets { Wallets(engine: engine) }

    /// See `Parlay.bets`.
    public struct Bets: Sendable {
        let engine: Engine
    }

    /// See `Parlay.wallet`.
    public struct Wallets: Sendable {
        let engine: Engine
    }
}

extension Parlay.Bets {
    /// Places a single or a parlay. It has an idempotency key, so that a repeated call is one bet.
    ///
    ///     let draft = BetDraft(on: [outcome], stakeCents: 1_000)
    ///     do {
    ///         try await parlay.bets.place(draft)
    ///     } catch {
    ///         guard let change = error.priceChange else { throw error }
    ///         // Show the new prices; if the person agrees:
    ///         try await parlay.bets.place(draft.accepting(change))
    ///     }
    ///
    /// Other problems are `insufficient_funds`, `event_started`, `market_suspended`, `same_event` and
    /// `validation_failed` for a stake beyond the limits.
    @discardableResult
    public func place(_ draft: BetDraft) async throws(ParlayError) -> Bet {
        try await engine.value(Call(BetCalls.place, draft))
    }

    /// The latest first.
    ///
    /// - Parameters:
    ///   - statuses: only in these states; all if empty.
    ///   - events: only with a leg on one of these; all if empty.
    public func all(in statuses: Set<BetStatus> = [], on events: Set<SportsEvent.ID> = []) -> Listing<Bet> {
        let call = Call(BetCalls.list).asking(BetCalls.status, anyOf: statuses.map(\.rawValue))
            .asking(BetCalls.event, anyOf: events)
        return Listing(call, of: engine)
    }

    /// A bet of the caller; if it is another person's or there is none, the problem is `not_found`.
    public func get(_ id: Bet.ID) async throws(ParlayError) -> Bet {
        try await engine.value(Call(BetCalls.show, at: id))
    }
}

extension Parlay.Wallets {
    /// The present balance. The first call opens the wallet with the tenant's starting balance.
    public func get() async throws(ParlayError) -> Wallet {
        try await engine.value(Call(BetCalls.showWallet))
    }

    /// Every change of the balance, the latest first.
    public func entries() -> Listing<WalletEntry> { Listing(Call(BetCalls.entries), of: engine) }
}

// MARK: - A bet slip

extension BetDraft {
    /// A bet on these outcomes at the prices that they show.
    public init(on outcomes: [Outcome], stakeCents: Int64, accept: PriceAcceptance = .exact) {
        self.init(
            legs: outcomes.map { LegDraft(outcomeID: $0.id, price: $0.price) },
            stakeCents: stakeCents,
            accept: accept
        )
    }

    /// All legs together.
    public var price: ParlayPrice { ParlayPrice(legs.map(\.price)) }

    /// What the bet pays at its prices if every leg is won, the stake included; exactly what the server computes.
    /// `nil` if it is too large for any limit.
    public var potentialPayoutCents: Int64? { price.payout(stakeCents: stakeCents) }

    /// The same bet at the prices now.
    public func accepting(_ change: PriceChange) -> BetDraft {
        var draft = self
        for moved in change.legs {
            for position in draft.legs.indices where draft.legs[position].outcomeID == moved.outcomeID {
                draft.legs[position].price = moved.price
            }
        }
        return draft
    }
}

/// Why a bet was refused with `price_changed`.
public struct PriceChange: Hashable, Sendable {
    /// Every leg whose price has moved beyond what the bet accepts.
    public var legs: [MovedPrice]

    public init(legs: [MovedPrice]) { self.legs = legs }

    /// The leg of an outcome; `nil` if its price has not moved.
    public subscript(outcome: Outcome.ID) -> MovedPrice? { legs.first { $0.outcomeID == outcome } }
}

extension ParlayError {
    /// The new prices if the problem is `price_changed`; otherwise `nil`.
    public var priceChange: PriceChange? {
        guard code == "price_changed", let legs = problem?.extensions["legs"],
            let moved = try? JSONDecoder().decode([MovedPrice].self, from: Data(legs.jsonBytes()))
        else { return nil }
        return PriceChange(legs: moved)
    }

    /// Whether the stake exceeds the balance.
    public var hasInsufficientFunds: Bool { code == "insufficient_funds" }
}
