import App
import Database
import ParlayAPI
import TestDatabases
import TestSupport
import Testing

/// Whatever clients do and the database suffers, no request stays open.
@Suite(.database) struct FaultTests {
    private static func post(_ path: String, _ token: String, _ fields: String, _ body: String) -> [UInt8] {
        let head =
            "POST /v1/wordup/\(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Token \(token)\r\n"
            + "Content-Type: application/json\r\n\(fields)\r\n\r\n"
        return Array((head + body).utf8)
    }

    /// Uploads, keyed calls, slow bodies, and what the server refuses for its form.
    private static func requests(_ token: String, _ round: Int) -> [[UInt8]] {
        let match = #"{"a_username":"eva"}"#
        let photo =
            "PUT /v1/wordup/profiles/me/photo/ HTTP/1.1\r\nHost: localhost\r\nAuthorization: Token \(token)\r\n"
            + "Content-Type: image/png\r\nContent-Length: 200000\r\n\r\n"
        let chunks = "14\r\n\(match)\r\n0\r\n\r\n"
        let bare = chunks.replacing("\r\n", with: "\n")
        return [
            post("matches/", token, "Content-Length: 20\r\nIdempotency-Key: same", match),
            post("matches/", token, "Content-Length: 20\r\nIdempotency-Key: own\(round)", match),
            post("matches/", token, "Transfer-Encoding: chunked\r\nIdempotency-Key: \(round)", chunks),
            post("matches/", token, "Transfer-Encoding: chunked", bare),
            post("matches/", token, "Content-Length: 20\r\nExpect: 100-continue", match),
            post("matches/", token, "Content-Length: none", match),
            post("matches/?" + String(repeating: "&", count: 1_000), token, "Content-Length: 20", match),
            Array(photo.utf8) + [UInt8](repeating: 0x89, count: 150_000),
            Array(
                "GET /v1/wordup/languages/?\(String(repeating: "=&", count: 800)) HTTP/1.1\r\nHost: a\r\n\r\n"
                    .utf8
            ),
        ]
    }

    @Test func `clients that are killed leave no request open`() async throws {
        try await Site.with { site in
            let front = try await site.serve()
            try await site.makeTenant()
            let ada = try await site.register("ada")
            _ = try await site.register("eva", "es", "en")
            let port = site.port
            try await blocking {
                for round in 0..<12 {
                    let clients = try Self.requests(ada.token, round).map { request in
                        let client = try RawClient(port: port)
                        // Whole, all but the last byte, half, or the head alone.
                        let count = [request.count, request.count - 1, request.count / 2, 200][round % 4]
                        client.sendWhatGoes(Array(request.prefix(count)))
                        if round % 3 == 0 { client.resetOnClose() }
                        if round % 3 == 1 { client.halfClose() }
                        return client
                    }
                    // All of them are under way.
                    _ = try HTTPSession(port: port).exchange("GET", "/healthz")
                    withExtendedLifetime(clients) {}
                }
            }
            try await site.expectNoOpenRequest(front)
        }
    }

    @Test func `connections to the database that are cut leave no request open`() async throws {
        try await Site.with { site in
            let front = try await site.serve()
            try await site.makeTenant()
            let ada = try await site.register("ada")
            _ = try await site.register("eva", "es", "en")
            let watch = try TestDatabase.current.connect(as: .superuser)
            let port = site.port
            for round in 0..<10 {
                async let calls: Void = blocking {
                    let clients = try (0..<20).map { index in
                        let client = try RawClient(port: port)
                        let requests = Self.requests(ada.token, round * 20 + index)
                        client.sendWhatGoes(requests[index % 3])
                        return client
                    }
                    // Half of them wait for their answers, half do not.
                    for (index, client) in clients.enumerated() where index % 2 == 0 {
                        _ = try client.receive()
                    }
                }
                try watch.execute(
                    """
                    select pg_terminate_backend(pid) from pg_stat_activity
                     where datname = current_database() and application_name like 'parlay-front %'
                    """
                )
                try await calls
            }
            try await site.expectNoOpenRequest(front)
        }
    }
}
