package import Accounts
internal import COpenSSL
package import ParlayAPI
internal import Security
internal import Synchronization
package import Tenancy

/// An OpenID Connect issuer inside of a test: it signs ID tokens, and its keys are fetched by a call.
///
/// `@unchecked Sendable`: the key is made by the initializer, and OpenSSL's keys may be used by several threads.
@safe package final class TokenIssuer: @unchecked Sendable {
    package static let address = "https://issuer.example"
    package static let audience = "app.example"
    package static let nonce = "a nonce of the tests"

    package let address: String
    package let keyID: String
    private let key: OpaquePointer
    private let counts = Mutex(0)
    private let failure = Mutex<IssuerError?>(nil)

    /// With a new key for ES256.
    package init(_ address: String = address, keyID: String = "one") throws {
        self.address = address
        self.keyID = keyID
        let context = unsafe EVP_PKEY_CTX_new_from_name(nil, "EC", nil)
        defer { unsafe EVP_PKEY_CTX_free(context) }
        var made: OpaquePointer?
        guard unsafe EVP_PKEY_keygen_init(context) == 1,
            unsafe EVP_PKEY_CTX_set_group_name(context, "P-256") == 1,
            unsafe EVP_PKEY_generate(context, &made) == 1, let made = unsafe made
        else { throw Failure() }
        unsafe key = made
    }

    deinit { unsafe EVP_PKEY_free(key) }

    private struct Failure: Error {}

    // MARK: Keys

    /// How often the keys were fetched.
    package var fetches: Int { counts.withLock { $0 } }

    /// From now on, each fetch fails so; `nil` ends that.
    package func fail(_ error: IssuerError?) { failure.withLock { $0 = error } }

    /// Fetches the keys as a front does.
    package var fetch: IssuerKeyring.Fetch {
        { [self] issuer throws(IssuerError) in
            counts.withLock { $0 += 1 }
            if let error = failure.withLock({ $0 }) { throw error }
            guard issuer == address else { throw .otherIssuer(address) }
            let set: JSONValue = ["keys": .array([.object(publicKey)])]
            return try IssuerKeys(
                set.jsonBytes(),
                maxAge: 600,
                authorization: IssuerAuthorization(["authorization_endpoint": .string("\(address)/authorize")]
                )
            )
        }
    }

    private var publicKey: JSONObject {
        [
            "kty": "EC", "crv": "P-256", "kid": .string(keyID), "use": "sig", "alg": "ES256",
            "x": .string(coordinate("qx")), "y": .string(coordinate("qy")),
        ]
    }

    private func coordinate(_ name: String) -> String {
        var number: OpaquePointer?
        unsafe EVP_PKEY_get_bn_param(key, name, &number)
        defer { unsafe BN_free(number) }
        var bytes = [UInt8](repeating: 0, count: 32)
        unsafe BN_bn2binpad(number, &bytes, 32)
        return Base64URL.encode(bytes)
    }

    // MARK: Tokens

    /// A token that is like no other.
    ///
    /// - Parameters:
    ///   - email: with `true`, the issuer has verified it.
    ///   - claims: replace those of a good token, or remove them if they are null.
    package func token(
        _ subject: String,
        email: (String, isVerified: Bool)? = nil,
        nonce: String = nonce,
        claims: JSONObject = [:],
        header: JSONObject = [:]
    ) throws -> String {
        let now = Timestamp.now.milliseconds / 1_000
        var payload: JSONObject = [
            "iss": .string(address), "aud": .string(Self.audience), "sub": .string(subject),
            "nonce": .string(nonce),
            "iat": .integer(now), "exp": .integer(now + 3_600),
            "jti": .string(Hexadecimal.encode(try SecureRandom.bytes(count: 12))),
        ]
        if let email {
            payload.add("email", .string(email.0))
            payload.add("email_verified", .bool(email.isVerified))
        }
        let head = Self.merged(["alg": "ES256", "kid": .string(keyID), "typ": "JWT"], header)
        let text =
            Base64URL.encode(JSONValue.object(head).jsonBytes()) + "."
            + Base64URL.encode(JSONValue.object(Self.merged(payload, claims)).jsonBytes())
        return "\(text).\(Base64URL.encode(try sign(Array(text.utf8))))"
    }

    /// The body of a sign-in.
    package func body(_ subject: String, email: (String, isVerified: Bool)? = nil, claims: JSONObject = [:])
        throws
        -> JSONObject
    {
        ["id_token": .string(try token(subject, email: email, claims: claims)), "nonce": .string(Self.nonce)]
    }

    private static func merged(_ object: JSONObject, _ changes: JSONObject) -> JSONObject {
        var result = JSONObject()
        for member in object.members where changes[member.key] == nil { result.add(member.key, member.value) }
        for member in changes.members where member.value != .null { result.add(member.key, member.value) }
        return result
    }

    /// r and s, 32 bytes each.
    private func sign(_ text: [UInt8]) throws -> [UInt8] {
        let context = unsafe EVP_MD_CTX_new()
        defer { unsafe EVP_MD_CTX_free(context) }
        var count = 128
        var encoded = [UInt8](repeating: 0, count: count)
        guard unsafe EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
            unsafe EVP_DigestSign(context, &encoded, &count, text, text.count) == 1
        else { throw Failure() }
        let numbers = unsafe encoded.withUnsafeBufferPointer { buffer in
            var cursor = buffer.baseAddress
            return unsafe d2i_ECDSA_SIG(nil, &cursor, count)
        }
        defer { unsafe ECDSA_SIG_free(numbers) }
        var raw = [UInt8](repeating: 0, count: 64)
        unsafe raw.withUnsafeMutableBufferPointer { buffer in
            unsafe BN_bn2binpad(ECDSA_SIG_get0_r(numbers), buffer.baseAddress, 32)
            unsafe BN_bn2binpad(ECDSA_SIG_get0_s(numbers), buffer.baseAddress?.advanced(by: 32), 32)
        }
        return raw
    }
}

extension TenantSettings {
    /// Of a tenant whose people sign in with a test's issuer.
    package static func trusting(_ address: String = TokenIssuer.address, linkByEmail: Bool = false)
        -> TenantSettings
    {
        var settings = TenantSettings.defaults
        settings.oidcIssuers = [
            TrustedIssuer(address, audiences: [TokenIssuer.audience], linkByEmail: linkByEmail)
        ]
        return settings
    }
}
