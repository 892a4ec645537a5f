internal import CFIDO2
package import ParlayAPI

/// A passkey that an authenticator has just made: `RegistrationResponseJSON` (WebAuthn Level 3, section 5.1).
package struct PasskeyRegistration: Sendable {
    package let clientData: ClientData
    /// How the browser reaches the authenticator: `internal`, `hybrid`, `usb`.
    package let transports: [String]
    private let id: [UInt8]
    private let object: AttestationObject
    private let data: AuthenticatorData

    /// What is stored of it.
    package struct Made: Sendable {
        package let id: [UInt8]
        package let key: PasskeyKey
        package let counter: Int64
        package let canBeBackedUp: Bool
        package let isBackedUp: Bool
    }

    package init(_ credential: JSONValue) throws(PasskeyRefusal) {
        let response = try CredentialJSON(credential)
        id = response.id
        clientData = try ClientData(response.bytes("clientDataJSON"))
        object = try AttestationObject(response.bytes("attestationObject"))
        data = try AuthenticatorData(object.authenticatorData)
        transports = response.transports
    }

    /// Checks everything but the challenge (section 7.1).
    ///
    /// - Parameter isOurs: whether pages of this origin, or the app that it names, are the tenant's.
    package func verify(_ relyingParty: String, origin isOurs: (String) -> Bool) throws(PasskeyRefusal)
        -> Made
    {
        try clientData.check(isOurs)
        try data.check(relyingParty)
        for algorithm in PasskeyKey.Algorithm.allCases {
            var credential = unsafe fido_cred_new()
            defer { unsafe fido_cred_free(&credential) }
            // Refused unless the key in it is one of the algorithm.
            guard let credential = unsafe credential,
                unsafe fido_cred_set_type(credential, Int32(algorithm.rawValue)) == FIDO_OK,
                unsafe fido_cred_set_authdata_raw(credential, data.bytes, data.bytes.count) == FIDO_OK
            else { continue }
            let key = unsafe Self.copy(fido_cred_pubkey_ptr(credential), fido_cred_pubkey_len(credential))
            guard let key = PasskeyKey(algorithm, key) else { throw .key }
            guard unsafe Self.copy(fido_cred_id_ptr(credential), fido_cred_id_len(credential)) == id else {
                throw .credential
            }
            guard unsafe isAttested(credential, algorithm, relyingParty) else { throw .attestation }
            return Made(
                id: id,
                key: key,
                counter: data.counter,
                canBeBackedUp: data.canBeBackedUp,
                isBackedUp: data.isBackedUp
            )
        }
        throw .key
    }

    /// None is asked for, and none is trusted. One that is there must be true, so that nothing is stored that was changed on its way.
    private func isAttested(
        _ credential: OpaquePointer,
        _ algorithm: PasskeyKey.Algorithm,
        _ relyingParty: String
    ) -> Bool {
        guard object.format != "none" else { return !object.hasStatement }
        let digest = clientData.digest.bytes
        guard unsafe fido_cred_set_rp(credential, relyingParty, nil) == FIDO_OK,
            unsafe fido_cred_set_clientdata_hash(credential, digest, digest.count) == FIDO_OK,
            unsafe fido_cred_set_fmt(credential, object.format) == FIDO_OK,
            unsafe fido_cred_set_attstmt(credential, object.statement, object.statement.count) == FIDO_OK,
            unsafe fido_cred_set_uv(credential, FIDO_OPT_TRUE) == FIDO_OK
        else { return false }
        guard unsafe fido_cred_x5c_ptr(credential) == nil else {
            return unsafe fido_cred_verify(credential) == FIDO_OK
        }
        // libfido2 takes the algorithm of the key, whatever the statement says (section 8.2).
        return unsafe object.algorithm == algorithm.rawValue && fido_cred_verify_self(credential) == FIDO_OK
    }

    private static func copy(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
        unsafe Array(UnsafeBufferPointer(start: start, count: count))
    }
}

/// The members that both kinds of credentials have. What is not known of them is left alone: browsers add to them.
struct CredentialJSON {
    let id: [UInt8]
    private let response: JSONObject

    /// The specification's limit (section 5.4.3 names 1,023).
    private static let longestID = 1023

    init(_ credential: JSONValue) throws(PasskeyRefusal) {
        guard case .object(let object) = credential, object["type"] == "public-key",
            case .string(let text)? = object["id"], object["rawId"] ?? .string(text) == .string(text),
            let id = Base64URL.decode(text), 1...Self.longestID ~= id.count,
            case .object(let response)? = object["response"]
        else { throw .malformed }
        self.id = id
        self.response = response
    }

    func bytes(_ name: String) throws(PasskeyRefusal) -> [UInt8] {
        guard let bytes = try optionalBytes(name) else { throw .malformed }
        return bytes
    }

    /// `nil` if it is absent or null.
    func optionalBytes(_ name: String) throws(PasskeyRefusal) -> [UInt8]? {
        switch response[name] {
        case nil, .null?: return nil
        case .string(let text)?:
            guard let bytes = Base64URL.decode(text) else { throw .malformed }
            return bytes
        default: throw .malformed
        }
    }

    /// A form sends them as one text with commas. Odd ones are left out: they are only a hint.
    var transports: [String] {
        let texts: [String] =
            switch response["transports"] {
            case .array(let values)?:
                values.compactMap { if case .string(let text) = $0 { text } else { nil } }
            case .string(let text)?: text.split(separator: ",").map(String.init)
            default: []
            }
        var known: [String] = []
        for text in texts where known.count < 8 && 1...20 ~= text.utf8.count && !known.contains(text) {
            if text.utf8.allSatisfy({ 0x61...0x7A ~= $0 || $0 == 0x2D }) { known.append(text) }
        }
        return known
    }
}
