/// A network in CIDR form (RFC 4632, RFC 4291), such as `10.0.0.0/8` or `fd00::/8`. A single address is a network of
/// one.
package struct PeerNetwork: Sendable, Hashable, CustomStringConvertible {
    private let address: PeerAddress
    /// The number of leading bits that all its addresses share.
    private let prefix: Int

    /// `nil` if the text is not a network, or has bits set after the prefix: `10.1.2.3/8` is more likely a mistake
    /// than meant as `10.0.0.0/8`. Networks of IPv4 addresses mapped into IPv6 are networks of IPv4.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        // An address with a port is not valid here.
        guard let first = parts.first, !first.contains("["), first.filter({ $0 == ":" }).count != 1,
            let address = PeerAddress(first)
        else { return nil }
        let isMapped = address.bytes.count == 4 && first.contains(":")
        let width = isMapped ? 128 : address.bytes.count * 8
        var prefix = width
        if parts.count == 2 {
            guard let number = Int(parts[1]), String(number) == parts[1], (0...width).contains(number) else {
                return nil
            }
            prefix = number
        }
        if isMapped { prefix -= 96 }
        guard prefix >= 0, Self.masked(address.bytes, prefix) == address.bytes else { return nil }
        self.address = address
        self.prefix = prefix
    }

    package func contains(_ other: PeerAddress) -> Bool {
        other.bytes.count == address.bytes.count && Self.masked(other.bytes, prefix) == address.bytes
    }

    package var description: String {
        prefix == address.bytes.count * 8 ? address.description : "\(address)/\(prefix)"
    }

    private static func masked(_ bytes: [UInt8], _ prefix: Int) -> [UInt8] {
        bytes.indices.map { index in
            let bits = min(max(prefix - index * 8, 0), 8)
            return bytes[index] & ~UInt8(truncatingIfNeeded: 0xFF >> bits)
        }
    }
}
