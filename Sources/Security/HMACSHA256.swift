internal import COpenSSL

/// HMAC with SHA-256 (RFC 2104).
package enum HMACSHA256 {
    package static func authenticate(_ message: [UInt8], key: [UInt8]) -> SHA256Digest {
        var tag = [UInt8](repeating: 0, count: SHA256Digest.byteCount)
        let result = unsafe HMAC(EVP_sha256(), key, Int32(key.count), message, message.count, &tag, nil)
        // As for `sha256`: fails only if memory is exhausted or OpenSSL's installation is broken.
        guard unsafe result != nil, let digest = SHA256Digest(bytes: tag) else {
            preconditionFailure("OpenSSL offers no HMAC")
        }
        return digest
    }
}

/// Whether the bytes are equal, in a time that depends only on their number. Different lengths are reported
/// immediately.
package func constantTimeEquals(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return unsafe CRYPTO_memcmp(left, right, left.count) == 0
}

/// Whether the digests are the same, in constant time.
package func constantTimeEquals(_ left: SHA256Digest, _ right: SHA256Digest) -> Bool {
    constantTimeEquals(left.bytes, right.bytes)
}
