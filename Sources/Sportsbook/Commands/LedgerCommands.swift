internal import Administration
internal import Console
internal import Database
internal import ParlayAPI
internal import Tenancy

extension Command {
    static let ledgerVerify = Command(
        "admin ledger verify",
        options: [.value("--tenant", "SLUG", "only this tenant; all tenants by default"), .json],
        "check every balance and transaction",
        details:
            "Compares wallets, transactions, bets, the house and the pool with each other. The worker does this every"
            + " night. Exits with 1 if anything is off.",
        example: "parlay admin ledger verify --tenant draftqueens"
    ) { call in
        var audits: [(tenant: Tenant, audit: LedgerAudit)] = []
        for settings in try call.settingsOfCells() {
            let tenants = try call.sportsbookTenants(settings)
            audits += try await AdminSession.run(settings) { database in
                var audits: [(tenant: Tenant, audit: LedgerAudit)] = []
                for tenant in tenants {
                    audits.append((tenant, try await LedgerAudit.of(tenant.id, in: database)))
                }
                return audits
            }
        }
        audits.sort { $0.tenant.slug < $1.tenant.slug }
        if call.isJSON {
            call.terminal.print(JSONText.array(audits.map { $0.audit.json(of: $0.tenant) }))
        } else {
            call.printTotals(audits)
            for (tenant, audit) in audits where !audit.differences.isEmpty {
                call.printDifferences(audit, of: tenant)
            }
        }
        return audits.allSatisfy { $0.audit.differences.isEmpty } ? .success : .failure
    }
}

extension Invocation {
    /// That of `--tenant`, or all of a cell with the module.
    fileprivate func sportsbookTenants(_ settings: Configuration) throws -> [Tenant] {
        if let slug = value("--tenant") { return [try tenant(slug)] }
        return try TenantAdmin(try owner(settings)).residents().filter { $0.modules.contains(.sportsbook) }
    }

    fileprivate func printTotals(_ audits: [(tenant: Tenant, audit: LedgerAudit)]) {
        guard !audits.isEmpty else { return terminal.print("No tenant has the module sportsbook.") }
        var table = TextTable([
            "TENANT", "TRANSACTIONS", "WALLETS", "POOL", "DEBTS", "HOUSE", "SUM", "RESULT",
        ])
        for (tenant, audit) in audits {
            let totals = audit.totals
            table.add([
                tenant.slug, String(totals.transactions), Cents.dollars(totals.walletsCents),
                Cents.dollars(totals.poolCents), Cents.dollars(-totals.debtsCents),
                Cents.dollars(totals.houseCents), Cents.dollars(totals.sumCents),
                audit.differences.isEmpty ? "ok" : "OFF",
            ])
        }
        terminal.print(table.text(width: terminal.width))
    }

    fileprivate func printDifferences(_ audit: LedgerAudit, of tenant: Tenant) {
        var table = TextTable(["WHAT", "ID", "EXPECTED", "FOUND"])
        for difference in audit.differences {
            table.add([
                difference.what, String(difference.id), String(difference.expected), String(difference.found),
            ])
        }
        terminal.print("\nThe ledger of \(tenant.slug) is off (amounts in cents):\n")
        terminal.print(table.text(width: terminal.width))
    }
}

extension LedgerAudit {
    fileprivate func json(of tenant: Tenant) -> JSONValue {
        JSONText.object([
            ("tenant", .string(tenant.slug)), ("transactions", .integer(totals.transactions)),
            ("wallets_cents", .integer(totals.walletsCents)), ("pool_cents", .integer(totals.poolCents)),
            ("debts_cents", .integer(totals.debtsCents)), ("house_cents", .integer(totals.houseCents)),
            ("sum_cents", .integer(totals.sumCents)),
            (
                "differences",
                .array(
                    differences.map { difference in
                        JSONText.object([
                            ("what", .string(difference.what)), ("id", .integer(difference.id)),
                            ("expected", .integer(difference.expected)),
                            ("found", .integer(difference.found)),
                        ])
                    }
                )
            ),
        ])
    }
}
