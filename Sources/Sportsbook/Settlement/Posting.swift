internal import ParlayAPI
internal import Tenancy

/// A transaction of the ledger for a bet. The house has the rest.
struct Posting: Equatable {
    let account: AccountID
    let kind: String
    let bet: BetID
    let step: Int64
    let walletCents: Int64
    let poolCents: Int64
}

/// How a bet changes: pure.
struct BetChange: Equatable {
    let bet: BetID
    let status: BetStatus
    /// `nil` if it is open again.
    let payoutCents: Int64?
    let step: Int64
    let postings: [Posting]

    /// `nil` if the bet is what its outcomes say. A settled bet is reversed first: the history stays.
    init?(_ row: BetRow, to new: BetRules.State) {
        let old: BetRules.State =
            row.payoutCents.map { .settled(row.status, payoutCents: $0) } ?? .open
        guard new != old else { return nil }
        var step = row.step
        var postings: [Posting] = []
        func post(_ kind: String, _ walletCents: Int64, _ poolCents: Int64) {
            step += 1
            postings.append(
                Posting(
                    account: row.account,
                    kind: kind,
                    bet: row.id,
                    step: step,
                    walletCents: walletCents,
                    poolCents: poolCents
                )
            )
        }
        if let paid = row.payoutCents { post("reversal", -paid, row.stakeCents) }
        switch new {
        case .open:
            status = .open
            payoutCents = nil
        case .settled(let result, let payout):
            status = result
            payoutCents = payout
            let kind = payout == 0 ? "loss" : payout == row.stakeCents ? "refund" : "payout"
            post(kind, payout, -row.stakeCents)
        }
        bet = row.id
        self.step = step
        self.postings = postings
    }
}
