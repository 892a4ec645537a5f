import Foundation
import ParlayAPI
import Security
import TestSupport
import Testing

/// A front whose tenant `wordup` trusts an issuer of the test.
struct TrustedFront {
    static let nonce = "n-0S6_WzA2Mj-n-0S6"

    let site: Site
    let issuer: IssuerServer
    let front: ParlayProcess
    let session: HTTPSession

    /// - Parameter linksByEmail: the issuer's `link_by_email`.
    static func with(
        linksByEmail: Bool = false,
        _ settings: [String: String] = [:],
        _ body: (TrustedFront) async throws -> Void
    ) async throws {
        let issuer = try await IssuerServer()
        // More refusals come from here than an address is allowed.
        let environment = issuer.environment.merging(["PARLAY_LOGIN_FAILURES": "100000"]) { $1 }
            .merging(settings) { $1 }
        try await Site.with(environment) { site in
            try await site.makeTenant()
            try await trust(issuer.url, linksByEmail: linksByEmail, in: "wordup", at: site)
            let front = try await site.serve()
            try await body(
                TrustedFront(site: site, issuer: issuer, front: front, session: site.session())
            )
        }
    }

    static func trust(_ url: String, linksByEmail: Bool = false, in tenant: String, at site: Site)
        async throws
    {
        let setting = """
            oidc_issuers=[{"issuer": "\(url)", "audiences": ["ios.example", "web.example"], \
            "link_by_email": \(linksByEmail), "web_client_id": "web.example"}]
            """
        let outcome = try await site.run("admin", "tenant", "set", tenant, setting)
        guard outcome.code == 0 else { throw Parlay.Failure("\(outcome)") }
    }

    /// A token that is good but for what is given.
    func token(
        _ claims: JSONObject = [:],
        header: JSONObject = [:],
        key: IssuerServer.Key = .rsa
    ) async throws -> String {
        // Two tokens of one second are different ones.
        var own: JSONObject = ["jti": .string(UUID().uuidString)]
        for member in claims.members { own.add(member.key, member.value) }
        return try await issuer.token(
            audience: "ios.example",
            nonce: Self.nonce,
            claims: own,
            header: header,
            key: key
        )
    }

    func signIn(_ token: String, nonce: String = nonce, on session: HTTPSession? = nil) async throws -> Answer
    {
        let body: JSONObject = ["id_token": .string(token), "nonce": .string(nonce)]
        return try await (session ?? self.session).send("POST", "login/oidc/", Self.text(body))
    }

    /// The check that the token fails; `accepted` if it is good and belongs to nobody here.
    func check(_ token: String, nonce: String = nonce, on session: HTTPSession? = nil) async throws -> String
    {
        let answer = try await signIn(token, nonce: nonce, on: session)
        if answer.status == 404, answer.code == "no_account" { return "accepted" }
        guard answer.status == 401, answer.code == "oidc_token_refused" else { return "\(answer)" }
        return answer["check"]?.text ?? "\(answer)"
    }

    static func text(_ body: JSONObject) -> String {
        String(decoding: JSONValue.object(body).jsonBytes(), as: UTF8.self)
    }

    /// Seconds since 1970.
    static var now: Int64 { Int64(Date.now.timeIntervalSince1970) }
}
