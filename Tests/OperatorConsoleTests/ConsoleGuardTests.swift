import HTTPServer
import Localization
import ParlayAPI
import Testing

@testable import OperatorConsole

/// Which requests the console takes.
@Suite struct ConsoleGuardTests {
    private func head(_ fields: [(String, String)]) -> RequestHead {
        var headers = Headers()
        for (name, value) in fields { headers.add(name, value) }
        return RequestHead(
            methodName: "POST",
            path: "/tenants",
            query: nil,
            headers: headers,
            peer: PeerAddress(bytes: [127, 0, 0, 1]),
            id: "x",
            contentLength: nil,
            isChunked: false
        )
    }

    @Test(arguments: [
        "127.0.0.1:8082", "127.0.0.1", "localhost:8082", "LOCALHOST", "[::1]:8082", "127.1.2.3",
    ])
    func `this machine is admitted`(_ host: String) {
        #expect(ConsoleGuard().admits(host: host))
    }

    @Test(arguments: [
        nil, "", "evil.example", "127.0.0.1.evil.example", "127.evil.example", "localhost.evil.example:8082",
        "10.0.0.1",
        "[::2]:8082", "0.0.0.0:8082", "console.example.org.evil.example",
    ])
    func `another name for this machine is not`(_ host: String?) {
        #expect(!ConsoleGuard().admits(host: host))
        #expect(!ConsoleGuard(name: "console.example.org").admits(host: host))
    }

    @Test func `the configured name is admitted`() {
        let guards = ConsoleGuard(name: "Console.example.org")
        #expect(guards.admits(host: "console.example.org") && guards.admits(host: "CONSOLE.example.org:443"))
        #expect(guards.isSecure(host: "console.example.org") && !guards.isSecure(host: "127.0.0.1:8082"))
        #expect(
            guards.isOwn(head([("Host", "console.example.org"), ("Origin", "https://console.example.org")]))
        )
        #expect(
            !guards.isOwn(head([("Host", "console.example.org"), ("Origin", "http://console.example.org")]))
        )
    }

    @Test func `a form comes from the console's own page`() {
        let host = ("Host", "127.0.0.1:8082")
        let origin = ("Origin", "http://127.0.0.1:8082")
        let guards = ConsoleGuard()
        #expect(guards.isOwn(head([host, origin])))
        #expect(guards.isOwn(head([host, ("Sec-Fetch-Site", "same-origin")])))
        #expect(guards.isOwn(head([host, origin, ("Sec-Fetch-Site", "same-origin")])))
        for forged in [
            [host], [origin], [host, ("Origin", "https://evil.example")], [host, ("Origin", "null")],
            [host, ("Origin", "http://127.0.0.1:8080")], [host, ("Origin", "https://127.0.0.1:8082")],
            [host, origin, ("Sec-Fetch-Site", "same-site")],
            [host, origin, ("Sec-Fetch-Site", "cross-site")],
            [host, ("Origin", "http://evil.example"), ("Sec-Fetch-Site", "same-origin")],
            [host, origin, origin, ("Sec-Fetch-Site", "same-origin")],
        ] {
            #expect(!guards.isOwn(head(forged)), "\(forged)")
        }
    }

    @Test func `the texts are complete`() {
        #expect(ConsoleText.catalog.faults(of: ConsoleText.self) == [])
    }

    @Test func `words in commands are quoted`() {
        #expect(
            Shell.line("tenant set", ["demo", "name=Ada's"])
                == "parlay admin tenant set demo 'name=Ada'\\''s'"
        )
        #expect(
            Shell.line("jobs list", [], [("--kind", "a b"), ("--tenant", nil)])
                == "parlay admin jobs list --kind 'a b'"
        )
    }
}
