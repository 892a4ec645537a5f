/// Addresses that mail can be sent to: RFC 5321's `Mailbox` without quoted local parts, address literals and
/// internationalized addresses (RFC 6531), which many mail servers refuse.
package enum EmailAddress {
    /// In characters, all of them ASCII (RFC 5321, section 4.5.3.1.3, without the angle brackets).
    package static let maximumLength = 254

    /// `x@y.z`: a local part of atoms with dots between them, and a domain of letters, digits and hyphens.
    ///
    /// - Parameter allowsBareHost: also accepts `x@y`, for the operator's own mail server.
    package static func isValid(_ text: String, allowsBareHost: Bool = false) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard text.utf8.count <= maximumLength, parts.count == 2, parts[0].count <= 64 else { return false }
        let dot = UInt8(ascii: ".")
        let atoms = parts[0].split(separator: dot, omittingEmptySubsequences: false)
        let labels = parts[1].split(separator: dot, omittingEmptySubsequences: false)
        return atoms.allSatisfy { !$0.isEmpty && $0.allSatisfy(isAtomText) }
            && labels.count >= (allowsBareHost ? 1 : 2) && labels.allSatisfy(isLabel)
    }

    /// The same as an ECMA 262 regular expression.
    static let pattern: String = {
        let atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
        let label = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
        return #"^(?=[^@]{1,64}@)\#(atom)(\.\#(atom))*@\#(label)(\.\#(label))+$"#
    }()

    /// `atext` of RFC 5322, section 3.2.3.
    private static func isAtomText(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
    }

    private static func isLabel(_ label: Substring.UTF8View) -> Bool {
        guard let first = label.first, let last = label.last, label.count <= 63 else { return false }
        return isLetterOrDigit(first) && isLetterOrDigit(last)
            && label.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }
}
