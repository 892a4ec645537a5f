import ParlayAPI
import Testing

@testable import Security

/// Signatures, with the examples of RFC 7515, appendix A.2 and A.3.
@Suite struct JSONWebKeySetTests {
    private static let payload =
        "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
    private static let rsa: JSONObject = [
        "kty": "RSA", "kid": "r", "e": "AQAB",
        "n":
            "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ",
    ]
    private static let rsaSignature =
        "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw"
    private static let curve: JSONObject = [
        "kty": "EC", "crv": "P-256", "kid": "e", "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
        "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
    ]
    private static let curveSignature =
        "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"

    private static func changed(_ object: JSONObject, _ key: String, _ value: JSONValue?) -> JSONObject {
        var result = JSONObject()
        for member in object.members where member.key != key { result.add(member.key, member.value) }
        if let value { result.add(key, value) }
        return result
    }

    private func key(_ object: JSONObject) throws -> JSONWebKey { try #require(JSONWebKey(object)) }

    private func signed(_ header: String) -> [UInt8] {
        Array("\(Base64URL.encode(Array(header.utf8))).\(Self.payload)".utf8)
    }

    @Test func `the signatures of the RFC are good, and only of their text`() throws {
        for (object, text, header) in [
            (Self.rsa, Self.rsaSignature, #"{"alg":"RS256"}"#),
            (Self.curve, Self.curveSignature, #"{"alg":"ES256"}"#),
        ] {
            let key = try key(object)
            var signature = try #require(Base64URL.decode(text))
            #expect(key.verifies(signature, of: signed(header)))
            #expect(!key.verifies(signature, of: signed(header) + [65]))
            #expect(!key.verifies([], of: signed(header)))
            #expect(!key.verifies(signature.dropLast(), of: signed(header)))
            signature[5] ^= 1
            #expect(!key.verifies(signature, of: signed(header)))
        }
    }

    @Test func `an ECDSA signature is two numbers, not DER, and never zeros`() throws {
        let key = try key(Self.curve)
        let text = signed(#"{"alg":"ES256"}"#)
        let raw = try #require(Base64URL.decode(Self.curveSignature))
        let der = [0x30, 69, 2, 32] + raw[..<32] + [2, 33, 0] + raw[32...]
        #expect(!key.verifies(der, of: text))
        #expect(!key.verifies([UInt8](repeating: 0, count: 64), of: text))
    }

    @Test func `a point outside of the curve verifies nothing`() throws {
        let key = try key(
            Self.changed(Self.curve, "y", .string(Base64URL.encode([UInt8](repeating: 1, count: 32))))
        )
        #expect(
            !key.verifies(
                try #require(Base64URL.decode(Self.curveSignature)),
                of: signed(#"{"alg":"ES256"}"#)
            )
        )
    }

    @Test(
        arguments: [
            ("kty", "oct"), ("kty", nil), ("use", "enc"), ("alg", "RS512"), ("alg", "ES256"), ("e", nil),
            ("e", "A+B"), ("n", ""),
            // 1,024 bits, and 16,384.
            ("n", .string(Base64URL.encode([UInt8](repeating: 255, count: 128)))),
            ("n", .string(Base64URL.encode([UInt8](repeating: 255, count: 2048)))),
            // 2,048 bits only with the zeros in front.
            (
                "n",
                .string(
                    Base64URL.encode([UInt8](repeating: 0, count: 128) + [UInt8](repeating: 255, count: 128))
                )
            ),
        ] as [(String, JSONValue?)]
    ) func `a key that cannot be for RS256 is left out`(_ name: String, _ value: JSONValue?) {
        #expect(JSONWebKey(Self.changed(Self.rsa, name, value)) == nil)
    }

    @Test(
        arguments: [
            ("crv", "P-384"), ("x", nil), ("x", "AQAB"), ("y", 1), ("alg", "RS256"), ("use", 1),
        ] as [(String, JSONValue?)]
    ) func `a key that cannot be for ES256 is left out`(_ name: String, _ value: JSONValue?) {
        #expect(JSONWebKey(Self.changed(Self.curve, name, value)) == nil)
    }

    // MARK: Which key

    private func token(_ header: JSONObject) throws -> IDToken {
        let claims: JSONObject = ["iss": "i", "aud": "a", "sub": "s", "iat": 1, "exp": 2]
        return try IDToken("\(IDTokenTests.encode(header)).\(IDTokenTests.encode(claims)).c2ln")
    }

    private func set(_ keys: JSONObject...) throws -> JSONWebKeySet {
        try #require(JSONWebKeySet(["keys": .array(keys.map { .object($0) })]))
    }

    @Test func `a token names its key`() throws {
        let keys = try set(Self.rsa, Self.curve, ["kty": "future"])
        // A key was found, so that the signature counts.
        #expect(throws: IDTokenRefusal.signature) { try keys.verify(token(["alg": "RS256", "kid": "r"])) }
        #expect(throws: IDTokenRefusal.signature) { try keys.verify(token(["alg": "ES256", "kid": "e"])) }
        for header in [
            ["alg": "RS256", "kid": "x"], ["alg": "ES256", "kid": "r"], ["alg": "RS256", "kid": "e"],
        ]
            as [JSONObject]
        {
            #expect(throws: IDTokenRefusal.key) { try keys.verify(token(header)) }
        }
        #expect(try keys.names(token(["alg": "ES256", "kid": "r"])))
        #expect(try !keys.names(token(["alg": "RS256", "kid": "x"])))
    }

    @Test func `a token without a key id needs an issuer with one key of its kind`() throws {
        let one = try set(Self.rsa, Self.curve)
        #expect(throws: IDTokenRefusal.signature) { try one.verify(token(["alg": "RS256"])) }
        let two = try set(Self.rsa, Self.changed(Self.rsa, "kid", "s"), Self.curve)
        #expect(throws: IDTokenRefusal.key) { try two.verify(token(["alg": "RS256"])) }
        #expect(throws: IDTokenRefusal.signature) { try two.verify(token(["alg": "ES256"])) }
    }

    @Test func `keys of the header are ignored`() throws {
        let keys = try set(Self.curve)
        let header: JSONObject = [
            "alg": "RS256", "kid": "r", "jwk": .object(Self.rsa), "jku": "https://evil.example",
        ]
        #expect(throws: IDTokenRefusal.key) { try keys.verify(token(header)) }
    }

    @Test func `what is not a key set is none`() {
        #expect(JSONWebKeySet([:]) == nil && JSONWebKeySet(["keys": "none"]) == nil)
        #expect(JSONWebKeySet(["keys": []])?.isEmpty == true)
    }
}
