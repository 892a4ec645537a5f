package import HTTPServer

/// Addresses whose `X-Forwarded-For` is believed.
package struct TrustedProxies: Sendable {
    private let addresses: Set<PeerAddress>

    package init(_ addresses: [PeerAddress] = []) { self.addresses = Set(addresses) }

    /// The socket's peer, or behind trusted proxies the right-most address that is none of them.
    package func client(of head: RequestHead) -> PeerAddress {
        guard !addresses.isEmpty, addresses.contains(head.peer) else { return head.peer }
        let hops = head.headers.values(of: "X-Forwarded-For").flatMap { $0.split(separator: ",") }
        for hop in hops.reversed() {
            guard let address = PeerAddress(hop.filter { $0 != " " && $0 != "\t" }) else { break }
            if !addresses.contains(address) { return address }
        }
        return head.peer
    }
}
