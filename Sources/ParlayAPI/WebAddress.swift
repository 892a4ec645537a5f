/// Checks of an absolute `http` or `https` URL without a URL library.
package enum WebAddress {
    /// Whether the text has the scheme, a host, and only visible ASCII characters. Libraries differ on
    /// `https:///path`: some take the path for the host.
    package static func isAbsolute(_ text: String) -> Bool {
        guard text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }),
            let scheme = ["https://", "http://"].first(where: text.hasPrefix)
        else { return false }
        let authority = text.dropFirst(scheme.count).prefix { !"/?#\\".contains($0) }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        if host.first == "[" {
            guard let end = host.firstIndex(of: "]") else { return false }
            return host[..<end].contains(":") && isPort(host[host.index(after: end)...])
        }
        let name = host.prefix { $0 != ":" }
        return name.utf8.contains(where: isLetterOrDigit)
            && name.utf8.allSatisfy { isLetterOrDigit($0) || "-._".utf8.contains($0) }
            && isPort(host.dropFirst(name.count))
    }

    /// The same as an ECMA 262 regular expression, for URLs without a username.
    static let pattern =
        #"^https?://([A-Za-z0-9._-]*[A-Za-z0-9][A-Za-z0-9._-]*|\[[0-9A-Fa-f:.]+\])(:[0-9]+)?([/?#][!-~]*)?$"#

    /// Whether it is such a URL with `https`, without a username.
    package static func isSecure(_ text: String) -> Bool {
        let authority = text.dropFirst("https://".count).prefix { !"/?#\\".contains($0) }
        return text.hasPrefix("https://") && !authority.contains("@") && isAbsolute(text)
    }

    /// The same as a regular expression.
    static let securePattern = pattern.replacing("^https?", with: "^https", maxReplacements: 1)

    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty || text.first == ":" && ReceivedNumber.isDigits(text.dropFirst())
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
    }
}
