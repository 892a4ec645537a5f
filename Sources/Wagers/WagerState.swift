package import Database
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

extension WagerState: ColumnGroup {
    package static let columns: SQLFragment = [
        "status", "taken_at", "winner", "completed_at", "confirmed_at", "disputed_at", "claimed_by",
        "claimed_winner", "claimed_at", "cancel_requested_by", "challenger_arbiter_id",
        "challengee_arbiter_id", "payment_method", "remind_at", "reminders_since", "reminder_round",
        "reminder_step",
    ]

    /// Without `arbiter`, which the columns of the people hold; see `WagerRow`.
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
