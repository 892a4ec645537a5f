internal import COpenSSL

/// SHA-256 of bytes that arrive one after the other. Owns OpenSSL's context and frees it once.
@safe package final class SHA256Stream {
    private let context: OpaquePointer

    package init() {
        // Fails only if memory is exhausted or OpenSSL's installation is broken; no caller could continue.
        guard let made = unsafe EVP_MD_CTX_new(), unsafe EVP_DigestInit_ex(made, sha256Algorithm, nil) == 1
        else {
            preconditionFailure("OpenSSL offers no SHA-256")
        }
        unsafe context = made
    }

    deinit { unsafe EVP_MD_CTX_free(context) }

    package func append(_ bytes: [UInt8]) {
        let status = unsafe EVP_DigestUpdate(context, bytes, bytes.count)
        precondition(status == 1, "OpenSSL offers no SHA-256")
    }

    /// Ends the stream: call it once.
    package func finish() -> SHA256Digest {
        unsafe SHA256Digest { start in unsafe EVP_DigestFinal_ex(context, start, nil) }
    }
}
