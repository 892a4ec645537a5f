internal import Components
package import Database
package import Jobs
internal import Observability
package import ParlayAPI
package import Tenancy

/// The proof of a tenant's ledger: every balance, every transaction, every bet, the house and the pool.
package struct LedgerAudit: Sendable {
    package let totals: LedgerTotals
    /// Empty if everything agrees; otherwise the first of each kind.
    package let differences: [LedgerDifference]

    /// Differences of one kind that are reported.
    private static let limit: Int64 = 100

    package static func of(_ tenant: TenantID, in database: DatabasePool) async throws -> LedgerAudit {
        // Apart from each other: one statement sees one state, and the checks are not short.
        var differences: [LedgerDifference] = []
        for check in LedgerAuditStore.checks {
            differences += try await database.read(check(.id(tenant), .integer(limit))).all
        }
        let totals = try await database.read(LedgerAuditStore.totals(.id(tenant))).one
        return LedgerAudit(totals: totals, differences: differences)
    }

    /// What the latest checks have found.
    static let gauge = ComponentGauge(
        "parlay_ledger_differences",
        "Differences that the latest check of a tenant's ledger found.",
        labels: ["tenant"]
    ) { database in
        try await database.read(LedgerAuditStore.recorded()).map {
            Sample([$0.tenant], Double($0.differences))
        }
    }

    /// Checks every tenant with the module and records what was found, for the metrics; returns a sentence for each
    /// tenant whose ledger is off.
    package static func all(in database: DatabasePool, at now: Timestamp) async throws -> [String] {
        var sentences: [String] = []
        for row in try await database.read(TenantRegistry.all()).all {
            guard let tenant = row.tenant, tenant.modules.contains(.sportsbook) else { continue }
            let audit = try await of(tenant.id, in: database)
            let count = audit.differences.count
            _ = try await database.write([
                LedgerAuditStore.record(.id(tenant.id), .time(now), .integer(count))
            ])
            if count > 0 { sentences.append("\(tenant.slug): \(count) differences") }
        }
        return sentences
    }
}

/// Checks the ledgers of all tenants. Safe to run twice: it only reads, and records the latest result.
package struct VerifyLedgersJob: Job {
    package static let kind = "verify_ledgers"
    package static let policy = JobPolicy(maximumAttempts: 3, timeLimit: .seconds(3600), concurrency: 1)

    package init() {}

    /// - Throws: `JobOutcome.discard` if a ledger is off, so that it becomes a dead letter.
    package func run(in context: JobContext<DatabasePool>) async throws {
        let sentences = try await LedgerAudit.all(in: context.service, at: .now)
        guard !sentences.isEmpty else { return }
        throw JobOutcome.discard(
            "ledgers are off: \(sentences.joined(separator: ", ")). See parlay admin ledger verify."
        )
    }
}
