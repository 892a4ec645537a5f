internal import ParlayAPI

/// The sites that a tenant lists, as browsers name them in `Origin` (RFC 6454, 6.2): scheme, host, and the port
/// unless it is the scheme's default. Anything else would never match.
package enum WebOrigin {
    static let rule = FieldRule(
        "anOrigin",
        "Must be \"*\" or an origin as browsers send it, without a path or the scheme's default port: "
            + "https://app.example.org."
    )

    /// The form in which listed origins are compared. Browsers send lower case and no trailing slash; people write
    /// them in other ways.
    package static func canonical(_ text: String) -> String {
        let text = text.lowercased()
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    static func isOne(_ text: String) -> Bool {
        guard text != "*" else { return true }
        let text = canonical(text)
        guard let (scheme, authority) = parts(text) else { return false }
        let pieces = authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        // An IPv6 address contains colons, between brackets.
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return false }
            let rest = authority[authority.index(after: end)...]
            let address = authority[..<end].dropFirst()
            return !address.isEmpty && address.utf8.allSatisfy(isAddress)
                && (rest.isEmpty || rest.hasPrefix(":") && isPort(rest.dropFirst(), of: scheme))
        }
        guard let host = pieces.first, !host.isEmpty, host.utf8.allSatisfy(isHost) else { return false }
        return pieces.count == 1 || isPort(pieces[1], of: scheme)
    }

    /// The parts before and after `://`. Apps in a shell have their own schemes, such as `capacitor`.
    private static func parts(_ text: String) -> (scheme: Substring, authority: Substring)? {
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return nil }
        let scheme = text[..<colon]
        guard let first = scheme.utf8.first, (0x61...0x7A).contains(first), scheme.utf8.allSatisfy(isScheme)
        else { return nil }
        return (scheme, text[colon...].dropFirst(3))
    }

    private static func isPort(_ text: Substring, of scheme: Substring) -> Bool {
        guard text.utf8.allSatisfy(isDigit), text.first != "0", let port = Int(text) else { return false }
        let own = ["http": 80, "https": 443][scheme]
        return (1...65_535).contains(port) && port != own
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isScheme(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || isDigit(byte) || [0x2B, 0x2D, 0x2E].contains(byte)
    }

    private static func isHost(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || isDigit(byte) || [0x2D, 0x2E, 0x5F].contains(byte)
    }

    private static func isAddress(_ byte: UInt8) -> Bool {
        (0x61...0x66).contains(byte) || isDigit(byte) || [0x2E, 0x3A].contains(byte)
    }
}
