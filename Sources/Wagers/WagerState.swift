package import Database
package import ParlayAPI
package import Tenancy

/// The part of a wager that moves change. Pure: see `WagerRules`.
package struct WagerState: Sendable, Hashable {
    package var status = WagerStatus.open
    package var takenAt: Timestamp?
    package var winner: WagerParty?
    package var completedAt: Timestamp?
    package var confirmedAt: Timestamp?
    package var disputedAt: Timestamp?
    package var claim: WagerClaim?
    package var cancelRequestedBy: WagerParty?
    /// The arbiter that each side has named.
    package var challengerArbiter: AccountID?
    package var challengeeArbiter: AccountID?
    /// The last arbiter that both sides agreed on.
    package var arbiter: AccountID?
    package var paymentMethod: PaymentMethod?
    /// When the loser is next reminded; `nil` for never.
    package var remindAt: Timestamp?
    /// When the current round of reminders began.
    package var remindersSince: Timestamp?
    package var reminderRound = 0
    /// Reminders sent in this round.
    package var reminderStep = 0

    package init() {}

    package var loser: WagerParty? { winner?.other }
}

extension WagerParty {
    package var other: WagerParty { self == .challenger ? .challengee : .challenger }
}

extension WagerState: ColumnGroup {
    package static let columns: SQLFragment = [
        "status", "taken_at", "winner", "completed_at", "confirmed_at", "disputed_at", "claimed_by",
        "claimed_winner", "claimed_at", "cancel_requested_by", "challenger_arbiter_id",
        "challengee_arbiter_id", "payment_method", "remind_at", "reminders_since", "reminder_round",
        "reminder_step",
    ]

    /// Without `arbiter`, which is among the columns of the people; see `WagerRow`.
    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        status = try columns.choice()
        takenAt = try columns.optionalTime()
        winner = try columns.optionalChoice()
        completedAt = try columns.optionalTime()
        confirmedAt = try columns.optionalTime()
        disputedAt = try columns.optionalTime()
        let claimedBy = try columns.optionalChoice(WagerParty.self)
        let claimedWinner = try columns.optionalChoice(WagerParty.self)
        let claimedAt = try columns.optionalTime()
        if let claimedBy, let claimedWinner, let claimedAt {
            claim = WagerClaim(by: claimedBy, winner: claimedWinner, at: claimedAt)
        }
        cancelRequestedBy = try columns.optionalChoice()
        challengerArbiter = try columns.optionalID()
        challengeeArbiter = try columns.optionalID()
        paymentMethod = try columns.optionalChoice()
        remindAt = try columns.optionalTime()
        remindersSince = try columns.optionalTime()
        reminderRound = Int(try columns.integer())
        reminderStep = Int(try columns.integer())
    }
}
