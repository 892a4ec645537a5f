internal import Database
package import ParlayAPI
package import Tenancy

/// What moves change of a wager, and nothing else of it. Pure: see `WagerRules`.
package struct WagerState: Sendable, Hashable {
    package var status = WagerStatus.open
    package var takenAt: Timestamp?
    package var winner: WagerParty?
    package var completedAt: Timestamp?
    package var confirmedAt: Timestamp?
    package var disputedAt: Timestamp?
    package var claim: WagerClaim?
    package var cancelRequestedBy: WagerParty?
    /// Whom each side would have decide.
    package var challengerArbiter: AccountID?
    package var challengeeArbiter: AccountID?
    /// On whom both sides agreed last.
    package var arbiter: AccountID?
    package var paymentMethod: PaymentMethod?
    /// When the loser is reminded next; `nil` for never.
    package var remindAt: Timestamp?
    /// When the present round of reminders began.
    package var remindersSince: Timestamp?
    package var reminderRound = 0
    /// Reminders of this round that went out.
    package var reminderStep = 0

    package init() {}

    package var loser: WagerParty? { winner?.other }
}

extension WagerParty {
    package var other: WagerParty { self == .challenger ? .challengee : .challenger }
}

extension WagerState {
    /// Reads the columns that `WagerRow` lists from `w.status` on.
    init(_ row: Row, from first: Int) throws(DatabaseError) {
        status = try row.choice(first)
        takenAt = row.optionalTime(first + 1)
        winner = try row.optionalChoice(first + 2)
        completedAt = row.optionalTime(first + 3)
        confirmedAt = row.optionalTime(first + 4)
        disputedAt = row.optionalTime(first + 5)
        if !row.isNull(first + 6) {
            claim = WagerClaim(
                by: try row.choice(first + 6),
                winner: try row.choice(first + 7),
                at: try row.time(first + 8)
            )
        }
        cancelRequestedBy = try row.optionalChoice(first + 9)
        challengerArbiter = row.optionalInteger(first + 10).map(AccountID.init(rawValue:))
        challengeeArbiter = row.optionalInteger(first + 11).map(AccountID.init(rawValue:))
        paymentMethod = try row.optionalChoice(first + 12)
        remindAt = row.optionalTime(first + 13)
        remindersSince = row.optionalTime(first + 14)
        reminderRound = Int(try row.integer(first + 15))
        reminderStep = Int(try row.integer(first + 16))
        // Behind the columns of the people; see `WagerRow`.
        arbiter = row.optionalInteger(first + 32).map(AccountID.init(rawValue:))
    }
}
