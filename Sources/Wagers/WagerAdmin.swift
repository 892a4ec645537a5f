package import Database
package import ParlayAPI
package import Tenancy

/// The wagers of one tenant as its operator handles them.
package struct WagerAdmin: Sendable {
    private let database: DatabasePool
    private let tenant: Tenant

    package init(_ database: DatabasePool, tenant: Tenant) {
        self.database = database
        self.tenant = tenant
    }

    /// Newest first, below the id $2; only of the state $3 unless that is null. Columns as `WagerRow` reads them.
    private static let page = Statement(
        """
        select w.id, w.name, w.description, w.amount_cents, w.category, w.audience, w.lat, w.lon, w.opened_at,
               w.closes_at, w.status, w.taken_at, w.winner, w.completed_at, w.confirmed_at, w.disputed_at,
               w.claimed_by, w.claimed_winner, w.claimed_at, w.cancel_requested_by, w.challenger_arbiter_id,
               w.challengee_arbiter_id, w.payment_method, w.remind_at, w.reminders_since, w.reminder_round,
               w.reminder_step, w.version, w.addressee_username, w.my_rating,
               w.challenger_id, w.challenger_username, w.challenger_first_name, w.challenger_last_name,
               w.challenger_photo_version, w.challenger_version, w.challengee_id, w.challengee_username,
               w.challengee_first_name, w.challengee_last_name, w.challengee_photo_version, w.challengee_version,
               w.arbiter_id, w.arbiter_username, w.arbiter_first_name, w.arbiter_last_name, w.arbiter_photo_version,
               w.arbiter_version
          from wager_cards w
         where w.tenant_id = $1 and w.id < $2 and ($3::text is null or w.status = $3)
         order by w.id desc
         limit $4
        """
    )
    static let statements = [page]

    package func list(status: WagerStatus?, before id: Int64?, limit: Int) async throws -> [WagerRow] {
        let query = Self.page(
            .id(tenant.id),
            .integer(id ?? .max),
            .text(status?.rawValue),
            .integer(limit)
        )
        return try await database.read([query])[0].map { row throws(DatabaseError) in
            try WagerRow(row, in: tenant)
        }
    }

    /// `nil` when there is none.
    package func wager(_ id: WagerID) async throws -> WagerRow? {
        try await database.read([WagerStore.find(.id(tenant.id), .id(id))])[0].first.map {
            try WagerRow($0, in: tenant)
        }
    }

    package enum Void: Sendable, Equatable {
        case done(WagerRow)
        case unknown
        /// It is over already.
        case over(WagerStatus)
        /// It was changed again and again meanwhile.
        case busy
    }

    /// Calls a wager off, tells both parties, and enters it in the audit log.
    package func void(_ id: WagerID, at now: Timestamp) async throws -> Void {
        for _ in 0..<5 {
            guard let wager = try await wager(id) else { return .unknown }
            guard let new = WagerRules.void(wager.state) else { return .over(wager.state.status) }
            let details: JSONObject = ["status": ["from": .string(wager.state.status.rawValue)]]
            let change = WagerChange(
                wager: id,
                version: wager.version,
                state: new,
                notices: WagerNotice.drafts(
                    on: wager.outline,
                    from: wager.state,
                    to: new,
                    by: nil,
                    verdict: .operatorVoid
                ),
                recallsFrom: wager.state.loser.flatMap { wager.person($0)?.id },
                entry: AuditDraft(.wagerVoid, details)
            )
            guard try await !database.write([change.query(in: tenant.id, at: now)])[0].isEmpty else {
                continue
            }
            if let voided = try await self.wager(id) { return .done(voided) }
        }
        return .busy
    }
}
