import Administration
import HTTPServer
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@Suite(.database) struct GatewayTests {
    private static let routes = [
        TenantRoute(.get, "thing", "A route of another module", module: .wagers) { _ in .noContent },
        TenantRoute(.post, "admin/thing", "A route for admins", access: .role(.admin), body: .json) { call in
            _ = try call.object()
            return .noContent
        },
    ]

    @Test func `refusals come in the order of the conventions`() async throws {
        let world = try await World.make(routes: { _ in Self.routes })
        let ada = try await world.person("ada")
        let unknown = try await world.send("GET", "profiles/me/", tenant: "nowhere")
        #expect(unknown.status == 404)
        #expect(unknown.code == "tenant_not_found")
        #expect(try await world.send("GET", "thing/").status == 404)
        #expect(try await world.send("GET", "nothing/").status == 404)
        let method = try await world.send("PATCH", "tokens/")
        #expect(method.status == 405)
        #expect(method.headers["Allow"] == "GET, HEAD, OPTIONS")
        // A bad token before the body, its type, the query and the row.
        let refused = [
            try await world.send("PATCH", "profiles/me/", raw: "{", headers: ["Content-Type": "text/plain"]),
            try await world.send("GET", "inbox/?x=1"),
            try await world.send("DELETE", "tokens/7/"),
            try await world.send("POST", "admin/thing/", raw: "{"),
        ]
        #expect(refused.allSatisfy { $0.status == 401 })
        // The same with a token that is well formed and unknown, which only the database can tell.
        let other = try await TokenSample.unknown()
        let late = [
            try await world.send(
                "PATCH",
                "profiles/me/",
                token: other,
                raw: "{",
                headers: ["Content-Type": "text/plain"]
            ),
            try await world.send(
                "PATCH",
                "profiles/me/",
                token: other,
                raw: "{",
                headers: ["Content-Type": "application/json"]
            ),
            try await world.send("PUT", "password/", token: other, [:]),
            try await world.send("GET", "inbox/?x=1", token: other),
            try await world.send("DELETE", "tokens/7/", token: other),
            try await world.send("GET", "profiles/7/", token: other),
            try await world.send("PUT", "profiles/7/", token: other, [:]),
            try await world.send("POST", "admin/thing/", token: other, [:]),
            try await world.send("POST", "inbox/read/", token: other, ["up_to": 1]),
            try await world.send("POST", "logout/", token: other),
        ]
        #expect(
            late.allSatisfy { $0.status == 401 && $0.headers["WWW-Authenticate"] == "Token realm=\"demo\"" }
        )
        // The type before the role, the role before the syntax.
        let type = ["Content-Type": "text/plain"]
        #expect(
            try await world.send("POST", "admin/thing/", token: ada.token, raw: "{}", headers: type).status
                == 415
        )
        let json = ["Content-Type": "application/json"]
        #expect(
            try await world.send("POST", "admin/thing/", token: ada.token, raw: "{", headers: json).status
                == 403
        )
        #expect(world.failureReports.isEmpty)
    }

    @Test func `a token of another tenant is refused`() async throws {
        let world = try await World.make()
        _ = try await world.addTenant("other")
        let ada = try await world.person("ada")
        let eve = try await world.person("eve", tenant: "other")
        let calls: [(String, String, JSONObject?)] = [
            ("POST", "logout/", ["everywhere": true]), ("GET", "tokens/", nil), ("DELETE", "tokens/1/", nil),
            ("PUT", "password/", ["current": .string(World.password), "new": "another secret"]),
            ("GET", "profiles/me/", nil), ("PUT", "profiles/me/", [:]),
            ("PATCH", "profiles/me/", ["bio": "x"]),
            ("DELETE", "profiles/me/", ["password": .string(World.password)]),
            ("POST", "profiles/me/delete/", ["password": .string(World.password)]),
            ("GET", "profiles/\(ada.id)/", nil), ("PATCH", "profiles/\(ada.id)/", ["bio": "x"]),
            ("GET", "inbox/", nil), ("POST", "inbox/read/", ["up_to": 1]),
        ]
        for (method, path, body) in calls {
            let answer = try await world.send(method, path, token: eve.token, body)
            #expect(answer.status == 401, "\(method) \(path)")
        }
        #expect(try await world.send("GET", "profiles/me/", token: ada.token).status == 200)
        #expect(try await world.send("GET", "profiles/me/", token: eve.token, tenant: "other").status == 200)
    }

    @Test(arguments: ["", "Token", "Token ", "Basic YTpi", "Token parlay_x", "Tokenx"])
    func `a malformed authorization is refused`(_ value: String) async throws {
        let world = try await World.make()
        let headers = ["Authorization": value]
        #expect(try await world.send("GET", "profiles/me/", headers: headers).status == 401)
    }

    @Test func `both words are taken before a token, in any case`() async throws {
        let world = try await World.make()
        let ada = try await world.person("ada")
        for word in ["Token", "Bearer", "TOKEN", "bearer"] {
            let headers = ["Authorization": "\(word) \(ada.token)"]
            #expect(try await world.send("GET", "profiles/me/", headers: headers).status == 200)
        }
    }

    @Test func `bodies have a type, a size and no encoding`() async throws {
        let world = try await World.make()
        let ada = try await world.person("ada")
        func patch(_ raw: String, _ headers: [String: String]) async throws -> Int {
            try await world.send("PATCH", "profiles/me/", token: ada.token, raw: raw, headers: headers).status
        }
        let json = "application/json"
        #expect(try await patch("{}", [:]) == 415)
        #expect(try await patch("{}", ["Content-Type": "application/x-www-form-urlencoded"]) == 415)
        for encoding in ["gzip", "identity"] {
            #expect(try await patch("{}", ["Content-Type": json, "Content-Encoding": encoding]) == 415)
        }
        #expect(try await patch("{}", ["Content-Type": "Application/JSON; charset=utf-8"]) == 200)
        #expect(try await patch("[]", ["Content-Type": json]) == 400)
        #expect(try await patch("{\"bio\":\"\\ud800\"}", ["Content-Type": json]) == 400)
        #expect(try await patch("\u{FEFF}{}", ["Content-Type": json]) == 400)
        #expect(try await patch("{\"bio\":\"a\",\"bio\":\"b\"}", ["Content-Type": json]) == 400)
        #expect(try await patch("", [:]) == 400)
        let large = "{\"bio\":\"" + String(repeating: "x", count: 1 << 20) + "\"}"
        #expect(try await patch(large, ["Content-Type": json]) == 413)
        let answer = try await world.send(
            "PATCH",
            "profiles/me/",
            token: try await TokenSample.unknown(),
            raw: large,
            headers: ["Content-Type": json]
        )
        #expect(answer.status == 401)
    }

    @Test func `HEAD and OPTIONS are served`() async throws {
        let world = try await World.make()
        let ada = try await world.person("ada")
        #expect(try await world.send("HEAD", "profiles/me/", token: ada.token).status == 200)
        let options = try await world.send("OPTIONS", "profiles/me/")
        #expect(options.status == 204)
        #expect(options.headers["Allow"] == "DELETE, GET, HEAD, OPTIONS, PATCH, PUT")
        #expect(try await world.send("BREW", "profiles/me/").status == 405)
    }

    @Test func `a suspended tenant is gone`() async throws {
        let world = try await World.make()
        let ada = try await world.person("ada")
        _ = try TenantAdmin(try world.database.owner).setActive(false, "demo")
        try await world.refreshTenants()
        let answer = try await world.send("GET", "profiles/me/", token: ada.token)
        #expect(answer.status == 404)
        #expect(answer.code == "tenant_not_found")
    }
}
