internal import CFIDO2
package import ParlayAPI

/// A signature with a passkey: `AuthenticationResponseJSON` (WebAuthn Level 3, section 5.1).
package struct PasskeyAssertion: Sendable {
    package let clientData: ClientData
    package let id: [UInt8]
    /// Whose passkey it is, as the authenticator has stored it; `nil` if it does not say.
    package let userHandle: [UInt8]?
    private let data: AuthenticatorData
    private let signature: [UInt8]

    package init(_ credential: JSONValue) throws(PasskeyRefusal) {
        let response = try CredentialJSON(credential)
        id = response.id
        clientData = try ClientData(response.bytes("clientDataJSON"))
        data = try AuthenticatorData(response.bytes("authenticatorData"))
        signature = try response.bytes("signature")
        userHandle = try response.optionalBytes("userHandle")
    }

    package var counter: Int64 { data.counter }
    package var canBeBackedUp: Bool { data.canBeBackedUp }
    package var isBackedUp: Bool { data.isBackedUp }

    /// Checks what can be checked without the passkey, but for the challenge (section 7.2).
    ///
    /// - Parameter isOurs: whether pages of this origin, or the app that it names, are the tenant's.
    package func check(_ relyingParty: String, origin isOurs: (String) -> Bool) throws(PasskeyRefusal) {
        try clientData.check(isOurs)
        try data.check(relyingParty)
    }

    /// Less than a millisecond for every algorithm, so it may run on an event loop.
    package func verify(_ key: PasskeyKey, _ relyingParty: String) throws(PasskeyRefusal) {
        var assertion = unsafe fido_assert_new()
        defer { unsafe fido_assert_free(&assertion) }
        let digest = clientData.digest.bytes
        guard let assertion = unsafe assertion, unsafe fido_assert_set_count(assertion, 1) == FIDO_OK,
            unsafe fido_assert_set_rp(assertion, relyingParty) == FIDO_OK,
            unsafe fido_assert_set_clientdata_hash(assertion, digest, digest.count) == FIDO_OK,
            unsafe fido_assert_set_up(assertion, FIDO_OPT_TRUE) == FIDO_OK,
            unsafe fido_assert_set_uv(assertion, FIDO_OPT_TRUE) == FIDO_OK,
            unsafe fido_assert_set_authdata_raw(assertion, 0, data.bytes, data.bytes.count) == FIDO_OK,
            unsafe fido_assert_set_sig(assertion, 0, signature, signature.count) == FIDO_OK
        else { throw .signature }
        let algorithm = Int32(key.algorithm.rawValue)
        let isValid = unsafe key.with { unsafe fido_assert_verify(assertion, 0, algorithm, $0) == FIDO_OK }
        guard isValid == true else { throw .signature }
    }
}
