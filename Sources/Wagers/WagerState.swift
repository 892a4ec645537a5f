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
    /// Who decided or cancelled it in the place of the two parties; `nil` if they did.
    package var decidedBy: WagerJudge?
    /// What that person said to both parties.
    package var decisionReason: String?
    /// When it was cancelled or declined.
    package var endedAt: Timestamp?
    package var cancelRequestedAt: Timestamp?
    /// When the loser said how they pay.
    package var paymentSaidAt: Timestamp?

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
        "reminder_step", "decided_by", "decision_reason", "ended_at", "cancel_requested_at",
        "payment_said_at",
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
        decidedBy = try columns.optionalChoice()
        decisionReason = try columns.optionalText()
        endedAt = try columns.optionalTime()
        cancelRequestedAt = try columns.optionalTime()
        paymentSaidAt = try columns.optionalTime()
    }
}

extension WagerState: JSONWritable {
    /// The columns with their types, for `json_to_record`: it costs less than `jsonb_populate_record`, which looks up
    /// every column of the table.
    static let record: SQLFragment = [
        "arbiter_id bigint", "status text", "taken_at timestamptz", "winner text", "completed_at timestamptz",
        "confirmed_at timestamptz", "disputed_at timestamptz", "claimed_by text", "claimed_winner text",
        "claimed_at timestamptz", "cancel_requested_by text", "challenger_arbiter_id bigint",
        "challengee_arbiter_id bigint", "payment_method text", "remind_at timestamptz",
        "reminders_since timestamptz", "reminder_round smallint", "reminder_step smallint",
        "decided_by text", "decision_reason text", "ended_at timestamptz", "cancel_requested_at timestamptz",
        "payment_said_at timestamptz",
    ]

    /// As `record` reads it.
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("status", status)
            writer.member("taken_at", takenAt)
            writer.member("winner", winner)
            writer.member("completed_at", completedAt)
            writer.member("confirmed_at", confirmedAt)
            writer.member("disputed_at", disputedAt)
            writer.member("claimed_by", claim?.by)
            writer.member("claimed_winner", claim?.winner)
            writer.member("claimed_at", claim?.at)
            writer.member("cancel_requested_by", cancelRequestedBy)
            writer.member("challenger_arbiter_id", challengerArbiter?.rawValue)
            writer.member("challengee_arbiter_id", challengeeArbiter?.rawValue)
            writer.member("arbiter_id", arbiter?.rawValue)
            writer.member("payment_method", paymentMethod)
            writer.member("remind_at", remindAt)
            writer.member("reminders_since", remindersSince)
            writer.member("reminder_round", reminderRound)
            writer.member("reminder_step", reminderStep)
            writer.member("decided_by", decidedBy)
            writer.member("decision_reason", decisionReason)
            writer.member("ended_at", endedAt)
            writer.member("cancel_requested_at", cancelRequestedAt)
            writer.member("payment_said_at", paymentSaidAt)
        }
    }
}
