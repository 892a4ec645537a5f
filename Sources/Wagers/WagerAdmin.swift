internal import Administration
package import Database
package import ParlayAPI
package import Tenancy

/// The operator's actions on the wagers of one tenant.
package struct WagerAdmin: Sendable {
    private let database: DatabasePool
    private let tenant: Tenant

    package init(_ database: DatabasePool, tenant: Tenant) {
        self.database = database
        self.tenant = tenant
    }

    /// Newest first, below the id $2; only in the state $3 unless that is null.
    private static let page = RowStatement<WagerRow>(
        "select",
        WagerRow.columns.of("w"),
        """
          from wager_cards w
         where w.tenant_id = $1 and w.id < $2 and ($3::text is null or w.status = $3)
         order by w.id desc
         limit $4
        """
    )
    static let statements = [page.statement]

    package func list(status: WagerStatus?, before id: Int64?, limit: Int) async throws -> [WagerRow] {
        let query = Self.page(
            .id(tenant.id),
            .integer(id ?? .max),
            .text(status?.rawValue),
            .integer(limit)
        )
        return try await database.read(query).all
    }

    /// `nil` if there is none.
    package func wager(_ id: WagerID) async throws -> WagerRow? {
        try await database.read(WagerStore.find(.id(tenant.id), .id(id))).first?.wager
    }

    package enum Void: Sendable, Equatable {
        case done(WagerRow)
        case unknown
        /// It is already over.
        case over(WagerStatus)
        /// It was changed at the same time, several times in a row.
        case busy
    }

    /// Voids a wager, notifies both parties, and records it in the audit log.
    package func void(_ id: WagerID, at now: Timestamp) async throws -> Void {
        for _ in 0..<5 {
            guard let wager = try await wager(id) else { return .unknown }
            guard var new = WagerRules.void(wager.state) else { return .over(wager.state.status) }
            new.keep(.operatorVoid)
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
                entry: .wagerVoid(from: wager.state.status)
            )
            guard try await !database.write(change.query(in: tenant.id, at: now)).isEmpty else { continue }
            if let voided = try await self.wager(id) { return .done(voided) }
        }
        return .busy
    }
}
