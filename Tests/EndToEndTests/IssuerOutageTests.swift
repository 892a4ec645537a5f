import Database
import Foundation
import ParlayAPI
import TestDatabases
import TestSupport
import Testing

/// Sign-in while an issuer changes its keys, is asked too much, lies or is away.
@Suite(.database) struct IssuerOutageTests {
    /// Lets time pass for the stored keys of all issuers.
    private func wait(_ seconds: Int) throws {
        try TestDatabase.current.owner.execute(
            """
            update issuer_keys
               set fresh_until = fresh_until - interval '\(seconds) seconds',
                   asked_at = asked_at - interval '\(seconds) seconds',
                   answered_at = answered_at - interval '\(seconds) seconds'
            """
        )
    }

    @Test func `a flood of unknown keys at two fronts has the keys fetched once a minute`() async throws {
        try await TrustedFront.with { fixture in
            let port = try Parlay.freePort()
            let second = try fixture.site.start("serve", with: ["PARLAY_PORT": String(port)])
            let other = HTTPSession(port: port, base: "/v1/wordup/")
            try await eventually("the second front") {
                guard second.isRunning else { throw Parlay.Failure(second.errors) }
                return (try? await other.send("GET", "/readyz").status) == 200
            }
            #expect(try await fixture.check(fixture.token()) == "accepted")
            #expect(try await fixture.issuer.fetches(.keys) == 1)
            for minute in 1...2 {
                try wait(61)
                let checks = try await withThrowingTaskGroup(of: String.self) { group in
                    for caller in 0..<8 {
                        let session = HTTPSession(
                            port: caller.isMultiple(of: 2) ? port : fixture.site.port,
                            base: "/v1/wordup/"
                        )
                        for _ in 0..<5 {
                            let token = try await fixture.token(header: ["kid": .string(UUID().uuidString)])
                            group.addTask { try await fixture.check(token, on: session) }
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(checks == Array(repeating: "key", count: 40))
                #expect(try await fixture.issuer.fetches(.keys) == Int64(1 + minute))
                #expect(try await fixture.issuer.fetches(.discovery) == Int64(1 + minute))
                #expect(try await fixture.check(fixture.token(), on: other) == "accepted")
            }
        }
    }

    @Test func `new keys are found by their names, and old ones are forgotten with them`() async throws {
        try await TrustedFront.with { fixture in
            let old = try await fixture.issuer.keyID
            #expect(try await fixture.check(fixture.token()) == "accepted")
            try await fixture.issuer.rotate(keepingOld: true)
            // The keys were fetched less than a minute ago.
            #expect(try await fixture.check(fixture.token()) == "key")
            #expect(try await fixture.issuer.fetches(.keys) == 1)
            try wait(61)
            #expect(try await fixture.check(fixture.token()) == "accepted")
            #expect(try await fixture.check(fixture.token(key: .id(old))) == "accepted")
            #expect(try await fixture.issuer.fetches(.keys) == 2)
            try await fixture.issuer.rotate()
            try wait(61)
            #expect(try await fixture.check(fixture.token()) == "accepted")
            #expect(try await fixture.check(fixture.token(key: .id(old))) == "key")
            #expect(try await fixture.issuer.fetches(.keys) == 3)
        }
    }

    @Test func `keys are fetched again when they are as old as the issuer allows`() async throws {
        try await TrustedFront.with { fixture in
            try await fixture.issuer.cache("max-age=7200")
            #expect(try await fixture.check(fixture.token()) == "accepted")
            try wait(7100)
            #expect(try await fixture.check(fixture.token()) == "accepted")
            #expect(try await fixture.issuer.fetches(.keys) == 1)
            // A key that the issuer has taken back is good until then.
            let old = try await fixture.issuer.keyID
            try await fixture.issuer.rotate()
            #expect(try await fixture.check(fixture.token(key: .id(old))) == "accepted")
            try wait(120)
            #expect(try await fixture.check(fixture.token(key: .id(old))) == "key")
            #expect(try await fixture.issuer.fetches(.keys) == 2)
        }
    }

    @Test func `an issuer that is away: a day of grace, then 503, and back again`() async throws {
        try await TrustedFront.with { fixture in
            try await fixture.issuer.cache("max-age=3600")
            #expect(try await fixture.check(fixture.token()) == "accepted")
            try await fixture.issuer.behave(.dead)
            try wait(3600 + 82_800)
            #expect(try await fixture.check(fixture.token()) == "accepted")
            try wait(3700)
            let token = try await fixture.token()
            let answer = try await fixture.signIn(token)
            #expect(answer.status == 503 && answer.code == "issuer_unavailable", "\(answer)")
            #expect(answer.header("Retry-After") != nil)
            // What no key is needed for is refused as ever.
            #expect(try await fixture.check(fixture.token(["aud": "evil"])) == "audience")
            try await fixture.issuer.behave(.sound)
            try wait(61)
            // The answer 503 has not used it up.
            #expect(try await fixture.check(token) == "accepted")
        }
    }

    @Test func `an issuer that lies gets nobody in, and the next fetch is a minute later`() async throws {
        try await TrustedFront.with { fixture in
            let issuer = fixture.issuer
            let http = "http" + issuer.url.dropFirst("https".count) + "/keys"
            for behavior in [
                .discovery(["issuer": "https://evil.example"]), .discovery(["jwks_uri": .string(http)]),
                .discovery(["jwks_uri": "https://10.0.0.1/keys"]),
                .redirecting(.keys, to: "\(issuer.url)/x/keys"), .redirecting(.discovery, to: issuer.url),
                .huge(.keys), .huge(.discovery), .text(.keys, "{"), .text(.discovery, "<html>"),
                .status(.keys, 500), .status(.discovery, 404), .keyless, .dropping(.keys), .dead,
            ] as [IssuerServer.Behavior] {
                try await issuer.behave(behavior)
                try wait(61)
                let answer = try await fixture.signIn(fixture.token())
                #expect(answer.status == 503 && answer.code == "issuer_unavailable", "\(behavior) \(answer)")
                // The person who signs in learns nothing about the network here.
                for word in ["10.0.0.1", "evil.example", "127.0.0.1", "discovery", "jwks"] {
                    #expect(!answer.text.contains(word), "\(answer)")
                }
                let fetches = try await issuer.fetches(.discovery)
                let again = try await fixture.signIn(fixture.token())
                #expect(again.status == 503, "\(again)")
                #expect(try await issuer.fetches(.discovery) == fetches, "\(behavior)")
            }
            #expect(try await issuer.fetches(.keys, of: "/x") == 0)
            try await issuer.behave(.sound)
            try wait(61)
            #expect(try await fixture.check(fixture.token()) == "accepted")
        }
    }

    @Test func `a slow issuer keeps nobody else waiting, and is asked once by all who sign in`() async throws
    {
        try await TrustedFront.with { fixture in
            try await fixture.issuer.behave(.slow(.keys))
            var tokens: [String] = []
            for _ in 0..<20 { tokens.append(try await fixture.token()) }
            try await withThrowingTaskGroup(of: Answer.self) { group in
                for token in tokens {
                    group.addTask { try await fixture.signIn(token, on: fixture.site.session()) }
                }
                try await eventually("the front asks") { try await fixture.issuer.fetches(.keys) == 1 }
                #expect(try await fixture.session.send("GET", "about/").status == 200)
                #expect(try await fixture.session.send("POST", "login/", "{}").status == 422)
                for try await answer in group {
                    #expect(answer.status == 503 && answer.code == "issuer_unavailable", "\(answer)")
                }
            }
            #expect(try await fixture.issuer.fetches(.keys) == 1)
        }
    }
}
