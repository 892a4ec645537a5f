import Database
import Tenancy
import TestDatabases
import TestSupport

@testable import App

extension RouteMatrixFixture {
    /// One wager in each state, between the owner and the partner of a scenario and addressed, so that nobody else may see
    /// them; their names hold the owner's secret.
    struct Wagers: Sendable {
        /// Posed by the owner.
        let open: Int64
        /// Posed by the partner.
        let offered: Int64
        let active: Int64
        /// Active; the partner would call it off.
        let leaving: Int64
        /// Active; the owner would call it off.
        let regretted: Int64
        /// The owner has lost.
        let lost: Int64
        /// The owner has won.
        let won: Int64
        /// Between the partner and another, who would have the owner decide.
        let disputed: Int64
        let confirmed: Int64
        /// Open, and reported: moderators see it.
        let reported: Int64
        /// Posed by the owner, to everybody; without the secret.
        let shown: Int64
    }

    func wagers(of owner: Person, with partner: Person, _ third: Person, named text: String) throws -> Wagers
    {
        func wager(_ status: String, posedBy poser: Person, with other: Person, _ changes: String) throws
            -> Int64
        {
            let rows = try self.owner.query(
                """
                with posed as (
                    insert into wagers
                        (tenant_id, challenger_id, addressee_id, audience, name, amount_cents, category)
                    select tenant_id, id, $2, 'account', $3, 500, 'Other' from accounts where id = $1
                    returning tenant_id, id
                )
                select id from posed
                """,
                .integer(poser.id),
                .integer(other.id),
                .text(text)
            )
            let id = try rows[0].integer(0)
            guard status != "open" else { return id }
            try self.owner.execute(
                "update wagers set status = 'active', challengee_id = addressee_id, taken_at = now() where id = \(id)"
            )
            if status == "confirmed" { try move(id, "completed", changes) }
            try move(id, status, status == "confirmed" ? ", confirmed_at = now()" : changes)
            return id
        }
        func mine(_ status: String, _ changes: String = "") throws -> Int64 {
            try wager(status, posedBy: owner, with: partner, changes)
        }
        func decided(_ winner: String) -> String {
            ", winner = '\(winner)', completed_at = now(), reminders_since = now()"
        }
        let claim = "claimed_by = 'challenger', claimed_winner = 'challenger', claimed_at = now()"
        let arbiter =
            "challenger_arbiter_id = \(owner.id), challengee_arbiter_id = \(owner.id), arbiter_id = \(owner.id)"
        let reported = try mine("open")
        try self.owner.execute(
            """
            insert into reports (tenant_id, account_id, subject_type, subject_id, reason)
            select tenant_id, addressee_id, 'wager', id, 'abuse' from wagers where id = \(reported)
            """
        )
        let shown = try self.owner.query(
            """
            insert into wagers (tenant_id, challenger_id, audience, name, amount_cents, category)
            select tenant_id, id, 'public', $2, 500, 'Other' from accounts where id = $1
            returning id
            """,
            .integer(owner.id),
            .text(String(text.prefix { $0 != " " }))
        )[0].integer(0)
        return Wagers(
            open: try mine("open"),
            offered: try wager("open", posedBy: partner, with: owner, ""),
            active: try mine("active"),
            leaving: try mine("active", ", cancel_requested_by = 'challengee'"),
            regretted: try mine("active", ", cancel_requested_by = 'challenger'"),
            lost: try mine("completed", decided("challengee")),
            won: try mine("completed", decided("challenger")),
            disputed: try wager(
                "disputed",
                posedBy: partner,
                with: third,
                ", disputed_at = now(), \(claim), \(arbiter)"
            ),
            confirmed: try mine("confirmed", decided("challenger")),
            reported: reported,
            shown: shown
        )
    }

    private func move(_ id: Int64, _ status: String, _ changes: String) throws {
        try owner.execute("update wagers set status = '\(status)' \(changes) where id = \(id)")
    }
}
