package import HTTPServer

/// Which requests are a browser's that shows the console itself. A page of another site can send requests to this machine too,
/// and can give its own name this machine's address.
package struct ConsoleGuard: Sendable {
    /// The name by which a proxy with TLS on this machine is reached; `nil` without one.
    package let name: String?

    package init(name: String? = nil) { self.name = name?.lowercased() }

    /// Whether the host is this machine, or the configured name.
    package func admits(host: String?) -> Bool {
        guard let host = host?.lowercased() else { return false }
        return isLoopback(host) || name != nil && Self.name(of: host) == name
    }

    /// A form must come from a page of this very origin.
    package func isOwn(_ head: RequestHead) -> Bool {
        guard let host = head.headers.only("Host") else { return false }
        let site = head.headers["Sec-Fetch-Site"]
        if let site, site != "same-origin" { return false }
        guard let origin = head.headers.only("Origin") else {
            return site != nil && !head.headers.contains("Origin")
        }
        return origin.lowercased() == self.origin(of: host.lowercased())
    }

    /// Whether the browser came by https, which only a proxy for the configured name does.
    package func isSecure(host: String?) -> Bool {
        guard let host = host?.lowercased() else { return false }
        return !isLoopback(host) && name != nil
    }

    private func origin(of host: String) -> String {
        (isSecure(host: host) ? "https://" : "http://") + host
    }

    private func isLoopback(_ host: String) -> Bool {
        let name = Self.name(of: host)
        return name == "localhost" || name == "[::1]"
            || name.filter { $0 == "." }.count == 3
                && PeerAddress(name)?.isLoopback == true
    }

    /// Without the port.
    private static func name(of host: String) -> String {
        if host.hasPrefix("["), let end = host.firstIndex(of: "]") { return String(host[...end]) }
        return String(host.prefix { $0 != ":" })
    }
}
