internal import Accounts
internal import Database
internal import ParlayAPI
internal import Security
package import Tenancy

/// What a tenant stores encrypted with the key of another installation, from which it came. Nothing here can read it.
package struct UnopenedSecrets: Sendable, Equatable {
    /// Elements of settings, such as `push_apps: apns`.
    package let settings: [String]
    /// People whose second factor takes no code of their app.
    package let people: Int64

    package init(settings: [String], people: Int64) {
        self.settings = settings
        self.people = people
    }

    package var isEmpty: Bool { settings.isEmpty && people == 0 }

    /// What to do, for a terminal.
    package func sentences(for slug: String) -> [String] {
        var sentences: [String] = []
        if !settings.isEmpty {
            sentences.append(
                "Encrypted by another installation, and of no use here: \(settings.joined(separator: ", "))."
                    + " Set them again, with their secrets: `parlay admin tenant set \(slug) …`"
            )
        }
        if people > 0 {
            sentences.append(
                "\(people) second factor\(people == 1 ? "" : "s") encrypted by another installation: codes of the app do not"
                    + " work here. People sign in with a recovery code and set it up again; for those who have none, an"
                    + " admin of the tenant resets it."
            )
        }
        return sentences
    }
}

extension TenantAdmin {
    static let secondFactors = RowStatement<[UInt8]>(
        "select secret from second_factors where tenant_id = $1 and proven_at is not null"
    )

    /// What of the tenant's secrets does not open here.
    package func unopenedSecrets(of tenant: Tenant) throws(AdministrationError) -> UnopenedSecrets {
        let signer = try signer()
        let factors = try connection.run(Self.secondFactors(.id(tenant.id)))
        return UnopenedSecrets(
            settings: tenant.settings.unopenedSecrets(signer: signer),
            people: Int64(factors.count { !SecondFactorSecretBox.opens($0, signer) })
        )
    }
}
