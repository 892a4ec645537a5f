internal import COpenSSL
internal import Security

/// SHA-256 of bytes that arrive one after the other.
@safe final class SHA256Stream {
    private let context: OpaquePointer

    init() {
        // Fails only if memory is exhausted or OpenSSL's installation is broken; no caller could continue.
        guard let made = unsafe EVP_MD_CTX_new(), unsafe EVP_DigestInit_ex(made, EVP_sha256(), nil) == 1
        else {
            preconditionFailure("OpenSSL offers no SHA-256")
        }
        unsafe context = made
    }

    deinit { unsafe EVP_MD_CTX_free(context) }

    func append(_ bytes: [UInt8]) {
        let status = unsafe EVP_DigestUpdate(context, bytes, bytes.count)
        precondition(status == 1, "OpenSSL offers no SHA-256")
    }

    /// The digest in hexadecimal digits. Ends the stream: call it once.
    func finish() -> String {
        var bytes = [UInt8](repeating: 0, count: SHA256Digest.byteCount)
        let status = unsafe EVP_DigestFinal_ex(context, &bytes, nil)
        precondition(status == 1, "OpenSSL offers no SHA-256")
        return Hexadecimal.encode(bytes)
    }
}
