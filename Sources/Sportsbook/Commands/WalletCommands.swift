internal import Accounts
internal import Administration
internal import Console
internal import Database
internal import ParlayAPI
internal import Tenancy

extension Command {
    static let walletsShow = Command(
        "admin wallets show",
        arguments: ["NAME"],
        options: [.tenant, .json],
        "show an account's wallet",
        example: "parlay admin wallets show ada --tenant draftqueens"
    ) { call in
        let tenant = try call.tenant()
        let account = try AccountAdmin(try call.owner(), tenant: tenant).account(try call.argument("NAME"))
        let wallet = try await AdminSession.run(call.configuration) {
            try await $0.read(WalletStore.of(.id(tenant.id), .id(account.id))).first
        }
        guard let wallet else {
            throw CommandFailure("\(account.username) has no wallet yet; the first bet or grant opens it")
        }
        call.show(JSONText.value(wallet.resource), wallet.shownFields(of: account.username))
        return .success
    }

    static let walletsGrant = Command(
        "admin wallets grant",
        arguments: ["NAME", "CENTS"],
        options: [.tenant, .value("--reason", "TEXT", "why; required, for the audit log"), .json],
        "give an account paper money",
        example: "parlay admin wallets grant ada 50000 --tenant demo --reason Welcome"
    ) { call in
        let tenant = try call.tenant()
        let account = try AccountAdmin(try call.owner(), tenant: tenant).account(try call.argument("NAME"))
        var body = JSONObject()
        _ = body.add("amount_cents", .integer(try call.identifier("CENTS")))
        _ = body.add("reason", .string(try call.required("--reason")))
        let grant: WalletGrant
        do throws(FieldErrors) {
            grant = try WalletGrant.decode(body, modules: tenant.modules)
        } catch {
            throw CommandFailure(error.entries.flatMap(\.sentences).joined(separator: "\n"))
        }
        let wallet = try await AdminSession.run(call.configuration) { database in
            try await database.transaction { transaction in
                try await WalletGrants(TenantTransaction(tenant.id, at: .now, transaction), tenant.settings)
                    .grant(grant, to: account.id)
            }
        }
        call.report(
            "\(account.username) got \(Cents.dollars(grant.amountCents)) and has \(Cents.dollars(wallet.balanceCents))",
            JSONText.value(wallet.resource)
        )
        return .success
    }
}

extension WalletRow {
    fileprivate func shownFields(of username: String) -> [(name: String, value: String)] {
        [
            ("account", username), ("balance", Cents.dollars(balanceCents)),
            ("open stakes", Cents.dollars(openStakesCents)), ("debt", Cents.dollars(debtCents)),
        ]
    }
}
