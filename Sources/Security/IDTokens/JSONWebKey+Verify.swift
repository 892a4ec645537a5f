internal import COpenSSL

extension JSONWebKey {
    /// Whether the signature of `message` was made with this key. A key that OpenSSL refuses, such as a point outside of the
    /// curve, verifies nothing.
    func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        let encoded: [UInt8]
        switch material {
        case .rsa: encoded = signature
        case .p256:
            guard let signature = Self.encodeECDSA(signature) else { return false }
            encoded = signature
        }
        guard let key = unsafe makeKey() else { return false }
        defer { unsafe EVP_PKEY_free(key) }
        guard let context = unsafe EVP_MD_CTX_new() else { return false }
        defer { unsafe EVP_MD_CTX_free(context) }
        guard unsafe EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1 else { return false }
        return unsafe EVP_DigestVerify(context, encoded, encoded.count, message, message.count) == 1
    }

    /// The caller frees it.
    private func makeKey() -> OpaquePointer? {
        switch material {
        case .rsa(let modulus, let exponent):
            return unsafe parlay_rsa_key(modulus, Int32(modulus.count), exponent, Int32(exponent.count))
        case .p256(let x, let y):
            // Uncompressed.
            let point = [4] + x + y
            return unsafe parlay_p256_key(point, point.count)
        }
    }

    /// r and s, 32 bytes each (RFC 7518, section 3.4), as the DER that OpenSSL reads; `nil` for another length.
    private static func encodeECDSA(_ signature: [UInt8]) -> [UInt8]? {
        guard signature.count == 64, let numbers = unsafe ECDSA_SIG_new() else { return nil }
        // Frees r and s, too.
        defer { unsafe ECDSA_SIG_free(numbers) }
        let r = unsafe BN_bin2bn(Array(signature[..<32]), 32, nil)
        let s = unsafe BN_bin2bn(Array(signature[32...]), 32, nil)
        guard unsafe ECDSA_SIG_set0(numbers, r, s) == 1 else {
            unsafe BN_free(r)
            unsafe BN_free(s)
            return nil
        }
        let count = unsafe i2d_ECDSA_SIG(numbers, nil)
        guard count > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(count))
        let written = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            var cursor = buffer.baseAddress
            return unsafe i2d_ECDSA_SIG(numbers, &cursor)
        }
        return written == count ? bytes : nil
    }
}
