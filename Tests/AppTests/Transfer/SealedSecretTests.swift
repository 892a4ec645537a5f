import Administration
import Database
import ParlayAPI
import Security
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing
import Transfer

@testable import Accounts
@testable import App

/// Secrets that are encrypted with the key of the installation.
private enum SealedSecrets {
    static let secrets: JSONObject = [
        "push_apps": [TestPushApps.apple(), TestPushApps.firebase()],
        "oauth_providers": [TestProvider.setting(secret: "a-shared-secret")],
    ]
    static let settings = ["oauth_providers: club", "push_apps: apns", "push_apps: fcm"]

    static func key(_ owner: BlockingConnection) throws -> [UInt8] {
        let hex = try owner.query("select encode(key, 'hex') from signing_keys where name = 'cursor'")[0]
            .text(0)
        return try #require(Hexadecimal.decode(hex))
    }

    static func changeKey(_ owner: BlockingConnection) throws {
        try owner.execute("update signing_keys set key = sha256(key) where name = 'cursor'")
    }

    /// As an admin and a person of `alpha` do; nobody else there has a second factor.
    static func store(_ owner: BlockingConnection) throws {
        let tenant = try TenantAdmin(owner).set(secrets, of: "alpha")
        let sealed = try SecondFactorSecretBox.box(Signer(key: key(owner))).seal(
            Array("12345678901234567890".utf8)
        )
        try owner.execute("delete from second_factors")
        _ = try owner.query(
            """
            insert into second_factors (tenant_id, account_id, secret, created_at, proven_at)
            select $1, min(id), $2, now(), now() from accounts where tenant_id = $1
            """,
            .id(tenant.id),
            .bytes(sealed)
        )
    }

    static func unopened(_ slug: String, _ owner: BlockingConnection) throws -> UnopenedSecrets {
        let tenants = TenantAdmin(owner)
        return try tenants.unopenedSecrets(of: tenants.tenant(slug))
    }
}

@Suite(.database) struct SealedSecretTests {
    @Test func `they open after an import here, and are named in another installation`() async throws {
        let world = try await TransferFixture()
        let owner = world.owner
        try SealedSecrets.store(owner)
        try world.export("alpha")
        try world.load("alpha", as: "gamma")
        #expect(try SealedSecrets.unopened("gamma", owner).isEmpty)

        try SealedSecrets.changeKey(owner)
        let unopened = try SealedSecrets.unopened("gamma", owner)
        #expect(unopened == UnopenedSecrets(settings: SealedSecrets.settings, people: 1))
        let sentences = unopened.sentences(for: "gamma")
        #expect(sentences.count == 2, "\(sentences)")
        #expect(sentences.first?.contains("oauth_providers: club, push_apps: apns") == true, "\(sentences)")
        #expect(sentences.first?.contains("`parlay admin tenant set gamma …`") == true, "\(sentences)")
        #expect(sentences.last?.hasPrefix("1 second factor encrypted") == true, "\(sentences)")

        _ = try TenantAdmin(owner).set(SealedSecrets.secrets, of: "gamma")
        #expect(try SealedSecrets.unopened("gamma", owner) == UnopenedSecrets(settings: [], people: 1))
    }
}

/// Of the same suite as other moves, because slots have their names for the whole server.
extension TenantMoveTests {
    @Test func `secrets open in another cell, which has the key of the first`() async throws {
        try SealedSecrets.changeKey(tenant.two)
        let setup = CellSetup(
            home: try CellDatabase(1, #require(tenant.settings[1])),
            cell: try CellDatabase(2, #require(tenant.settings[2]))
        )
        try setup.run()
        try SealedSecrets.store(tenant.one)
        _ = try tenant.move(to: 2).start()
        _ = try tenant.move().verify()
        _ = try tenant.move().switch(within: .seconds(20), verifiedWithin: .seconds(60))
        #expect(try tenant.state(tenant.two) == "open")

        #expect(try SealedSecrets.unopened("alpha", tenant.two).isEmpty)
        let settings = try TenantAdmin(tenant.two).tenant("alpha").settings
        let signer = Signer(key: try SealedSecrets.key(tenant.one))
        let app = try #require(settings.pushApp(.apns)?.app)
        #expect(settings.secret(of: app, signer: signer) == TestPushApps.appleKey)
        // What is set there opens with the same key.
        _ = try TenantAdmin(tenant.two).set(SealedSecrets.secrets, of: "alpha")
        #expect(try SealedSecrets.unopened("alpha", tenant.two).isEmpty)
        try SealedSecrets.changeKey(tenant.two)
        #expect(
            try SealedSecrets.unopened("alpha", tenant.two)
                == UnopenedSecrets(settings: SealedSecrets.settings, people: 1)
        )
    }
}
