import Cluster
import Foundation
import ParlayAPI
import Security
import TestDatabases
import TestSupport
import Testing

/// ID tokens that must not sign anybody in, against a real front and an issuer of its own.
@Suite(.database) struct TokenRefusalTests {
    @Test func `what is refused before any key is fetched`() async throws {
        try await TrustedFront.with { fixture in
            let now = TrustedFront.now
            let cases: [(String, JSONObject, JSONObject, IssuerServer.Key)] = [
                ("malformed", [:], ["crit": ["exp"]], .rsa), ("malformed", [:], ["alg": nil], .rsa),
                ("malformed", ["sub": ""], [:], .rsa), ("malformed", ["iss": nil], [:], .rsa),
                ("malformed", ["exp": nil], [:], .rsa), ("malformed", ["iat": "now"], [:], .rsa),
                ("malformed", ["aud": []], [:], .rsa), ("malformed", [:], ["kid": 7], .rsa),
                ("algorithm", [:], ["alg": "none"], .none), ("algorithm", [:], ["alg": "None"], .none),
                ("algorithm", [:], ["alg": "HS256"], .publicKeyAsSecret),
                ("algorithm", [:], ["alg": "HS256", "kid": nil], .publicKeyAsSecret),
                ("algorithm", [:], ["alg": "RS384"], .rsa), ("algorithm", [:], ["alg": "PS256"], .rsa),
                ("algorithm", [:], ["alg": "rs256"], .rsa), ("algorithm", [:], ["alg": ""], .rsa),
                ("issuer", ["iss": "https://accounts.google.com"], [:], .rsa),
                ("issuer", ["iss": .string(fixture.issuer.url + "/")], [:], .rsa),
                ("issuer", ["iss": .string(fixture.issuer.url.uppercased())], [:], .rsa),
                ("audience", ["aud": "evil.example"], [:], .rsa),
                ("audience", ["aud": "IOS.example"], [:], .rsa),
                ("audience", ["aud": ["evil.example", "other.example"], "azp": "ios.example"], [:], .rsa),
                ("audience", ["aud": ["ios.example", "evil.example"]], [:], .rsa),
                ("audience", ["aud": ["ios.example", "evil.example"], "azp": "evil.example"], [:], .rsa),
                ("expiry", ["exp": .integer(now - 61)], [:], .rsa),
                ("expiry", ["iat": .integer(now + 3600)], [:], .rsa),
                ("nonce", ["nonce": nil], [:], .rsa), ("nonce", ["nonce": ""], [:], .rsa),
                ("nonce", ["nonce": "n-0S6_WzA2Mj-n-0S7"], [:], .rsa),
                ("nonce", ["nonce": .string(sha256(TrustedFront.nonce).hex.uppercased())], [:], .rsa),
            ]
            for (check, claims, header, key) in cases {
                let token = try await fixture.token(claims, header: header, key: key)
                let found = try await fixture.check(token)
                #expect(found == check, "\(claims) \(header)")
            }
            for text in ["x", "a.b.c", "..", "eyJhbGciOiJSUzI1NiJ9..", "\u{FF0E}"] {
                #expect(try await fixture.check(text) == "malformed", "\(text)")
            }
            // The first check that fails is told: nothing about the issuer to whoever cannot even make a token.
            let worst = try await fixture.token(
                ["iss": "https://evil.example", "aud": "evil", "exp": 1, "nonce": "x"],
                header: ["alg": "none"],
                key: .none
            )
            #expect(try await fixture.check(worst) == "algorithm")
            #expect(try await fixture.issuer.fetches(.discovery) == 0)
            #expect(try await fixture.issuer.fetches(.keys) == 0)
        }
    }

    @Test func `what the keys refuse`() async throws {
        try await TrustedFront.with { fixture in
            let issuer = fixture.issuer
            try await issuer.publishShortKey(true)
            let (rsa, p256) = (try await issuer.keyID, try await issuer.p256KeyID)
            #expect(try await fixture.check(fixture.token()) == "accepted")
            #expect(try await fixture.check(fixture.token(key: .p256)) == "accepted")
            let stolen: JSONObject = [
                "kid": "evil", "jwk": try await issuer.foreignKey, "jku": .string("\(issuer.url)/evil/keys"),
                "x5u": .string("\(issuer.url)/evil/keys"), "x5c": ["MIIB"],
            ]
            var disguised = stolen.members.filter { $0.key != "kid" }.reduce(into: JSONObject()) {
                $0.add($1.key, $1.value)
            }
            disguised.add("kid", .string(rsa))
            for (check, header, key) in [
                ("key", [:], .foreign), ("key", [:], .foreignP256), ("key", [:], .short),
                ("key", ["kid": .string("' or 1=1 --")], .rsa),
                ("key", ["kid": .string(String(repeating: "k", count: 4000))], .rsa),
                ("key", ["kid": ""], .rsa), ("key", stolen, .foreign),
                // A key of the other kind.
                ("key", ["kid": .string(p256)], .rsa), ("key", ["kid": .string(rsa)], .p256),
                ("key", ["kid": .string(p256), "alg": "RS256"], .p256),
                ("signature", ["kid": .string(rsa)], .foreign),
                ("signature", ["kid": .string(p256)], .foreignP256),
                ("signature", ["kid": .string(rsa)], .short), ("signature", ["kid": .string(rsa)], .none),
                ("signature", ["kid": .string(rsa)], .publicKeyAsSecret), ("signature", disguised, .foreign),
                // There is one key of each kind.
                ("accepted", ["kid": nil], .rsa), ("accepted", ["kid": nil, "typ": nil], .p256),
                ("accepted", ["jwk": try await issuer.foreignKey], .rsa),
            ] as [(String, JSONObject, IssuerServer.Key)] {
                let found = try await fixture.check(fixture.token(header: header, key: key))
                #expect(found == check, "\(header.keys) \(key)")
            }
            #expect(try await issuer.fetches(.keys, of: "/evil") == 0)
            // All those unknown names had the keys fetched once at most.
            #expect(try await issuer.fetches(.keys) <= 2)
        }
    }

    @Test func `a token that somebody changed`() async throws {
        try await TrustedFront.with { fixture in
            let parts = try await fixture.token().split(separator: ".").map(String.init)
            let others = try await fixture.token(["sub": "somebody-else"]).split(separator: ".").map(
                String.init
            )
            #expect(try await fixture.check("\(parts[0]).\(others[1]).\(parts[2])") == "signature")
            #expect(try await fixture.check("\(parts[0]).\(parts[1]).") == "signature")
            let header = Base64URL.encode(Array(#"{"alg":"RS256"}"#.utf8))
            #expect(try await fixture.check("\(header).\(parts[1]).\(parts[2])") == "signature")
            for text in ["\(parts.joined(separator: "."))=", "\(parts.joined(separator: ".")).x"] {
                #expect(try await fixture.check(text) == "malformed")
            }
            // None of this used the token up.
            #expect(try await fixture.check(parts.joined(separator: ".")) == "accepted")
        }
    }

    @Test func `times and nonces that are just right`() async throws {
        try await TrustedFront.with { fixture in
            let now = TrustedFront.now
            for claims in [
                ["iat": .integer(now + 50)], ["iat": .integer(now - 86_400), "exp": .integer(now + 86_400)],
                ["aud": ["web.example"]], ["aud": ["evil.example", "web.example"], "azp": "ios.example"],
                ["nonce": .string(sha256(TrustedFront.nonce).hex)],
            ] as [JSONObject] {
                #expect(try await fixture.check(fixture.token(claims)) == "accepted", "\(claims)")
            }
            for (nonce, status) in [
                (String(repeating: "n", count: 15), 422), (String(repeating: "n", count: 256), 422),
                (String(repeating: "n", count: 255), 404), ("", 422),
            ] {
                let token = try await fixture.token(["nonce": .string(nonce)])
                let answer = try await fixture.signIn(token, nonce: nonce)
                #expect(answer.status == status, "\(answer)")
                if status == 422 { #expect(answer.faultyFields == ["nonce"]) }
            }
            let large = try await fixture.token(["padding": .string(String(repeating: "x", count: 9_500))])
            let answer = try await fixture.signIn(large)
            #expect(answer.status == 422 && answer.faultyFields == ["id_token"], "\(answer)")
        }
    }

    @Test func `a token signs in once, however it is dressed`() async throws {
        try await TrustedFront.with { fixture in
            let person = try await register(fixture, subject: "ada-at-the-issuer", name: "ada")
            #expect(person.status == 201, "\(person)")
            let claims: JSONObject = ["sub": "ada-at-the-issuer"]
            let token = try await fixture.token(claims, key: .p256)
            #expect(try await fixture.signIn(token).status == 200)
            #expect(try await fixture.check(token) == "used")
            // For every ECDSA signature there is a second one, which anybody can compute.
            let twin = try #require(Self.twin(of: token))
            #expect(twin != token)
            #expect(try await fixture.check(twin) == "used")
            // Twenty at once: one signs in.
            let race = try await fixture.token(claims)
            let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
                for _ in 0..<20 {
                    group.addTask { try await fixture.signIn(race, on: fixture.site.session()) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.filter { $0.status == 200 }.count == 1, "\(answers.map(\.status))")
            #expect(answers.filter { $0["check"]?.text == "used" }.count == 19, "\(answers.map(\.status))")
        }
    }

    @Test func `a linked account refuses the same tokens with 422, and no secret is told or logged`()
        async throws
    {
        try await TrustedFront.with { fixture in
            let person = try await register(fixture, subject: "ada-at-the-issuer", name: "ada")
            let bearer = try #require(person["token"]?.text)
            let ada = fixture.session.signedIn(bearer)
            let cases: [(String, JSONObject, JSONObject, IssuerServer.Key)] = [
                ("audience", ["aud": "evil.example"], [:], .rsa), ("algorithm", [:], ["alg": "none"], .none),
                ("nonce", ["nonce": "another-nonce-000"], [:], .rsa), ("key", [:], [:], .foreign),
            ]
            var secrets: [String] = [TrustedFront.nonce]
            for (check, claims, header, key) in cases {
                let token = try await fixture.token(claims, header: header, key: key)
                secrets.append(String(token.split(separator: ".").last ?? "?"))
                let body: JSONObject = ["id_token": .string(token), "nonce": .string(TrustedFront.nonce)]
                let answer = try await ada.send("POST", "identities/", TrustedFront.text(body))
                #expect(answer.status == 422 && answer["check"]?.text == check, "\(answer)")
                #expect(answer.faultyFields == ["id_token"], "\(answer)")
                let refusal = try await fixture.signIn(token)
                #expect(refusal.status == 401, "\(refusal)")
                for secret in secrets where secret.count > 8 {
                    #expect(!answer.text.contains(secret) && !refusal.text.contains(secret))
                }
            }
            #expect(try await fixture.front.stop() == .code(0))
            let log = fixture.front.errors + fixture.front.output
            for secret in secrets where secret.count > 8 { #expect(!log.contains(secret)) }
            #expect(!log.contains("ada-at-the-issuer"))
        }
    }

    /// Registers with a token's ticket.
    private func register(_ fixture: TrustedFront, subject: String, name: String) async throws -> Answer {
        let claims: JSONObject = [
            "sub": .string(subject), "email": .string("\(name)@example.org"), "email_verified": true,
        ]
        let offer = try await fixture.signIn(fixture.token(claims))
        let ticket = try #require(offer["registration_ticket"]?.text, "\(offer)")
        let body: JSONObject = [
            "registration_ticket": .string(ticket), "username": .string(name), "first_name": "Ada",
            "last_name": "Byron", "known_lang": "en", "learn_lang": "es",
        ]
        return try await fixture.session.send("POST", "register/", TrustedFront.text(body))
    }

    /// The token with the signature (r, n − s) instead of (r, s), where n is the order of P-256.
    private static func twin(of token: String) -> String? {
        let parts = token.split(separator: ".")
        guard parts.count == 3, let signature = Base64URL.decode(parts[2]), signature.count == 64 else {
            return nil
        }
        let order: [UInt8] = [
            0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xBC, 0xE6,
            0xFA, 0xAD,
            0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
        ]
        var difference = order
        var borrow = 0
        for index in (0..<32).reversed() {
            var digit = Int(order[index]) - Int(signature[32 + index]) - borrow
            borrow = digit < 0 ? 1 : 0
            if digit < 0 { digit += 256 }
            difference[index] = UInt8(digit)
        }
        return "\(parts[0]).\(parts[1]).\(Base64URL.encode(Array(signature[..<32]) + difference))"
    }
}
