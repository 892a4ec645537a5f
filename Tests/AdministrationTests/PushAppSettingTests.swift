import Administration
import Database
import ParlayAPI
import Security
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

/// The setting `push_apps`, and its keys.
@Suite(.database) struct PushAppSettingTests {
    private let world: World
    private let ada: SignedInPerson

    init() async throws {
        world = try await World.make()
        ada = try await world.person("ada")
        try world.database.owner.execute("update accounts set role = 'admin' where username = 'ada'")
    }

    private func set(_ apps: JSONValue) async throws -> Answer {
        try await world.send("PATCH", "admin/settings/", token: ada.token, ["push_apps": apps])
    }

    private func stored() throws -> String {
        try world.database.owner.query(
            "select settings::text from tenants where id = $1",
            .integer(world.tenant.id.rawValue)
        )[0].text(0)
    }

    /// The key of a platform, as a worker opens it.
    private func key(_ platform: PushApp.Platform) throws -> String? {
        let settings = try TenantSettings(stored: Array(try stored().utf8))
        let signer = Signer(key: [UInt8](repeating: 7, count: 32))
        return settings.pushApp(platform).flatMap { settings.secret(of: $0.app, signer: signer) }
    }

    private static let shownAccount: JSONValue = [
        "platform": "fcm", "sandbox": false, "project_id": .string(TestPushApps.project),
        "client_email": .string(TestPushApps.client),
    ]
    private static let shown: JSONValue = [
        [
            "platform": "apns", "team_id": .string(TestPushApps.team), "key_id": .string(TestPushApps.keyID),
            "topic": .string(TestPushApps.topic), "sandbox": false,
        ],
        shownAccount,
    ]

    @Test func `keys are stored encrypted, are never answered or logged, and stay until they are replaced`()
        async throws
    {
        let set = try await set([TestPushApps.apple(), TestPushApps.firebase()])
        #expect(set.status == 200, "\(set)")
        #expect(set["push_apps"] == Self.shown, "\(set)")
        let read = try await world.send("GET", "admin/settings/", token: ada.token)
        #expect(read["push_apps"] == Self.shown && !read.text.contains("push_secrets"))
        let secrets = ["PRIVATE KEY", "MIGHAgEA", "MIIEv"]
        for text in [try stored(), set.text, read.text] {
            #expect(!secrets.contains { text.contains($0) })
        }
        #expect(try key(.apns) == TestPushApps.appleKey)
        #expect(try key(.fcm)?.hasPrefix(TestPushApps.googleKey) == true)
        // Other settings, and the same apps without their keys, leave them alone.
        let other = try await world.send(
            "PATCH",
            "admin/settings/",
            token: ada.token,
            ["token_days": 30]
        )
        #expect(other.status == 200)
        let again = try await self.set([
            TestPushApps.apple(key: nil, sandbox: true), TestPushApps.firebase(key: nil),
        ])
        #expect(again.status == 200, "\(again)")
        #expect(try key(.apns) == TestPushApps.appleKey && key(.fcm) != nil)
        let audit = try world.database.owner.query(
            "select string_agg(details::text, ' ') from audit where action = 'settings.change'"
        )[0].text(0)
        #expect(!secrets.contains { audit.contains($0) })
        #expect(audit.contains("push_apps.private_key"))
        // They go with their apps.
        #expect(try await self.set([]).status == 200)
        #expect(try !stored().contains("push_secrets"))
    }

    @Test func `a key is for the account that it was set for`() async throws {
        #expect(try await set([TestPushApps.apple(), TestPushApps.firebase()]).status == 200)
        func changed(_ app: JSONValue, _ name: String, _ value: String) -> JSONValue {
            guard case .object(let object) = app else { return .null }
            var copy = JSONObject()
            for member in object.members {
                copy.add(member.key, member.key == name ? .string(value) : member.value)
            }
            return .object(copy)
        }
        for app in [
            changed(TestPushApps.apple(key: nil), "key_id", "ZZZZZZZZZZ"),
            changed(TestPushApps.apple(key: nil), "team_id", "ZZZZZZZZZZ"),
            changed(TestPushApps.firebase(key: nil), "client_email", "thief@example.org"),
        ] {
            let answer = try await set([app])
            #expect(answer.status == 422 && answer.faultyFields == ["push_apps.0.private_key"], "\(answer)")
        }
        let answer = try await set([changed(TestPushApps.apple(key: nil), "topic", "org.example.other")])
        #expect(answer.status == 200, "\(answer)")
        #expect(try key(.apns) == TestPushApps.appleKey)
    }

    @Test func `a service account can be entered field by field, and its file counts before them`()
        async throws
    {
        let fields: JSONValue = [
            "platform": "fcm", "project_id": .string(TestPushApps.project),
            "client_email": .string(TestPushApps.client), "private_key": .string(TestPushApps.googleKey),
        ]
        #expect(try await set([fields]).status == 200)
        #expect(try key(.fcm) == TestPushApps.googleKey)
        let both: JSONValue = [
            "platform": "fcm", "project_id": "another", "client_email": "another@example.org",
            "private_key": .string(TestPushApps.googleFile),
        ]
        let answer = try await set([both])
        #expect(answer["push_apps"] == [Self.shownAccount], "\(answer)")
    }

    @Test func `what cannot work is refused with what to do`() async throws {
        let (apple, google) = (TestPushApps.appleKey, TestPushApps.googleKey)
        func app(_ changes: JSONObject) -> JSONValue {
            guard case .object(let good) = TestPushApps.apple() else { return .null }
            var object = JSONObject()
            for member in good.members where changes[member.key] == nil {
                object.add(member.key, member.value)
            }
            for member in changes.members where member.value != .null { object.add(member.key, member.value) }
            return .object(object)
        }
        let account: JSONObject = ["client_email": .string(TestPushApps.client)]
        let cases: [(JSONValue, [String])] = [
            ([app(["platform": "web"])], ["push_apps.0.platform"]),
            ([app(["team_id": .null])], ["push_apps.0.team_id"]),
            ([app(["team_id": "a1b2c3d4e5"])], ["push_apps.0.team_id"]),
            ([app(["key_id": "A1"])], ["push_apps.0.key_id"]),
            ([app(["topic": "org/example"])], ["push_apps.0.topic"]),
            ([app(["topic": "a\nb"])], ["push_apps.0.topic"]),
            ([app(["private_key": .null])], ["push_apps.0.private_key"]),
            ([app(["private_key": "x"])], ["push_apps.0.private_key"]),
            ([app(["private_key": .string(google)])], ["push_apps.0.private_key"]),
            ([app(["private_key": .string(TestPushApps.googleFile)])], ["push_apps.0.private_key"]),
            ([app(["project_id": "club-1"])], ["push_apps.0.project_id"]),
            ([app([:]), app([:])], ["push_apps"]),
            ([TestPushApps.firebase(key: "{")], ["push_apps.0.private_key"]),
            ([TestPushApps.firebase(key: "{\"private_key\": 1}")], ["push_apps.0.private_key"]),
            (
                [TestPushApps.firebase(key: apple)],
                ["push_apps.0.client_email", "push_apps.0.private_key", "push_apps.0.project_id"]
            ),
            (
                [TestPushApps.firebase(key: google)],
                ["push_apps.0.client_email", "push_apps.0.project_id"]
            ),
            (
                [
                    [
                        "platform": "fcm", "project_id": "../x", "client_email": "a@example.org",
                        "private_key": .string(google),
                    ]
                ],
                ["push_apps.0.project_id"]
            ),
            ([.object(account)], ["push_apps.0.platform"]),
        ]
        for (apps, fields) in cases {
            let answer = try await set(apps)
            #expect(answer.status == 422, "\(fields): \(answer)")
            #expect(answer.faultyFields.sorted() == fields, "\(answer)")
            #expect(!answer.text.contains("PRIVATE KEY"))
        }
        let unknown = try await world.send(
            "PATCH",
            "admin/settings/",
            token: ada.token,
            ["push_secrets": [:]]
        )
        #expect(unknown.status == 422 && unknown.faultyFields == ["push_secrets"])
    }

    @Test func `an operator's command keeps and seals keys too`() async throws {
        let owner = try world.database.owner
        let admin = TenantAdmin(owner, TenantSettingsForm([]))
        let hex = try owner.query("select encode(key, 'hex') from signing_keys where name = 'cursor'")[0]
            .text(0)
        let signer = Signer(key: try #require(Hexadecimal.decode(hex)))
        func key() throws -> String? {
            let settings = try admin.tenant(world.tenant.slug).settings
            return settings.pushApp(.apns).flatMap { settings.secret(of: $0.app, signer: signer) }
        }
        _ = try admin.set(["push_apps": [TestPushApps.apple()]], of: world.tenant.slug)
        #expect(try key() == TestPushApps.appleKey)
        _ = try admin.set(["push_apps": [TestPushApps.apple(key: nil)]], of: world.tenant.slug)
        #expect(try key() == TestPushApps.appleKey)
    }
}
