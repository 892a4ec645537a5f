internal import COpenSSL

/// A pair of keys on P-256 that signs. Owns OpenSSL's key and frees it once.
///
/// Unchecked: OpenSSL counts references to a key atomically, and nothing changes it after `init`.
@safe package final class P256Pair: @unchecked Sendable {
    private static let pointCount = 65
    private static let numberCount = 32
    /// Of a seed; see `parlay_p256_number`.
    private static let seedCount = 48

    private let key: OpaquePointer
    /// Uncompressed (SEC 1, section 2.3.3).
    package let point: [UInt8]

    /// - Parameter number: the private one, 32 bytes; `nil` if it is not below the order of the curve.
    package init?(number: [UInt8]) {
        guard number.count == Self.numberCount else { return nil }
        var point = [UInt8](repeating: 0, count: Self.pointCount)
        guard let key = unsafe parlay_p256_pair(number, &point) else {
            ERR_clear_error()
            return nil
        }
        unsafe self.key = key
        self.point = point
    }

    private convenience init(seed: [UInt8]) {
        var number = [UInt8](repeating: 0, count: Self.numberCount)
        let isMade = unsafe parlay_p256_number(seed, Int32(seed.count), &number) == 1
        // As for `sha256`: fails only if memory is exhausted or OpenSSL's installation is broken.
        precondition(isMade, "OpenSSL offers no P-256")
        self.init(valid: number)
    }

    private init(valid number: [UInt8]) {
        var point = [UInt8](repeating: 0, count: Self.pointCount)
        guard let key = unsafe parlay_p256_pair(number, &point) else {
            preconditionFailure("OpenSSL offers no P-256")
        }
        unsafe self.key = key
        self.point = point
    }

    deinit { unsafe EVP_PKEY_free(key) }

    /// The one that holders of the signer's key derive, always the same.
    package static func derived(from signer: Signer, context: String) -> P256Pair {
        P256Pair(seed: (0..<3).flatMap { signer.derive([UInt8($0)], context: context) })
    }

    /// ES256: r and s, 32 bytes each (RFC 7518, section 3.4).
    package func sign(_ message: [UInt8]) -> [UInt8] {
        let context = unsafe EVP_MD_CTX_new()
        defer { unsafe EVP_MD_CTX_free(context) }
        var count = 80
        var encoded = [UInt8](repeating: 0, count: count)
        let isSigned =
            unsafe EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1
            && EVP_DigestSign(context, &encoded, &count, message, message.count) == 1
        precondition(isSigned, "OpenSSL offers no ECDSA")
        let numbers = unsafe encoded.withUnsafeBufferPointer { buffer in
            var cursor = buffer.baseAddress
            return unsafe d2i_ECDSA_SIG(nil, &cursor, count)
        }
        // Frees r and s, too.
        defer { unsafe ECDSA_SIG_free(numbers) }
        var signature = [UInt8](repeating: 0, count: 2 * Self.numberCount)
        let isWritten = unsafe signature.withUnsafeMutableBufferPointer { buffer in
            unsafe BN_bn2binpad(ECDSA_SIG_get0_r(numbers), buffer.baseAddress, Int32(Self.numberCount)) > 0
                && BN_bn2binpad(
                    ECDSA_SIG_get0_s(numbers),
                    buffer.baseAddress?.advanced(by: Self.numberCount),
                    Int32(Self.numberCount)
                ) > 0
        }
        precondition(isWritten, "OpenSSL wrote no ECDSA signature")
        return signature
    }
}

extension P256Pair: Redacted {}
