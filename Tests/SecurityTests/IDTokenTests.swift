import ParlayAPI
import Testing

@testable import Security

/// What an ID token must be, and say, before its signature is looked at.
@Suite struct IDTokenTests {
    private static let now = 1_779_301_800.0
    private static let header: JSONObject = ["alg": "RS256", "kid": "one", "typ": "JWT"]
    private static let claims: JSONObject = [
        "iss": "https://accounts.example.org", "aud": "ios.example", "sub": "110169484474386276334",
        "email": "ada@example.org", "email_verified": true, "nonce": "n-0S6_WzA2Mj-n-0S6",
        "iat": 1_779_301_800, "exp": 1_779_305_400, "given_name": "Ada", "family_name": "Byron",
    ]
    private static let issuers = [
        IDTokenExpectation.Issuer("https://other.example.org", audiences: ["other.example"]),
        IDTokenExpectation.Issuer("https://accounts.example.org", audiences: ["web.example", "ios.example"]),
    ]

    static func encode(_ object: JSONObject) -> String {
        Base64URL.encode(JSONValue.object(object).jsonBytes())
    }

    /// The object with members replaced, added, or, if `nil`, removed.
    private static func changed(_ object: JSONObject, _ changes: [(String, JSONValue?)]) -> JSONObject {
        var result = JSONObject()
        for member in object.members where !changes.contains(where: { $0.0 == member.key }) {
            result.add(member.key, member.value)
        }
        for case (let key, let value?) in changes { result.add(key, value) }
        return result
    }

    private func token(_ header: [(String, JSONValue?)] = [], _ claims: (String, JSONValue?)...) throws
        -> IDToken
    {
        let head = Self.encode(Self.changed(Self.header, header))
        return try IDToken("\(head).\(Self.encode(Self.changed(Self.claims, claims))).c2ln")
    }

    private func check(_ token: IDToken, nonce: String = "n-0S6_WzA2Mj-n-0S6", at time: Double = now) throws {
        try IDTokenExpectation(issuers: Self.issuers, nonce: nonce).check(token, now: time)
    }

    // MARK: The form

    @Test func `a token says who signs in`() throws {
        let token = try token()
        #expect(token.algorithm == .rs256 && token.keyID == "one")
        #expect(token.claims.subject == "110169484474386276334")
        #expect(token.claims.audiences == ["ios.example"])
        #expect(token.claims.email == "ada@example.org" && token.claims.isEmailVerified)
        #expect(token.claims.givenName == "Ada" && token.claims.familyName == "Byron")
        try check(token)
    }

    @Test func `what is not a token is malformed`() throws {
        let head = Self.encode(Self.header)
        let body = Self.encode(Self.claims)
        let texts = [
            "", ".", "..", "a.b.c", "\(head).\(body)", "\(head).\(body).c2ln.c2ln", "\(head).\(body).c2ln=",
            "\(head).\(body).c2l+", " \(head).\(body).c2ln", "\(head)..c2ln", "\(body).\(head).c2ln",
            "\(Base64URL.encode(Array("[]".utf8))).\(body).c2ln",
            // Two values for one claim: readers disagree on which counts.
            "\(head).\(Base64URL.encode(Array(#"{"iss":"a","iss":"b"}"#.utf8))).c2ln",
        ]
        for text in texts { #expect(throws: IDTokenRefusal.malformed, "\(text)") { try IDToken(text) } }
    }

    @Test(
        arguments: [
            ("iss", nil), ("iss", 1), ("sub", nil), ("sub", ""), ("sub", 7), ("sub", "é"),
            ("sub", .string(String(repeating: "s", count: 256))), ("aud", nil), ("aud", []), ("aud", [1]),
            ("aud", ["ios.example", nil]), ("exp", nil), ("exp", "1779305400"), ("iat", nil), ("iat", true),
            ("nonce", 5),
            ("azp", []),
        ] as [(String, JSONValue?)]
    ) func `a claim that is missing or of another type is malformed`(
        _ name: String,
        _ value: JSONValue?
    ) {
        #expect(throws: IDTokenRefusal.malformed) { try token([], (name, value)) }
    }

    @Test func `a critical header is refused, and a key id must be a text`() {
        #expect(throws: IDTokenRefusal.malformed) { try token([("crit", ["exp"])]) }
        #expect(throws: IDTokenRefusal.malformed) { try token([("kid", 1)]) }
        #expect(throws: IDTokenRefusal.malformed) { try token([("alg", nil)]) }
    }

    @Test(arguments: ["none", "None", "HS256", "RS384", "PS256", "ES384", "EdDSA", "rs256", ""])
    func `only RS256 and ES256 are accepted`(_ name: String) {
        #expect(throws: IDTokenRefusal.algorithm) { try token([("alg", .string(name))]) }
    }

    @Test func `what is malformed is told before the algorithm`() {
        #expect(throws: IDTokenRefusal.malformed) { try token([("alg", "none")], ("sub", nil)) }
    }

    @Test func `odd names and addresses are as good as none`() throws {
        let claims = try token(
            [],
            ("email", 1),
            ("given_name", ""),
            ("family_name", []),
            ("email_verified", nil)
        ).claims
        #expect(claims.email == nil && claims.givenName == nil && claims.familyName == nil)
        #expect(!claims.isEmailVerified)
    }

    @Test(
        arguments: [
            (true, true), ("true", true), (false, false), ("false", false), (1, false), ("yes", false),
        ] as [(JSONValue, Bool)]
    )
    func `an address is verified by true, or by the text that Apple sends`(
        _ value: JSONValue,
        _ isVerified: Bool
    ) throws {
        #expect(try token([], ("email_verified", value)).claims.isEmailVerified == isVerified)
    }

    @Test func `the digest of a token does not depend on its signature`() throws {
        let text = "\(Self.encode(Self.header)).\(Self.encode(Self.claims))"
        #expect(try IDToken("\(text).c2ln").digest == IDToken("\(text).AAAA").digest)
        #expect(try token().digest != token([], ("iat", 1_779_301_801)).digest)
    }

    // MARK: The claims

    @Test func `the issuer must be one of the tenant's, exactly`() throws {
        for issuer in [
            "https://accounts.example.org/", "accounts.example.org", "https://ACCOUNTS.example.org", "",
        ] {
            let token = try token([], ("iss", .string(issuer)))
            #expect(throws: IDTokenRefusal.issuer, "\(issuer)") { try check(token) }
        }
    }

    @Test func `the audience must be an app of this issuer`() throws {
        for audience in ["android.example", "other.example", "", ["android.example"]] as [JSONValue] {
            let token = try token([], ("aud", audience))
            #expect(throws: IDTokenRefusal.audience, "\(audience)") { try check(token) }
        }
        try check(try token([], ("aud", "web.example")))
        try check(try token([], ("aud", ["ios.example"])))
    }

    @Test func `with several audiences the authorized party must be an app too`() throws {
        let both: JSONValue = ["ios.example", "backend.example"]
        try check(try token([], ("aud", both), ("azp", "ios.example")))
        for party in [nil, "backend.example"] as [JSONValue?] {
            let token = try token([], ("aud", both), ("azp", party))
            #expect(throws: IDTokenRefusal.audience) { try check(token) }
        }
    }

    @Test func `clocks may differ by a minute`() throws {
        let token = try token()
        try check(token, at: 1_779_305_459)
        try check(token, at: 1_779_301_741)
        for time in [1_779_305_460.0, 1_779_301_740.0] {
            #expect(throws: IDTokenRefusal.expiry) { try check(token, at: time) }
        }
        // Times may have a fraction.
        let half = try #require(JSONNumber(1_779_305_400.5))
        try check(try self.token([], ("exp", .number(half))), at: 1_779_305_460)
    }

    @Test func `the nonce is the app's, or its digest`() throws {
        let nonce = "n-0S6_WzA2Mj-n-0S6"
        try check(try token([], ("nonce", .string(sha256(nonce).hex))))
        for other in [nil, "", "another", .string(sha256(nonce).hex.uppercased()), .string(nonce + " ")]
            as [JSONValue?]
        {
            let token = try token([], ("nonce", other))
            #expect(throws: IDTokenRefusal.nonce) { try check(token) }
        }
        // The digest of a digest is not the app's nonce, whoever sends it.
        let token = try token()
        #expect(throws: IDTokenRefusal.nonce) { try check(token, nonce: sha256(nonce).hex) }
    }

    @Test func `the first fault in the documented order is told`() throws {
        let faults: [(String, JSONValue)] = [
            ("iss", "https://nobody.example"), ("aud", "nobody"), ("exp", 1), ("nonce", "other"),
        ]
        let order: [IDTokenRefusal] = [.issuer, .audience, .expiry, .nonce]
        for (index, refusal) in order.enumerated() {
            let changes = faults[index...].map { ($0.0, Optional($0.1)) }
            let text =
                Self.encode(Self.header) + "." + Self.encode(Self.changed(Self.claims, changes)) + ".c2ln"
            let token = try IDToken(text)
            #expect(throws: refusal) { try check(token) }
        }
    }
}
