import HTTPServer
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

/// Compression and conditions, which meet in the ETag.
@Suite(.database) struct EncodingTests {
    private static let gzip = ["Accept-Encoding": "gzip"]

    private static func routes() -> [TenantRoute] {
        @Sendable func row(_ size: Int) -> Response {
            // With the quotes it is a JSON text of `size` bytes.
            let text = "\"" + String(repeating: "x", count: size - 2) + "\""
            return Response(status: 200, contentType: "application/json", body: Array(text.utf8)).tagged("v1")
        }
        return [
            TenantRoute(.get, "large", "More than a kilobyte", access: .open) { _ in row(1025) },
            TenantRoute(.get, "small", "A kilobyte", access: .open) { _ in row(1024) },
            TenantRoute(.get, "picture", "Is compressed already", access: .open) { _ in
                Response(status: 200, contentType: "image/webp", body: [UInt8](repeating: 0, count: 4096))
            },
            TenantRoute(.post, "large", "Shows a secret, it may be", access: .open) { _ in row(4096) },
            TenantRoute(.put, "large", "Changes the row", access: .open) { call in
                try call.requireMatch("v1")
                return row(4096)
            },
        ]
    }

    private func world() async throws -> World { try await World.make(routes: { _ in Self.routes() }) }

    private func isGzip(_ answer: Answer) -> Bool { answer.body.starts(with: [0x1F, 0x8B]) }

    @Test func `answers over a kilobyte are compressed when asked for`() async throws {
        let world = try await world()
        for method in ["GET", "HEAD"] {
            let packed = try await world.send(method, "large/", headers: Self.gzip)
            #expect(packed.status == 200)
            #expect(packed.header("Content-Encoding") == "gzip")
            #expect(packed.header("Vary") == "Accept-Encoding")
            #expect(packed.header("Content-Type") == "application/json")
            #expect(isGzip(packed))
            #expect(packed.body.count < 200)
        }
        for headers in [[:], ["Accept-Encoding": "gzip;q=0, *"], ["Accept-Encoding": "br"]] {
            let plain = try await world.send("GET", "large/", headers: headers)
            #expect(plain.header("Content-Encoding") == nil)
            #expect(plain.header("Vary") == "Accept-Encoding")
            #expect(plain.body.count == 1025)
        }
        for path in ["small/", "picture/"] {
            let answer = try await world.send("GET", path, headers: Self.gzip)
            #expect(answer.header("Content-Encoding") == nil)
            #expect(answer.header("Vary") == nil)
            #expect(!isGzip(answer))
        }
        for method in ["POST", "PUT"] {
            #expect(!isGzip(try await world.send(method, "large/", headers: Self.gzip)))
        }
    }

    @Test func `both forms have tags of their own, and either names the version`() async throws {
        let world = try await world()
        let plain = try #require(try await world.send("GET", "large/").header("ETag"))
        let packed = try #require(try await world.send("GET", "large/", headers: Self.gzip).header("ETag"))
        #expect([plain, packed] == ["\"v1\"", "\"v1-gzip\""])
        #expect(try await world.send("GET", "small/", headers: Self.gzip).header("ETag") == plain)
        for tag in [plain, packed, "\"v0\", W/\(packed)", "*"] {
            for headers in [[:], Self.gzip] {
                let condition = headers.merging(["If-None-Match": tag]) { $1 }
                let answer = try await world.send("GET", "large/", headers: condition)
                #expect(answer.status == 304)
                #expect(answer.body.isEmpty)
                #expect(answer.header("ETag") == (headers.isEmpty ? plain : packed))
                #expect(answer.header("Vary") == "Accept-Encoding")
                #expect(answer.header("Content-Encoding") == nil)
                #expect(answer.header("Content-Type") == nil)
            }
        }
        #expect(
            try await world.send("GET", "large/", headers: ["If-None-Match": "\"v2-gzip\""]).status == 200
        )
        for (tag, status) in [(plain, 200), (packed, 200), ("\"v2-gzip\"", 412), ("W/\(packed)", 412)] {
            #expect(try await world.send("PUT", "large/", headers: ["If-Match": tag]).status == status)
        }
    }

    @Test func `both reasons for varying are listed`() async throws {
        var settings = TenantSettings.defaults
        settings.allowedOrigins = ["*"]
        let world = try await World.make(settings: settings, routes: { _ in Self.routes() })
        let vary = try await world.send("GET", "large/", headers: Self.gzip).headers.values(of: "Vary")
        #expect(vary == ["Origin, Accept-Encoding"])
    }
}
