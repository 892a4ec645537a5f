/// `127.0.0.1:9100` or `[::1]:9100`.
package struct HostAndPort: Sendable, Equatable {
    package let host: String
    package let port: UInt16

    package init(_ host: String, _ port: UInt16) {
        self.host = host
        self.port = port
    }

    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = String(host.dropFirst().dropLast())
        } else if host.contains(":") {
            return nil  // an IPv6 address without brackets is ambiguous
        }
        guard !host.isEmpty else { return nil }
        self.host = host
        self.port = port
    }
}
