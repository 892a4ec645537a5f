internal import Database
internal import ParlayAPI
package import Security

/// A code that may be right: of the authenticator app, or a recovery code.
enum TypedCode {
    case timed(step: Int64)
    case recovery(RecoveryCode)

    /// `nil` if it is wrong.
    ///
    /// - Parameters:
    ///   - secret: sealed.
    ///   - last: the step of the last code that was taken.
    init?(_ typed: String, _ secret: [UInt8], after last: Int64, _ signer: Signer, at now: Timestamp) {
        if let code = RecoveryCode(typed: typed) {
            self = .recovery(code)
            return
        }
        guard let secret = SecondFactorSecretBox.box(signer).open(secret),
            let step = TimedCode.step(of: typed, after: last, secret, at: now.milliseconds / 1000)
        else { return nil }
        self = .timed(step: step)
    }

    /// For the statements that use it up.
    var step: Parameter {
        switch self {
        case .timed(let step): .integer(step)
        case .recovery: .null
        }
    }

    var digest: Parameter {
        switch self {
        case .timed: .null
        case .recovery(let code): .bytes(code.digest.bytes)
        }
    }
}

/// Seals secrets of second factors. With another signing key they are of no use: people then sign in with recovery codes.
package enum SecondFactorSecretBox {
    private static let context = "second_factor"

    /// Whether a secret was sealed in this installation.
    package static func opens(_ sealed: [UInt8], _ signer: Signer) -> Bool {
        box(signer).open(sealed) != nil
    }

    static func box(_ signer: Signer) -> SecretBox {
        SecretBox(secret: signer.derive([], context: context), context: context)
    }
}
