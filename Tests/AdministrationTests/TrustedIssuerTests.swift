import Database
import ParlayAPI
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Tenancy

/// The setting `oidc_issuers`.
@Suite(.database) struct TrustedIssuerTests {
    private struct Fixture {
        let world: World
        let ada: SignedInPerson

        init() async throws {
            world = try await World.make()
            ada = try await world.person("ada")
            try world.promote(ada, .admin)
        }

        func set(_ issuers: JSONValue) async throws -> Answer {
            try await world.send("PATCH", "admin/settings/", token: ada.token, ["oidc_issuers": issuers])
        }
    }

    private static func issuer(_ address: String = "https://id.example.org", _ audiences: JSONValue = ["app"])
        -> JSONValue
    {
        ["issuer": .string(address), "audiences": audiences]
    }

    @Test func `issuers are stored as given, link by email only if told to, and reach a front`() async throws
    {
        let fixture = try await Fixture()
        #expect(fixture.world.tenant.settings.oidcIssuers == [])
        let answer = try await fixture.set([
            ["issuer": "https://accounts.google.com", "audiences": ["web.example", "ios.example"]],
            ["issuer": "https://id.example.org/", "audiences": ["app"], "link_by_email": true],
        ])
        #expect(answer.status == 200, "\(answer)")
        let expected: JSONValue = [
            [
                "issuer": "https://accounts.google.com", "audiences": ["web.example", "ios.example"],
                "link_by_email": false,
            ],
            ["issuer": "https://id.example.org/", "audiences": ["app"], "link_by_email": true],
        ]
        #expect(answer["oidc_issuers"] == expected)
        let shown = try await fixture.world.send("GET", "admin/settings/", token: fixture.ada.token)
        #expect(shown["oidc_issuers"] == expected)
        let rows = try fixture.world.database.owner.query(
            "select settings::text from tenants where id = $1",
            .integer(fixture.world.tenant.id.rawValue)
        )
        let stored = try TenantSettings(stored: Array(try rows[0].text(0).utf8))
        #expect(
            stored.oidcIssuers == [
                TrustedIssuer("https://accounts.google.com", audiences: ["web.example", "ios.example"]),
                TrustedIssuer("https://id.example.org/", audiences: ["app"], linkByEmail: true),
            ]
        )
        let emptied = try await fixture.set([])
        #expect(emptied.status == 200 && emptied["oidc_issuers"] == [])
    }

    @Test func `the client of the pages is one of the audiences`() async throws {
        let fixture = try await Fixture()
        let issuer: JSONObject = ["issuer": "https://id.example.org", "audiences": ["ios", "web"]]
        func set(_ client: JSONValue) async throws -> Answer {
            var issuer = issuer
            issuer.add("web_client_id", client)
            return try await fixture.set([.object(issuer)])
        }
        let answer = try await set("web")
        #expect(answer.status == 200, "\(answer)")
        guard case .array(let shown)? = answer["oidc_issuers"] else { throw Missing() }
        #expect(shown.first?["web_client_id"]?.text == "web")
        let none = try await set(.null)
        #expect(none.status == 200 && !none.text.contains("web_client_id"), "\(none)")
        for wrong in ["android", "", "WEB", .integer(1)] as [JSONValue] {
            let refused = try await set(wrong)
            #expect(refused.status == 422, "\(refused)")
            #expect(refused.faultyFields == ["oidc_issuers.0.web_client_id"])
        }
    }

    private struct Missing: Error {}

    @Test(arguments: [
        "https://id.example.org", "https://id.example.org/", "https://id.example.org:8443/realms/a",
        "https://[2600::1]/x", "https://login.example.org/a-b/v2.0",
    ])
    func `an issuer is an https URL`(_ address: String) async throws {
        let answer = try await Fixture().set([Self.issuer(address)])
        #expect(answer.status == 200, "\(answer)")
    }

    @Test(arguments: [
        "", "accounts.google.com", "http://id.example.org", "HTTPS://id.example.org", "https://",
        "https:///x",
        "https://id.example.org?x=1", "https://id.example.org/#a", "https://id.example.org/?",
        "https://id.example.org:25", "https://id.example.org:0",
        "https://a:b@id.example.org", "https://a@id.example.org", "https://id.example.org:99999",
        "https://id.example.org/a b", " https://id.example.org", "https://id.exämple.org", "google",
        "https://id.example.org/" + String(repeating: "a", count: 255),
    ])
    func `anything else is refused`(_ address: String) async throws {
        let answer = try await Fixture().set([Self.issuer(), Self.issuer(address)])
        #expect(answer.status == 422, "\(answer)")
        #expect(answer.faultyFields == ["oidc_issuers.1.issuer"])
    }

    @Test(arguments: [
        "https://127.0.0.1:8443", "https://10.1.2.3/", "https://192.168.0.1/realms/a",
        "https://169.254.169.254",
        "https://[::1]", "https://[fd00::1]:8443/x", "https://[::ffff:10.0.0.1]", "https://2130706433",
        "https://0x7f.1",
    ])
    func `an issuer at a private address is refused when it is set`(_ address: String) async throws {
        let fixture = try await Fixture()
        let answer = try await fixture.set([Self.issuer(), Self.issuer(address)])
        #expect(answer.status == 422 && answer.faultyFields == ["oidc_issuers.1.issuer"], "\(answer)")
        #expect(answer.text.contains("Must not point to a private address."))
        // One that was stored before does not keep the other settings from being changed.
        try fixture.world.database.owner.execute(
            """
            update tenants
               set settings = settings || '{"oidc_issuers": [{"issuer": "\(address)", "audiences": ["app"]}]}'
            """
        )
        let other = try await fixture.world.send(
            "PATCH",
            "admin/settings/",
            token: fixture.ada.token,
            ["token_days": 9]
        )
        #expect(other.status == 200, "\(other)")
    }

    @Test func `an issuer has 1 to 10 audiences, is listed once, and is one of 10 at most`() async throws {
        let fixture = try await Fixture()
        let many = (0..<11).map { JSONValue.string("app\($0)") }
        let issuers = (0..<11).map { Self.issuer("https://id\($0).example.org") }
        for (value, field) in [
            ([Self.issuer("https://id.example.org", [])], "oidc_issuers.0.audiences"),
            ([Self.issuer("https://id.example.org", .array(many))], "oidc_issuers.0.audiences"),
            ([Self.issuer("https://id.example.org", ["a", ""])], "oidc_issuers.0.audiences.1"),
            ([Self.issuer("https://id.example.org", ["a b"])], "oidc_issuers.0.audiences.0"),
            ([Self.issuer("https://id.example.org", "app")], "oidc_issuers.0.audiences"),
            (
                [Self.issuer("https://id.example.org", [.string(String(repeating: "a", count: 256))])],
                "oidc_issuers.0.audiences.0"
            ),
            ([["issuer": "https://id.example.org"]], "oidc_issuers.0.audiences"),
            ([["audiences": ["app"]]], "oidc_issuers.0.issuer"),
            ([Self.issuer(), Self.issuer("https://id.example.org", ["other"])], "oidc_issuers"),
            (.array(issuers), "oidc_issuers"), (nil, "oidc_issuers"),
            (
                [["issuer": "https://id.example.org", "audiences": ["app"], "secret": "x"]],
                "oidc_issuers.0.secret"
            ),
            (
                [["issuer": "https://id.example.org", "audiences": ["app"], "link_by_email": "yes"]],
                "oidc_issuers.0.link_by_email"
            ),
        ] as [(JSONValue, String)] {
            let answer = try await fixture.set(value)
            #expect(answer.status == 422 && answer.faultyFields == [field], "\(value): \(answer)")
        }
        #expect(try await fixture.set(.array(Array(issuers.prefix(10)))).status == 200)
        #expect(
            try await fixture.set([Self.issuer("https://id.example.org", .array(Array(many.prefix(10))))])
                .status == 200
        )
    }
}
