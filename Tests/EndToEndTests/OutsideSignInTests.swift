import Database
import Foundation
import HTTPServer
import ParlayAPI
import TestDatabases
import TestSupport
import Testing

/// A browser that signs in by an issuer of its own, at a real front.
@Suite(.database) struct OutsideSignInTests {
    private static let form = "application/x-www-form-urlencoded"

    /// As a proxy would send it on from a browser.
    private func post(
        _ fixture: TrustedFront,
        _ path: String,
        _ fields: [(String, String)],
        cookie: String = "",
        origin: String = "https://localhost"
    ) async throws -> Answer {
        let body = fields.map { "\($0.0)=\(RequestTarget.encode($0.1))" }.joined(separator: "&")
        var headers = ["Content-Type": Self.form, "Origin": origin, "X-Forwarded-Proto": "https"]
        if !cookie.isEmpty { headers["Cookie"] = cookie }
        return try await fixture.session.send("POST", "/app/wordup/\(path)", body, headers: headers)
    }

    private func parameters(_ answer: Answer) throws -> [String: String] {
        let refresh = try #require(answer.header("Refresh"), "\(answer)")
        let query = try #require(refresh.split(separator: "?", maxSplits: 1).last)
        let pairs = try #require(RequestTarget.pairs(String(query)))
        return Dictionary(pairs.map { ($0.name, $0.value) }) { first, _ in first }
    }

    @Test func `over https the cookies are bound to the host, and a token of the issuer signs in`()
        async throws
    {
        try await TrustedFront.with(["PARLAY_TRUSTED_PROXIES": "127.0.0.1"]) { fixture in
            let begun = try await post(fixture, "sign-in/outside", [("issuer", fixture.issuer.url)])
            let field = try #require(begun.header("Set-Cookie"), "\(begun)")
            #expect(field.hasPrefix("__Host-parlay_outside-wordup=") && field.hasSuffix("; Secure"))
            #expect(field.contains("Path=/;") && field.contains("SameSite=Strict"))
            let cookie = String(field.prefix { $0 != ";" })
            let asked = try parameters(begun)
            #expect(begun.header("Refresh")?.hasPrefix("0; url=\(fixture.issuer.url)/authorize?") == true)
            #expect(asked["redirect_uri"] == "https://localhost/app/wordup/sign-in/return")
            let token = try await fixture.issuer.token(
                audience: "web.example",
                nonce: asked["nonce"] ?? "",
                claims: ["email": "ann@example.org", "email_verified": true]
            )
            let fields = [("state", asked["state"] ?? ""), ("id_token", token)]
            let back = try await post(fixture, "sign-in/return", fields, origin: fixture.issuer.url)
            #expect(back.status == 200 && back.text.contains("data-continue"))
            // A cookie without the prefix could be anybody's.
            let loose = cookie.replacing("__Host-", with: "")
            #expect(try await post(fixture, "sign-in/outside", fields, cookie: loose).status == 403)
            let done = try await post(fixture, "sign-in/outside", fields, cookie: cookie)
            #expect(done.status == 303 && done.header("Location") == "/app/wordup/register", "\(done)")
            let ticket = try #require(
                done.headers.values(of: "Set-Cookie").first { $0.hasPrefix("__Host-parlay_ticket-wordup=") }
            )
            #expect(ticket.contains("Max-Age=900;") && ticket.hasSuffix("; Secure"))
        }
    }

    @Test func `while the issuer is away, people read why, and then begin again`() async throws {
        try await TrustedFront.with { fixture in
            func begin() async throws -> Answer {
                let headers = ["Content-Type": Self.form, "Origin": "http://localhost"]
                return try await fixture.session.send(
                    "POST",
                    "/app/wordup/sign-in/outside",
                    "issuer=\(RequestTarget.encode(fixture.issuer.url))",
                    headers: headers
                )
            }
            try await fixture.issuer.behave(.dead)
            let away = try await begin()
            #expect(away.status == 503 && away.text.contains("does not answer at the moment"), "\(away)")
            try await fixture.issuer.behave(.discovery(["authorization_endpoint": nil]))
            try later()
            #expect(try await begin().status == 503)
            // The keys are there, and no reason to ask for more than once a minute.
            #expect(try await fixture.check(fixture.token()) == "accepted")
            #expect(try await fixture.issuer.fetches(.keys) == 1)
            try await fixture.issuer.behave(.sound)
            #expect(try await begin().status == 503)
            try later()
            #expect(try await begin().status == 200)
        }
    }

    /// More than a minute passes.
    private func later() throws {
        try TestDatabase.current.owner.execute(
            """
            update issuer_keys
               set asked_at = asked_at - interval '61 seconds', answered_at = answered_at - interval '61 seconds'
            """
        )
    }
}
