internal import CArgon2

package enum PasswordHashError: Error, Equatable {
    /// A cost parameter that this server does not accept, named as in ``PasswordHasher``'s initialiser.
    case parameterOutOfRange(name: String, allowed: ClosedRange<Int>)
    case passwordTooLong(byteCount: Int)
    /// Not a PHC string of Argon2id version 19, or one with a cost that this server never accepts.
    case malformedHash
    /// A hash with a higher cost than this installation has ever used.
    case tooCostly
    case randomness(SecureRandomError)
    /// The library's own code, most likely for memory that it could not get.
    case argon2(code: Int32)
}

extension PasswordHashError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .parameterOutOfRange(let name, let allowed):
            "\(name) must be between \(allowed.lowerBound) and \(allowed.upperBound)"
        case .passwordTooLong(let byteCount): "a password of \(byteCount) bytes"
        case .malformedHash: "a malformed password hash"
        case .tooCostly: "a password hash that costs more than this installation accepts"
        case .randomness(let error): error.description
        case .argon2(let code):
            unsafe argon2_error_message(code).flatMap { unsafe String(validatingCString: $0) }
                ?? "Argon2 failed with code \(code)"
        }
    }
}
