internal import COpenSSL

/// The 32 bytes of a SHA-256 digest (FIPS 180-4) or of an HMAC made with it, held without an allocation.
///
/// `==` may stop at the first difference. That is right for a key into a table or a dictionary; to check a
/// tag that a peer presents use ``constantTimeEquals(_:_:)``.
package struct SHA256Digest: Hashable, Sendable {
    package static let byteCount = 32

    /// Not a `SIMD4<UInt64>`: that is aligned to 32 bytes, and Swift 6.3 corrupts a task's memory when an async function
    /// or a closure keeps such a value across a suspension ("freed pointer was not the last allocation").
    private struct Words: Hashable, Sendable {
        var first: UInt64 = 0
        var second: UInt64 = 0
        var third: UInt64 = 0
        var fourth: UInt64 = 0
    }

    /// The digest in the order of memory; the words mean nothing as numbers.
    private var words = Words()

    /// The digest that OpenSSL writes; `write` returns its status.
    init(_ write: (UnsafeMutablePointer<UInt8>?) -> Int32) {
        let status = unsafe withUnsafeMutableBytes(of: &words) { output in
            unsafe write(output.baseAddress?.assumingMemoryBound(to: UInt8.self))
        }
        // Fails only if memory is exhausted or OpenSSL's installation is broken; no caller could continue.
        precondition(status == 1, "OpenSSL offers no SHA-256")
    }

    /// `nil` unless there are exactly 32 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        unsafe withUnsafeMutableBytes(of: &words) { unsafe $0.copyBytes(from: bytes) }
    }

    package var bytes: [UInt8] {
        unsafe withUnsafeBytes(of: words) { unsafe Array($0) }
    }

    /// Eight of the bytes as a number, which is random enough to spread digests.
    package var leadingWord: UInt64 { words.first }

    /// 64 lower-case hexadecimal digits.
    package var hex: String {
        Hexadecimal.encode(bytes)
    }
}

/// OpenSSL's SHA-256, fetched once, as an address because a pointer is not `Sendable`. OpenSSL never changes
/// a fetched algorithm and any thread may use it; this one is never freed.
///
/// Looking up the algorithm by name on each call costs more than the digest. For 56 bytes, OpenSSL 3.0, one core:
/// `EVP_Digest` with this 140 ns, with `EVP_sha256()` 310 ns, `SHA256()` and `EVP_Q_digest` 320 ns or more. A context
/// kept for reuse would save 30 ns more, but would need an owner on every thread.
private let algorithm = UInt(bitPattern: unsafe EVP_MD_fetch(nil, "SHA256", nil))

var sha256Algorithm: OpaquePointer? { unsafe OpaquePointer(bitPattern: algorithm) }

/// SHA-256 of the bytes.
package func sha256(_ bytes: Span<UInt8>) -> SHA256Digest {
    unsafe bytes.withUnsafeBufferPointer { input in
        unsafe SHA256Digest { start in
            unsafe EVP_Digest(input.baseAddress, input.count, start, nil, sha256Algorithm, nil)
        }
    }
}

package func sha256(_ bytes: [UInt8]) -> SHA256Digest {
    sha256(bytes.span)
}

/// SHA-256 of the text's UTF-8.
package func sha256(_ text: String) -> SHA256Digest {
    sha256(text.utf8.span)
}
