import Administration
import Database
import Outbound
import ParlayAPI
import Security
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

/// The setting `oauth_providers`, and its secrets.
@Suite(.database) struct OAuthProviderSettingTests {
    private struct Fixture {
        let world: World
        let ada: SignedInPerson

        init(addresses: AddressRule = .publicOnly) async throws {
            world = try await World.make(addresses: addresses)
            ada = try await world.person("ada")
            try world.database.owner.execute("update accounts set role = 'admin' where username = 'ada'")
        }

        func set(_ providers: JSONValue) async throws -> Answer {
            try await world.send("PATCH", "admin/settings/", token: ada.token, ["oauth_providers": providers])
        }

        func stored() throws -> String {
            try world.database.owner.query(
                "select settings::text from tenants where id = $1",
                .integer(world.tenant.id.rawValue)
            )[0].text(0)
        }

        /// The secret of the first provider, as a front opens it.
        func secret() throws -> String? {
            let settings = try TenantSettings(stored: Array(try stored().utf8))
            let signer = Signer(key: [UInt8](repeating: 7, count: 32))
            return settings.oauthProviders.first.flatMap { settings.secret(of: $0, signer: signer) }
        }
    }

    private static func github(_ id: String = "app", secret: String? = nil) -> JSONValue {
        var object: JSONObject = ["provider": "github", "client_id": .string(id)]
        if let secret { object.add("client_secret", .string(secret)) }
        return .object(object)
    }

    @Test func `a secret is stored encrypted, is never answered or logged, and stays until it is replaced`()
        async throws
    {
        let fixture = try await Fixture()
        let secret = "gh-secret-0123456789"
        let set = try await fixture.set([Self.github(secret: secret)])
        #expect(set.status == 200, "\(set)")
        let shown: JSONValue = [["provider": "github", "client_id": "app", "link_by_email": false]]
        #expect(set["oauth_providers"] == shown)
        let read = try await fixture.world.send("GET", "admin/settings/", token: fixture.ada.token)
        #expect(read["oauth_providers"] == shown && !read.text.contains("oauth_secrets"))
        #expect(try !fixture.stored().contains(secret))
        #expect(try fixture.secret() == secret)
        // Other settings, and the same provider without its secret, leave it alone.
        let other = try await fixture.world.send(
            "PATCH",
            "admin/settings/",
            token: fixture.ada.token,
            ["token_days": 30]
        )
        #expect(other.status == 200)
        #expect(try await fixture.set([Self.github()]).status == 200)
        #expect(try fixture.secret() == secret)
        #expect(try await fixture.set([Self.github(secret: "another")]).status == 200)
        #expect(try fixture.secret() == "another")
        let audit = try fixture.world.database.owner.query(
            "select string_agg(details::text, ' ') from audit where action = 'settings.change'"
        )[0].text(0)
        #expect(!audit.contains(secret) && !audit.contains("another"))
        #expect(audit.contains("oauth_providers.client_secret"))
        // It goes with its provider.
        #expect(try await fixture.set([]).status == 200)
        #expect(try !fixture.stored().contains("oauth_secrets"))
    }

    @Test func `a secret is for the client and the address that it was set for`() async throws {
        let fixture = try await Fixture()
        #expect(try await fixture.set([Self.github(secret: "one")]).status == 200)
        let other = try await fixture.set([Self.github("other")])
        #expect(other.status == 422 && other.faultyFields == ["oauth_providers.0.client_secret"], "\(other)")
        let setting = TestProvider.setting(secret: "of-the-club")
        #expect(try await fixture.set([setting]).status == 200)
        #expect(try fixture.secret() == "of-the-club")
        // Whoever leads the exchange elsewhere does not get it.
        #expect(try await fixture.set([TestProvider.setting(at: "https://thief.example")]).status == 200)
        #expect(try fixture.secret() == nil)
        #expect(try await fixture.set([TestProvider.setting()]).status == 200)
        #expect(try fixture.secret() == nil)
    }

    @Test func `what cannot work is refused with what to do`() async throws {
        let fixture = try await Fixture()
        func own(_ changes: JSONObject) -> JSONValue {
            guard case .object(let good) = TestProvider.setting() else { return .null }
            var object = JSONObject()
            for member in good.members where changes[member.key] == nil {
                object.add(member.key, member.value)
            }
            for member in changes.members where member.value != .null { object.add(member.key, member.value) }
            return .object(object)
        }
        let cases: [(JSONValue, String)] = [
            ([Self.github()], "oauth_providers.0.client_secret"),
            ([own(["provider": "Club"])], "oauth_providers.0.provider"),
            ([own(["provider": "a/b"])], "oauth_providers.0.provider"),
            ([own(["token_url": .null])], "oauth_providers.0.token_url"),
            ([own(["profile_url": "club.example/me"])], "oauth_providers.0.profile_url"),
            ([own(["profile_url": "https://club.example/me#x"])], "oauth_providers.0.profile_url"),
            ([own(["token_url": "http://club.example/token"])], "oauth_providers.0.token_url"),
            ([own(["token_url": "https://127.0.0.1/token"])], "oauth_providers.0.token_url"),
            ([own(["token_url": "https://10.0.0.8/token"])], "oauth_providers.0.token_url"),
            ([own(["token_url": "https://a:b@club.example/token"])], "oauth_providers.0.token_url"),
            ([own(["token_url": "https://club.example:25/token"])], "oauth_providers.0.token_url"),
            ([own(["scope": "ä"])], "oauth_providers.0.scope"),
            ([own(["sealed": "x"])], "oauth_providers.0.sealed"),
            ([own([:]), own([:])], "oauth_providers"),
            (
                [["provider": "x", "client_id": "a", "token_url": "https://x.example/"]],
                "oauth_providers.0.token_url"
            ),
        ]
        for (providers, field) in cases {
            let answer = try await fixture.set(providers)
            #expect(answer.status == 422 && answer.faultyFields == [field], "\(field): \(answer)")
        }
        let unknown = try await fixture.world.send(
            "PATCH",
            "admin/settings/",
            token: fixture.ada.token,
            ["oauth_secrets": [:]]
        )
        #expect(unknown.status == 422 && unknown.faultyFields == ["oauth_secrets"])
        #expect(try await fixture.set([["provider": "x", "client_id": "a"]]).status == 200)
    }

    @Test func `an operator's command keeps and seals secrets too`() async throws {
        let fixture = try await Fixture()
        let owner = try fixture.world.database.owner
        let admin = TenantAdmin(owner, TenantSettingsForm([]))
        let slug = fixture.world.tenant.slug
        let hex = try owner.query("select encode(key, 'hex') from signing_keys where name = 'cursor'")[0]
            .text(0)
        let key = try #require(Hexadecimal.decode(hex))
        func secret() throws -> String? {
            let settings = try admin.tenant(slug).settings
            return settings.oauthProviders.first.flatMap { settings.secret(of: $0, signer: Signer(key: key)) }
        }
        _ = try admin.set(["oauth_providers": [Self.github(secret: "by-command")]], of: slug)
        #expect(try secret() == "by-command")
        _ = try admin.set(["oauth_providers": [Self.github()]], of: slug)
        #expect(try secret() == "by-command")
    }
}
