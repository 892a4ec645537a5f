package import HTTPServer

/// Networks whose `X-Forwarded-For` is trusted, and whose connections are not limited.
package struct TrustedProxies: Sendable {
    private let networks: [PeerNetwork]

    package init(_ networks: [PeerNetwork] = []) { self.networks = networks }

    package func contains(_ address: PeerAddress) -> Bool { networks.contains { $0.contains(address) } }

    /// Whether the client's connection is encrypted: a trusted proxy says so.
    package func isSecure(_ head: RequestHead) -> Bool {
        contains(head.peer) && head.headers.only("X-Forwarded-Proto")?.lowercased() == "https"
    }

    /// Whether a browser sends the request from a page of this very host (Fetch Metadata; without it, by `Origin`).
    func isOwn(_ head: RequestHead) -> Bool {
        if let site = head.headers["Sec-Fetch-Site"] { return site == "same-origin" }
        guard let origin = head.headers.only("Origin"), let host = head.headers.only("Host") else {
            return false
        }
        return origin == (isSecure(head) ? "https://" : "http://") + host
    }

    /// The socket's peer, or behind trusted proxies the right-most address that is not one of them.
    package func client(of head: RequestHead) -> PeerAddress {
        guard !networks.isEmpty, head.headers.contains("X-Forwarded-For"), contains(head.peer) else {
            return head.peer
        }
        let hops = head.headers.values(of: "X-Forwarded-For").flatMap { $0.split(separator: ",") }
        for hop in hops.reversed() {
            guard let address = PeerAddress(hop.filter { $0 != " " && $0 != "\t" }) else { break }
            if !contains(address) { return address }
        }
        return head.peer
    }
}
