internal import CCurl

/// An absolute `http` or `https` URL, taken apart by the parser that the client connects with.
package struct OutboundURL: Sendable, Equatable {
    package let isSecure: Bool
    /// As in the URL; an IPv6 address has its brackets.
    package let host: String
    package let port: Int
    package let hasCredentials: Bool

    /// Whether the port is one for web servers. Tenants cannot make a process speak to mail or login services.
    package var hasPermittedPort: Bool { [80, 443].contains(port) || (1024...65535).contains(port) }

    package init?(_ text: String) {
        guard let handle = unsafe curl_url() else { return nil }
        defer { unsafe curl_url_cleanup(handle) }
        guard unsafe curl_url_set(handle, CURLUPART_URL, text, 0) == CURLUE_OK else { return nil }
        func part(_ part: CURLUPart, _ flags: Int32 = 0) -> String? {
            var found: UnsafeMutablePointer<CChar>?
            guard unsafe curl_url_get(handle, part, &found, UInt32(flags)) == CURLUE_OK,
                let found = unsafe found
            else { return nil }
            defer { unsafe curl_free(found) }
            return unsafe String(cString: found)
        }
        guard let scheme = part(CURLUPART_SCHEME)?.lowercased(), ["http", "https"].contains(scheme),
            let host = part(CURLUPART_HOST), !host.isEmpty,
            let port = part(CURLUPART_PORT, Int32(CURLU_DEFAULT_PORT)).flatMap({ Int($0) })
        else { return nil }
        isSecure = scheme == "https"
        self.host = host
        self.port = port
        hasCredentials = part(CURLUPART_USER) != nil || part(CURLUPART_PASSWORD) != nil
    }
}
