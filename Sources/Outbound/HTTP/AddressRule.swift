internal import CCurl
package import ParlayAPI

/// Which addresses a client may connect to. Checked when the socket is opened, on the address itself, so neither an
/// earlier name resolution nor the spelling in the URL matters.
package enum AddressRule: String, Sendable, CaseIterable {
    /// Only globally reachable ones: for URLs from outside.
    case publicOnly
    /// Those and the machine itself.
    case publicAndLoopback
    case any

    /// Why no request could ever be made to a URL from outside; `nil` if one can. Whether a name resolves to a private address is
    /// checked at each connection, because it can change.
    package func rule(of url: String) -> FieldRule? {
        switch OutboundURL(url) {
        case nil: FieldRule("anAbsoluteAddress", "Must be an absolute http or https URL.")
        case let url? where url.hasCredentials:
            FieldRule("addressWithoutPassword", "Must not contain a username or a password.")
        case let url? where self == .publicOnly && !url.isSecure:
            FieldRule("addressIsSecure", "Must be https.")
        case let url? where !url.hasPermittedPort:
            FieldRule("addressPort", "The port must be 443, 80, or at least 1024.")
        case let url? where permits(host: url.host) == false: .publicAddress
        default: nil
        }
    }

    /// The same as a sentence.
    package func violation(of url: String) -> String? { rule(of: url)?.sentence }

    /// - Parameter bytes: 4 of IPv4 or 16 of IPv6, in network order; nothing else is permitted.
    package func permits(_ bytes: [UInt8]) -> Bool {
        switch (self, bytes.count) {
        case (.any, 4), (.any, 16): true
        case (.publicOnly, 4): Self.isPublic4(bytes)
        case (.publicOnly, 16): Self.isPublic6(bytes)
        case (.publicAndLoopback, 4): bytes[0] == 127 || Self.isPublic4(bytes)
        case (.publicAndLoopback, 16): bytes == Self.loopback6 || Self.isPublic6(bytes)
        default: false
        }
    }

    /// The same for a host in a URL; `nil` for a name, which must be resolved first.
    package func permits(host: String) -> Bool? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let bare = host.hasPrefix("[") ? String(host.dropFirst().prefix { $0 != "]" && $0 != "%" }) : host
        let count = unsafe parlay_http_literal(bare, &bytes)
        return count == 0 ? nil : permits(Array(bytes.prefix(Int(count))))
    }

    private static let loopback6 = [UInt8](repeating: 0, count: 15) + [1]

    /// What the IANA IPv4 Special-Purpose Address Registry (RFC 6890) does not list as globally reachable, and
    /// multicast.
    private static let special4: [(address: UInt32, length: UInt32)] = [
        (0x0000_0000, 8),  // this network
        (0x0A00_0000, 8),  // private
        (0x6440_0000, 10),  // shared with the carrier (RFC 6598)
        (0x7F00_0000, 8),  // loopback
        (0xA9FE_0000, 16),  // link-local, and the metadata services of clouds
        (0xAC10_0000, 12),  // private
        (0xC000_0000, 24),  // IETF protocol assignments
        (0xC000_0200, 24),  // documentation
        (0xC058_6300, 24),  // 6to4 relays
        (0xC0A8_0000, 16),  // private
        (0xC612_0000, 15),  // benchmarks
        (0xC633_6400, 24),  // documentation
        (0xCB00_7100, 24),  // documentation
        (0xE000_0000, 4),  // multicast
        (0xF000_0000, 4),  // reserved, and broadcast
    ]

    private static func isPublic4(_ bytes: [UInt8]) -> Bool {
        let address = bytes.reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        return !special4.contains { address >> (32 - $0.length) == $0.address >> (32 - $0.length) }
    }

    /// Only addresses assigned for global unicast, 2000::/3. That excludes loopback, mapped and compatible IPv4,
    /// NAT64, unique local, link-local and multicast addresses; also excluded are ranges inside it that contain an
    /// IPv4 address or lead nowhere.
    private static func isPublic6(_ bytes: [UInt8]) -> Bool {
        guard bytes[0] & 0xE0 == 0x20 else { return false }
        let first = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
        let second = UInt16(bytes[2]) << 8 | UInt16(bytes[3])
        switch first {
        // IETF assignments with Teredo, and documentation.
        case 0x2001: return second >= 0x0200 && second != 0x0DB8
        case 0x2002: return false  // 6to4
        case 0x3FFF: return second >= 0x1000  // documentation (RFC 9637)
        default: return true
        }
    }
}

extension FieldRule {
    package static let publicAddress = FieldRule("publicAddress", "Must not point to a private address.")
}
