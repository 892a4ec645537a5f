internal import CFIDO2

/// The public key of a passkey, in libfido2's form.
package struct PasskeyKey: Hashable, Sendable {
    /// As COSE numbers them (RFC 9053, section 2, and RFC 8812, section 2).
    package enum Algorithm: Int64, Sendable, CaseIterable {
        case es256 = -7
        case eddsa = -8
        case rs256 = -257
    }

    package let algorithm: Algorithm
    package let bytes: [UInt8]

    /// `nil` unless it is a key of the algorithm: a point on the curve, for example.
    package init?(_ algorithm: Algorithm, _ bytes: [UInt8]) {
        self.algorithm = algorithm
        self.bytes = bytes
        guard unsafe with({ _ in true }) == true else { return nil }
    }

    /// - Returns: `nil` if libfido2 refuses the bytes.
    func with<Value>(_ body: (UnsafeRawPointer) -> Value) -> Value? {
        switch algorithm {
        case .es256:
            var key = unsafe es256_pk_new()
            defer { unsafe es256_pk_free(&key) }
            guard let raw = unsafe key, unsafe es256_pk_from_ptr(raw, bytes, bytes.count) == FIDO_OK else {
                return nil
            }
            return unsafe body(UnsafeRawPointer(raw))
        case .eddsa:
            var key = unsafe eddsa_pk_new()
            defer { unsafe eddsa_pk_free(&key) }
            guard let raw = unsafe key, unsafe eddsa_pk_from_ptr(raw, bytes, bytes.count) == FIDO_OK else {
                return nil
            }
            return unsafe body(UnsafeRawPointer(raw))
        case .rs256:
            var key = unsafe rs256_pk_new()
            defer { unsafe rs256_pk_free(&key) }
            guard let raw = unsafe key, unsafe rs256_pk_from_ptr(raw, bytes, bytes.count) == FIDO_OK else {
                return nil
            }
            return unsafe body(UnsafeRawPointer(raw))
        }
    }
}
