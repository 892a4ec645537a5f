internal import COpenSSL
package import ParlayAPI
package import Security
internal import TestSupport

/// An authenticator inside of a test: a passkey with its private key, which answers a server's options as a browser would.
///
/// `@unchecked Sendable`: the key is made by the initializer, and OpenSSL's keys may be used by several threads.
@safe package final class SoftwareKey: @unchecked Sendable {
    package static let origin = "http://localhost:8080"
    package static let host = "localhost"

    package let id: [UInt8]
    private let algorithm: PasskeyKey.Algorithm
    private let key: OpaquePointer

    package init(_ algorithm: PasskeyKey.Algorithm = .es256) throws {
        self.algorithm = algorithm
        id = try SecureRandom.bytes(count: 24)
        let name =
            switch algorithm {
            case .es256: "EC"
            case .eddsa: "ED25519"
            case .rs256: "RSA"
            }
        let context = unsafe EVP_PKEY_CTX_new_from_name(nil, name, nil)
        defer { unsafe EVP_PKEY_CTX_free(context) }
        var made: OpaquePointer?
        guard unsafe EVP_PKEY_keygen_init(context) == 1,
            unsafe algorithm != .es256 || EVP_PKEY_CTX_set_group_name(context, "P-256") == 1,
            unsafe EVP_PKEY_generate(context, &made) == 1, let made = unsafe made
        else { throw Failure() }
        unsafe key = made
    }

    deinit { unsafe EVP_PKEY_free(key) }

    private struct Failure: Error {}

    /// What an authenticator or a browser does differently, for a fault in each place.
    package struct Changes: Sendable {
        package var type: String?
        package var challenge: String?
        package var origin = SoftwareKey.origin
        package var crossOrigin = false
        package var host = SoftwareKey.host
        /// Present and verified; with `attests`, the credential comes too.
        package var flags: UInt8 = 0x05
        package var counter: UInt32 = 0
        package var userHandle: JSONValue?
        /// A statement that the key signs itself ("packed").
        package var attests = false
        package var spoilsSignature = false
        /// As COSE numbers it.
        package var algorithm: Int64?

        package init(_ change: (inout Changes) -> Void = { _ in }) { change(&self) }
    }

    // MARK: Ceremonies

    /// `RegistrationResponseJSON`.
    ///
    /// - Parameter options: the answer of `POST /passkeys/options/`.
    package func registration(_ options: JSONValue, _ changes: Changes = Changes()) throws -> JSONValue {
        let clientData = clientData("webauthn.create", options, changes)
        let data =
            authenticatorData(changes, flags: changes.flags | 0x40) + [UInt8](repeating: 0, count: 16)
            + [UInt8(id.count >> 8), UInt8(id.count & 0xFF)] + id + publicKey(changes)
        var statement = CBOR.map(0)
        if changes.attests {
            statement = CBOR.map(2)
            statement += CBOR.text("alg") + CBOR.integer(algorithm.rawValue)
            statement += CBOR.text("sig") + CBOR.bytes(try sign(data + sha256(clientData).bytes, changes))
        }
        let object =
            CBOR.map(3) + CBOR.text("fmt") + CBOR.text(changes.attests ? "packed" : "none")
            + CBOR.text("attStmt")
            + statement + CBOR.text("authData") + CBOR.bytes(data)
        return credential([
            "clientDataJSON": .string(Base64URL.encode(clientData)),
            "attestationObject": .string(Base64URL.encode(object)),
            "transports": ["internal", "hybrid"],
        ])
    }

    /// `AuthenticationResponseJSON`.
    ///
    /// - Parameter handle: `user.id` of the options with which the passkey was made.
    package func assertion(_ options: JSONValue, handle: String, _ changes: Changes = Changes()) throws
        -> JSONValue
    {
        let clientData = clientData("webauthn.get", options, changes)
        let data = authenticatorData(changes, flags: changes.flags)
        return credential([
            "clientDataJSON": .string(Base64URL.encode(clientData)),
            "authenticatorData": .string(Base64URL.encode(data)),
            "signature": .string(Base64URL.encode(try sign(data + sha256(clientData).bytes, changes))),
            "userHandle": changes.userHandle ?? .string(handle),
        ])
    }

    private func credential(_ response: JSONValue) -> JSONValue {
        let id = JSONValue.string(Base64URL.encode(self.id))
        return [
            "id": id, "rawId": id, "type": "public-key", "response": response,
            "authenticatorAttachment": "platform", "clientExtensionResults": [:],
        ]
    }

    private func clientData(_ type: String, _ options: JSONValue, _ changes: Changes) -> [UInt8] {
        var challenge = changes.challenge
        if challenge == nil, case .object(let object) = options, case .string(let text)? = object["challenge"]
        {
            challenge = text
        }
        let data: JSONValue = [
            "type": .string(changes.type ?? type), "challenge": .string(challenge ?? ""),
            "origin": .string(changes.origin), "crossOrigin": .bool(changes.crossOrigin),
        ]
        return data.jsonBytes()
    }

    private func authenticatorData(_ changes: Changes, flags: UInt8) -> [UInt8] {
        let counter = (0..<4).map { UInt8(changes.counter >> (24 - 8 * UInt32($0)) & 0xFF) }
        return sha256(changes.host).bytes + [flags] + counter
    }

    // MARK: Keys

    private func publicKey(_ changes: Changes) -> [UInt8] {
        let number = CBOR.integer(3) + CBOR.integer(changes.algorithm ?? algorithm.rawValue)
        switch algorithm {
        case .es256:
            return CBOR.map(5) + CBOR.integer(1) + CBOR.integer(2) + number + CBOR.integer(-1)
                + CBOR.integer(1)
                + CBOR.integer(-2) + CBOR.bytes(parameter("qx", 32)) + CBOR.integer(-3)
                + CBOR.bytes(parameter("qy", 32))
        case .eddsa:
            var count = 32
            var bytes = [UInt8](repeating: 0, count: count)
            _ = unsafe EVP_PKEY_get_raw_public_key(key, &bytes, &count)
            return CBOR.map(4) + CBOR.integer(1) + CBOR.integer(1) + number + CBOR.integer(-1)
                + CBOR.integer(6)
                + CBOR.integer(-2) + CBOR.bytes(bytes)
        case .rs256:
            return CBOR.map(4) + CBOR.integer(1) + CBOR.integer(3) + number + CBOR.integer(-1)
                + CBOR.bytes(parameter("n", 256)) + CBOR.integer(-2) + CBOR.bytes(parameter("e", 3))
        }
    }

    private func parameter(_ name: String, _ count: Int) -> [UInt8] {
        var number: OpaquePointer?
        unsafe EVP_PKEY_get_bn_param(key, name, &number)
        defer { unsafe BN_free(number) }
        var bytes = [UInt8](repeating: 0, count: count)
        unsafe BN_bn2binpad(number, &bytes, Int32(count))
        return bytes
    }

    private func sign(_ message: [UInt8], _ changes: Changes) throws -> [UInt8] {
        let context = unsafe EVP_MD_CTX_new()
        defer { unsafe EVP_MD_CTX_free(context) }
        var count = 512
        var signature = [UInt8](repeating: 0, count: count)
        let digest = unsafe algorithm == .eddsa ? nil : EVP_sha256()
        guard unsafe EVP_DigestSignInit(context, nil, digest, nil, key) == 1,
            unsafe EVP_DigestSign(context, &signature, &count, message, message.count) == 1
        else { throw Failure() }
        signature = Array(signature.prefix(count))
        if changes.spoilsSignature { signature[count / 2] ^= 1 }
        return signature
    }
}

/// As much of CBOR (RFC 8949) as an authenticator writes.
private enum CBOR {
    static func integer(_ number: Int64) -> [UInt8] {
        number < 0 ? head(1, Int(-1 - number)) : head(0, Int(number))
    }

    static func bytes(_ bytes: [UInt8]) -> [UInt8] { head(2, bytes.count) + bytes }
    static func text(_ text: String) -> [UInt8] { head(3, text.utf8.count) + Array(text.utf8) }
    static func map(_ count: Int) -> [UInt8] { head(5, count) }

    private static func head(_ kind: UInt8, _ value: Int) -> [UInt8] {
        switch value {
        case ..<24: [kind << 5 | UInt8(value)]
        case ..<256: [kind << 5 | 24, UInt8(value)]
        default: [kind << 5 | 25, UInt8(value >> 8), UInt8(value & 0xFF)]
        }
    }
}

extension World {
    /// The answer of `POST /passkeys/options/`.
    package func passkeyOptions(
        _ purpose: String,
        username: String? = nil,
        token: String? = nil,
        tenant slug: String? = nil
    ) async throws -> JSONValue {
        var body: JSONObject = ["purpose": .string(purpose)]
        if let username { body.add("username", .string(username)) }
        let answer = try await send("POST", "passkeys/options/", token: token, body, tenant: slug)
        guard answer.status == 200, let json = answer.json else {
            throw WorldError.notRegistered("a passkey", answer.description)
        }
        return .object(json)
    }

    /// Makes a passkey for somebody, and returns what the authenticator calls them.
    @discardableResult
    package func addPasskey(
        _ key: SoftwareKey,
        of person: SignedInPerson,
        _ changes: SoftwareKey.Changes = SoftwareKey.Changes(),
        tenant slug: String? = nil
    ) async throws -> String {
        let options = try await passkeyOptions("create", token: person.token, tenant: slug)
        let body: JSONObject = [
            "credential": try key.registration(options, changes), "current": .string(Self.password),
            "label": .string("of \(person.username)"),
        ]
        let answer = try await send("POST", "passkeys/", token: person.token, body, tenant: slug)
        guard answer.status == 201, case .object(let object) = options,
            case .object(let user)? = object["user"],
            case .string(let handle)? = user["id"]
        else { throw WorldError.notRegistered("a passkey", answer.description) }
        return handle
    }
}
