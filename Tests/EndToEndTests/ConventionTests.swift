import ParlayAPI
import TestDatabases
import TestSupport
import Testing

/// What only shows on a wire.
@Suite(.database) struct ConventionTests {
    @Test(.withoutProxy) func `a chunked body that outgrows its limit is answered like any other call`()
        async throws
    {
        try await Site.with { site in
            _ = try await site.serve()
            try await site.makeTenant()
            try await site.parlay("admin tenant set wordup allowed_origins=[\"https://app.example\"]")
            let ada = try await site.register("ada")
            try await eventually("the listed site") {
                let headers = ["Origin": "https://app.example"]
                let answer = try await site.session().send("GET", "about/", headers: headers)
                return answer.header("Access-Control-Allow-Origin") != nil
            }
            let head = """
                PATCH /v1/wordup/profiles/me/ HTTP/1.1\r\nHost: localhost\r\nOrigin: https://app.example\r\n\
                Authorization: Token \(ada.token)\r\nContent-Type: application/json\r\n\
                Transfer-Encoding: chunked\r\n\r\n100001\r\n
                """
            let client = try RawClient(port: site.port)
            try client.send(Array(head.utf8) + [UInt8](repeating: 0x20, count: 0x100001))
            let reply = try client.receive(bodiless: false)
            #expect(reply.status == 413)
            var fields: [String: String] = [:]
            for (name, value) in reply.headers { fields[name.lowercased()] = value }
            #expect(fields["access-control-allow-origin"] == "https://app.example")
            #expect(fields["ratelimit-limit"] == "100000")
            #expect(fields["cache-control"] == "no-store")
            #expect(fields["x-request-id"] != nil)
            // So has what is refused before the head is complete, once the site was read.
            for line in ["X: a\rb", "nonsense", "X: \(String(repeating: "a", count: 40_000))"] {
                let site = try RawClient(port: site.port)
                let start =
                    "GET /v1/wordup/about/ HTTP/1.1\r\nHost: localhost\r\nOrigin: https://app.example\r\n"
                site.sendWhatGoes(Array("\(start)\(line)\r\n\r\n".utf8))
                let refused = try site.receive()
                #expect([400, 431].contains(refused.status))
                #expect(refused["access-control-allow-origin"] == "https://app.example")
            }
        }
    }

    @Test func `HEAD announces what GET sends, compressed or not`() async throws {
        try await Site.with { site in
            _ = try await site.serve()
            try await site.makeTenant()
            let session = site.session()
            for headers in [[:], ["Accept-Encoding": "gzip"]] {
                let get = try await session.send("GET", "languages/", headers: headers)
                let head = try await session.send("HEAD", "languages/", headers: headers)
                #expect(get.header("Content-Encoding") == headers["Accept-Encoding"])
                for name in ["Content-Length", "Content-Encoding", "Content-Type", "Vary", "Cache-Control"] {
                    #expect(head.header(name) == get.header(name))
                }
                #expect(get.header("Content-Length") == String(get.body.count))
                #expect(head.body.isEmpty)
            }
        }
    }
}
