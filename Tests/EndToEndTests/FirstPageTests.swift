import Foundation
import TestDatabases
import TestSupport
import Testing

/// What somebody sees who opens a new server in a browser.
@Suite(.database) struct FirstPageTests {
    @Test func `the first page and its icon are served like every static file`() async throws {
        try await Site.with { site in
            _ = try await site.serve()
            let session = site.session("/")
            let page = try await session.send("GET", "/")
            #expect(page.status == 200)
            #expect(page.header("Content-Type") == "text/html; charset=utf-8")
            for link in ["/docs", "/docs/guides/getting-started", "/docs/problems", "/docs/guides/client"] {
                #expect(page.text.contains("href=\"\(link)\""), "\(link)")
                #expect(try await session.send("GET", link).status == 200, "\(link)")
            }
            let icon = try await session.send("GET", "/favicon.ico")
            #expect(icon.header("Content-Type") == "image/x-icon")
            #expect(icon.body.starts(with: [0, 0, 1, 0]))
            for path in ["/", "/favicon.ico", "/docs", "/docs/page.css", "/docs/search.json"] {
                let whole = try await session.send("GET", path)
                let head = try await session.send("HEAD", path)
                #expect(head.status == 200 && head.body.isEmpty, "\(path)")
                #expect(head.header("Content-Length") == whole.header("Content-Length"), "\(path)")
                let tag = try #require(whole.header("ETag"), "\(path)")
                let again = try await session.send("GET", path, headers: ["If-None-Match": tag])
                #expect(again.status == 304 && again.body.isEmpty, "\(path)")
                guard whole.header("Content-Type") != "image/x-icon" else { continue }
                let packed = try await session.send("GET", path, headers: ["Accept-Encoding": "gzip"])
                #expect(packed.header("Content-Encoding") == "gzip", "\(path)")
                #expect(packed.body.count < whole.body.count / 2, "\(path)")
            }
        }
    }

    private static let local = ["PARLAY_SHOW_TENANTS": "loopback"]

    @Test(.withoutProxy) func `tenants are listed to visitors from the machine, and to nobody else`()
        async throws
    {
        try await Site.with { site in
            try await site.makeTenant("secretclub")
            _ = try await site.serve(with: Self.local)
            for path in ["/", "/docs/tenants.json"] {
                func shows(_ headers: String) async throws -> Bool {
                    let request = "GET \(path) HTTP/1.1\r\n\(headers)Connection: close\r\n\r\n"
                    let reply = try await blocking {
                        let client = try RawClient(port: site.port)
                        try client.send(request)
                        return try client.receive()
                    }
                    #expect(reply.status == 200)
                    return String(decoding: reply.body, as: UTF8.self).contains("secretclub")
                }
                for host in ["localhost:\(site.port)", "127.0.0.1:\(site.port)", "[::1]", "LOCALHOST"] {
                    #expect(try await shows("Host: \(host)\r\n"), "\(path) for \(host)")
                }
                for host in [
                    "play.example.org", "127.0.0.1.example.org", "localhost.example.org", "192.0.2.1",
                ] {
                    #expect(try await !shows("Host: \(host)\r\n"), "\(path) for \(host)")
                }
                for header in [
                    "X-Forwarded-For: 192.0.2.1", "Forwarded: for=192.0.2.1", "X-Real-IP: 192.0.2.1",
                    "Via: 1.1 x",
                ] {
                    #expect(try await !shows("Host: localhost\r\n\(header)\r\n"), "\(path) with \(header)")
                }
            }
        }
    }

    @Test(.withoutProxy) func `behind a proxy of this machine, visitors who name the machine see the list`()
        async throws
    {
        try await Site.with { site in
            try await site.makeTenant("secretclub")
            let settings = [
                "PARLAY_SHOW_TENANTS": "local-proxy", "PARLAY_PUBLIC_URL": "http://127.0.0.1:8080",
                "PARLAY_TRUSTED_PROXIES": "127.0.0.0/8",
            ]
            _ = try await site.serve(with: settings)
            for (host, isShown) in [
                ("127.0.0.1:8080", true), ("localhost", true), ("play.example.org", false),
            ] {
                let request =
                    "GET / HTTP/1.1\r\nHost: \(host)\r\nX-Forwarded-For: 172.29.85.1\r\nConnection: close\r\n\r\n"
                let reply = try await blocking {
                    let client = try RawClient(port: site.port)
                    try client.send(request)
                    return try client.receive()
                }
                #expect(
                    String(decoding: reply.body, as: UTF8.self).contains("secretclub") == isShown,
                    "\(host)"
                )
            }
        }
    }

    @Test(arguments: [
        [:], ["PARLAY_SHOW_TENANTS": "loopback", "PARLAY_PUBLIC_URL": "https://play.example.org"],
        ["PARLAY_SHOW_TENANTS": "loopback", "PARLAY_TRUSTED_PROXIES": "192.0.2.1"],
        ["PARLAY_SHOW_TENANTS": "loopback", "PARLAY_HOST": "0.0.0.0"],
        ["PARLAY_SHOW_TENANTS": "local-proxy"],
        ["PARLAY_SHOW_TENANTS": "local-proxy", "PARLAY_PUBLIC_URL": "https://play.example.org"],
    ])
    func `an installation for others lists no tenants`(_ environment: [String: String]) async throws {
        try await Site.with { site in
            try await site.makeTenant("secretclub")
            _ = try await site.serve(with: environment)
            for path in ["/", "/docs/tenants.json", "/docs"] {
                #expect(try await !site.session("/").send("GET", path).text.contains("secretclub"), "\(path)")
            }
        }
    }

    @Test(.demoDatabase) func `the forms' first values are rows of the demo`() async throws {
        try await Site.with { site in
            _ = try await site.serve(with: Self.local)
            let pages = site.session("/")
            let login = #"{"username":"ada","password":"correct horse battery"}"#
            var tokens: [String: String] = [:]
            for tenant in ["wordup", "wager", "draftqueens", "ggtracker"] {
                let answer = try await site.session("/v1/\(tenant)/").send("POST", "login/", login)
                tokens[tenant] = answer["token"]?.text
            }
            #expect(tokens.count == 4)
            var count = 0
            let page = try await pages.send("GET", "/docs").text
            let sections = Set(page.matches(of: /href="(\/docs\/[a-z-]+)"/).map { String($0.1) })
            for section in sections.sorted() {
                let text = try await pages.send("GET", section).text
                for form in text.split(separator: "<form data-method=\"").dropFirst()
                where form.hasPrefix("GET\"") {
                    guard let found = Self.call(form) else { continue }
                    let path = found.path.replacing("{tenant}", with: found.tenant)
                    let session = pages.signedIn(tokens[found.tenant])
                    let answer = try await session.send("GET", path)
                    let isExpected = answer.status < 400 || Self.absent.contains { path.contains($0) }
                    #expect(isExpected, "\(section): GET \(path): \(answer)")
                    count += 1
                }
            }
            #expect(count > 25)
        }
    }

    /// Nobody of the demo has a photo, a block, a webhook, a feed or an account elsewhere, links from mails come by mail,
    /// and a stream is for WebSockets.
    private static let absent = [
        "/photo/", "/blocks/", "/admin/webhooks/", "/admin/feeds/", "/admin/reports/", "/unsubscribe/",
        "/live/", "/stream/", "/admin/keys/", "/login/oauth/",
    ]

    /// The path of a form with the values that it starts with, and a tenant that has its module.
    private static func call(_ form: Substring) -> (path: String, tenant: String)? {
        let form = form.prefix(upTo: form.firstRange(of: "</form>")?.lowerBound ?? form.endIndex)
        guard let path = form.firstMatch(of: /data-path="([^"]*)"/)?.1, path.hasPrefix("/v1/") else {
            return nil
        }
        var filled = String(path)
        var query: [String] = []
        for input in form.matches(
            of: /<(?:input|select) data-in="(path|query)" name="([^"]*)"(?: value="([^"]*)")?/
        ) {
            let value = String(input.3 ?? "")
            if input.1 == "path" { filled = filled.replacing("{\(input.2)}", with: value) }
            if input.1 == "query", !value.isEmpty { query.append("\(input.2)=\(value)") }
        }
        for choice in form.matches(of: /<select data-in="query" name="([^"]*)">.*?<option selected>([^<]*)</)
        {
            query.append("\(choice.1)=\(choice.2)")
        }
        let tenants = ["wagers": "wager", "sportsbook": "draftqueens", "shelf": "ggtracker"]
        let tenant = tenants.first { form.contains("data-module=\"\($0.key)\"") }?.value ?? "wordup"
        return (filled + (query.isEmpty ? "" : "?" + query.joined(separator: "&")), tenant)
    }
}
