internal import Database
package import ParlayAPI
package import Tenancy

/// The rules of placing a bet, whoever holds the transaction.
package struct BetPlacement {
    private let work: TenantTransaction
    private let settings: TenantSettings

    /// - Parameter work: of the account that bets: the transaction is scoped to it.
    package init(_ work: TenantTransaction, _ settings: TenantSettings) {
        self.work = work
        self.settings = settings
    }

    private var tenant: TenantID { work.tenant }

    /// Places a bet at the prices in force: two round trips, between which the outcomes and the wallet are locked. The first
    /// bet of an account takes a third, which opens its wallet.
    package func place(_ draft: BetDraft) async throws -> Bet {
        try check(draft)
        let outcomes: Parameter = .integers(draft.legs.map(\.outcomeID))
        let (locked, wallets, held) = try await work.read(
            BetStore.lockLegs(.id(tenant), outcomes),
            WalletStore.lockOwn(.id(tenant)),
            BetStore.positions(.id(tenant), outcomes)
        )
        let quotes = try match(draft.legs, with: try locked.all)
        let (wallet, positions) =
            if let wallet = try wallets.first {
                (wallet, try held.all)
            } else {
                try await openWallet(outcomes)
            }
        let price = ParlayPrice(quotes.map(\.outcome.price))
        let potential = price.payout(stakeCents: draft.stakeCents) ?? .max
        try check(draft.stakeCents, potential, quotes, positions)
        try checkState(of: quotes)
        try checkPrices(of: quotes, draft)
        guard draft.stakeCents <= wallet.balanceCents else {
            throw SportsbookError.insufficientFunds(balanceCents: wallet.balanceCents)
        }
        let id = try await work.read(
            BetStore.place(
                .id(tenant),
                .integer(draft.stakeCents),
                .integer(potential),
                .time(work.now),
                .integers(quotes.map(\.market.event.rawValue)),
                .integers(quotes.map(\.outcome.id.rawValue)),
                .integers(quotes.map { Int64($0.outcome.price.rawValue) })
            )
        ).one
        return bet(id, draft.stakeCents, potential, price, quotes)
    }

    /// Opens the wallet and locks it. What the account holds is read again, because another bet may have opened the wallet and
    /// committed meanwhile.
    private func openWallet(_ outcomes: Parameter) async throws -> (WalletRow, [Position]) {
        let (_, wallets, held) = try await work.read(
            RowQuery<UnreadRow>(
                WalletStore.open(
                    .id(tenant),
                    .integer(settings[SportsbookSettings.startingBalance]),
                    .time(work.now)
                )
            ),
            WalletStore.lockOwn(.id(tenant)),
            BetStore.positions(.id(tenant), outcomes)
        )
        return (try wallets.one, try held.all)
    }

    private func bet(
        _ id: BetID,
        _ stakeCents: Int64,
        _ potentialCents: Int64,
        _ price: ParlayPrice,
        _ quotes: [Quote]
    ) -> Bet {
        Bet(
            id: id.rawValue,
            legs: quotes.map(\.leg),
            stakeCents: stakeCents,
            priceDecimal: price.decimal ?? DecimalPrice(tenThousandths: .max),
            potentialPayoutCents: potentialCents,
            placedAt: work.now
        )
    }

    // MARK: Refusals, in their order

    private func check(_ draft: BetDraft) throws {
        let minimum = settings[SportsbookSettings.minimumStake]
        guard draft.stakeCents >= minimum else {
            throw SportsbookError.position(
                FieldRule(
                    "stakeAtLeast",
                    "The stake must be at least \(Cents.dollars(minimum)).",
                    ["amount": .cents(minimum)]
                )
            )
        }
        let maximum = settings[SportsbookSettings.maximumStake]
        guard draft.stakeCents <= maximum else {
            throw SportsbookError.position(
                FieldRule(
                    "stakeAtMost",
                    "The stake must be at most \(Cents.dollars(maximum)).",
                    ["amount": .cents(maximum)]
                )
            )
        }
    }

    /// The outcomes in the order of the legs.
    private func match(_ legs: [LegDraft], with quotes: [Quote]) throws -> [Quote] {
        var matched: [Quote] = []
        for (number, leg) in legs.enumerated() {
            guard let quote = quotes.first(where: { $0.outcome.id.rawValue == leg.outcomeID }) else {
                throw SportsbookError.unknownOutcome(leg: number)
            }
            matched.append(quote)
        }
        guard Set(matched.map(\.market.event)).count == legs.count else { throw SportsbookError.sameEvent }
        return matched
    }

    /// The limits hold for the position: each outcome counts the whole stake and payout of every open bet on it.
    private func check(
        _ stakeCents: Int64,
        _ potentialCents: Int64,
        _ quotes: [Quote],
        _ positions: [Position]
    ) throws {
        let maximumStake = settings[SportsbookSettings.maximumStake]
        let maximumPayout = settings[SportsbookSettings.maximumPayout]
        for quote in quotes {
            let position = positions.first { $0.outcome == quote.outcome.id }
            let (stake, payout) = (position?.stakeCents ?? 0, position?.payoutCents ?? 0)
            guard stake + stakeCents <= maximumStake else {
                throw SportsbookError.position(
                    FieldRule(
                        "stakesOnOutcome",
                        "With this bet, your stakes on \(quote.outcome.name) would exceed \(Cents.dollars(maximumStake)).",
                        ["name": .text(quote.outcome.name), "amount": .cents(maximumStake)]
                    )
                )
            }
            let (sum, overflow) = payout.addingReportingOverflow(potentialCents)
            guard !overflow, sum <= maximumPayout else {
                throw SportsbookError.position(
                    FieldRule(
                        "payoutOnOutcome",
                        "With this bet, your bets on \(quote.outcome.name) could pay more than"
                            + " \(Cents.dollars(maximumPayout)).",
                        ["name": .text(quote.outcome.name), "amount": .cents(maximumPayout)]
                    )
                )
            }
        }
    }

    private func checkState(of quotes: [Quote]) throws {
        if quotes.contains(where: \.hasStarted) { throw SportsbookError.eventStarted }
        if quotes.contains(where: \.isSuspended) { throw SportsbookError.marketSuspended }
    }

    private func checkPrices(of quotes: [Quote], _ draft: BetDraft) throws {
        let moved = zip(quotes, draft.legs).compactMap { quote, leg -> MovedPrice? in
            let price = quote.outcome.price
            let isAccepted =
                switch draft.accept {
                case .exact: price.pays(sameAs: leg.price)
                case .better: !(price < leg.price)
                case .any: true
                }
            return isAccepted ? nil : MovedPrice(outcomeID: leg.outcomeID, price: price, asked: leg.price)
        }
        if !moved.isEmpty { throw SportsbookError.priceChanged(moved) }
    }
}

extension Quote {
    var leg: BetLeg {
        BetLeg(
            outcomeID: outcome.id.rawValue,
            event: event,
            name: outcome.name,
            side: outcome.side,
            kind: market.kind,
            line: market.kind.line(of: outcome.side, in: market.line),
            price: outcome.price
        )
    }
}
