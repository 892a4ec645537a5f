import HTTPServer
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@Suite(.database) struct CrossOriginTests {
    private static let site = "https://app.example"

    private func world(_ origins: String...) async throws -> World {
        var settings = TenantSettings.defaults
        settings.allowedOrigins = origins
        return try await World.make(settings: settings)
    }

    private func vary(_ answer: Answer) -> [String] {
        answer.headers.values(of: "Vary").flatMap { $0.split(separator: ",") }.map {
            String($0.drop { $0 == " " })
        }
    }

    @Test func `a listed site may read answers, problems among them`() async throws {
        let world = try await world("https://other.example", "HTTPS://App.example/")
        let ada = try await world.person("ada")
        let origin = ["Origin": Self.site]
        let answers = [
            try await world.send("GET", "profiles/me/", token: ada.token, headers: origin),
            try await world.send("GET", "profiles/me/", headers: origin),
            try await world.send("GET", "profiles/999/", token: ada.token, headers: origin),
            try await world.send("GET", "nothing/", headers: origin),
            try await world.send("BREW", "profiles/me/", headers: origin),
            try await world.send("POST", "login/", ["username": "a", "password": "b"], headers: origin),
        ]
        #expect(answers.map(\.status) == [200, 401, 404, 404, 405, 401])
        for answer in answers {
            #expect(answer.headers.values(of: "Access-Control-Allow-Origin") == [Self.site])
            #expect(answer.header("Access-Control-Allow-Credentials") == nil)
            #expect(vary(answer).contains("Origin"))
            let exposed = answer.header("Access-Control-Expose-Headers") ?? ""
            for name in ["ETag", "Link", "X-Request-Id", "Retry-After", "Idempotency-Replayed"] {
                #expect(exposed.contains(name))
            }
        }
    }

    @Test func `browsers learn beforehand what they may send`() async throws {
        let world = try await world(Self.site)
        let question = ["Origin": Self.site, "Access-Control-Request-Method": "PATCH"]
        let answer = try await world.send("OPTIONS", "profiles/me/", headers: question)
        #expect(answer.status == 204)
        #expect(answer.header("Access-Control-Allow-Origin") == Self.site)
        #expect(answer.header("Access-Control-Allow-Methods") == "DELETE, GET, HEAD, OPTIONS, PATCH, PUT")
        #expect(answer.header("Access-Control-Max-Age") == "600")
        #expect(answer.header("Access-Control-Allow-Credentials") == nil)
        #expect(vary(answer) == ["Origin"])
        let headers = answer.header("Access-Control-Allow-Headers") ?? ""
        for name in ["Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match"] {
            #expect(headers.contains(name))
        }
    }

    @Test func `other sites learn nothing`() async throws {
        let world = try await world(Self.site)
        for origin in ["https://evil.example", "http://app.example", "https://app.example.evil", "null"] {
            let headers = ["Origin": origin, "Access-Control-Request-Method": "GET"]
            for method in ["GET", "OPTIONS"] {
                let answer = try await world.send(method, "about/", headers: headers)
                #expect(!answer.headers.fields.contains { $0.name.hasPrefix("Access-Control-") })
                // A cache must not hand this answer to the listed site.
                #expect(vary(answer).contains("Origin"))
            }
        }
    }

    @Test func `by default no site is listed, and a star lists all`() async throws {
        let world = try await world()
        _ = try await world.addTenant("wide", settings: Self.settings("*"))
        let headers = ["Origin": Self.site, "Access-Control-Request-Method": "GET"]
        for method in ["GET", "OPTIONS"] {
            let closed = try await world.send(method, "about/", headers: headers)
            #expect(!closed.headers.fields.contains { $0.name.hasPrefix("Access-Control-") })
            let open = try await world.send(method, "about/", headers: headers, tenant: "wide")
            #expect(open.header("Access-Control-Allow-Origin") == "*")
            // Other clients than browsers send no origin.
            let plain = try await world.send(method, "about/", tenant: "wide")
            #expect(plain.header("Access-Control-Allow-Origin") == nil)
        }
    }

    private static func settings(_ origins: String...) -> TenantSettings {
        var settings = TenantSettings.defaults
        settings.allowedOrigins = origins
        return settings
    }
}
