internal import COpenSSL

/// A private number of P-256 for a Diffie–Hellman exchange (NIST SP 800-56A, section 5.7.1.2).
package struct P256Secret: Sendable {
    /// OpenSSL takes a third of a multiplication to make it. Its functions take it as const, so threads may share it.
    nonisolated(unsafe) private static let curve = unsafe EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1)

    private let number: [UInt8]
    /// What the other side gets, uncompressed (SEC 1, section 2.3.3).
    package let point: [UInt8]

    /// - Parameter number: 32 bytes; `nil` if it is not between 1 and the order of the curve.
    package init?(number: [UInt8]) {
        guard number.count == 32, let point = Self.multiply(number, nil) else { return nil }
        self.number = number
        self.point = point
    }

    /// A new one.
    package static func generate() throws(SecureRandomError) -> P256Secret {
        for _ in 0..<4 {
            // One of four billion numbers is beyond the order.
            if let secret = P256Secret(number: try SecureRandom.bytes(count: 32)) { return secret }
        }
        // As for `sha256`: fails only if memory is exhausted or OpenSSL's installation is broken.
        preconditionFailure("OpenSSL offers no P-256")
    }

    /// Whether the bytes are an uncompressed point of the curve.
    static func isPoint(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == 65, bytes[0] == 4, unsafe parlay_p256_is_point(curve, bytes, bytes.count) == 1
        else {
            ERR_clear_error()
            return false
        }
        return true
    }

    /// What both sides know; `nil` if the other's point is not on the curve.
    package func agree(with point: [UInt8]) -> [UInt8]? {
        Self.multiply(number, point).map { Array($0[1..<33]) }
    }

    private static func multiply(_ number: [UInt8], _ point: [UInt8]?) -> [UInt8]? {
        var product = [UInt8](repeating: 0, count: 65)
        let isDone =
            if let point {
                unsafe parlay_p256_multiply(curve, number, point, point.count, &product)
            } else {
                unsafe parlay_p256_multiply(curve, number, nil, 0, &product)
            }
        guard isDone == 1 else {
            ERR_clear_error()
            return nil
        }
        return product
    }
}

extension P256Secret: Redacted {}
