internal import CLinux
internal import Glibc

/// The address of a connection's peer. An IPv4 address mapped into IPv6 counts as IPv4.
package struct PeerAddress: Sendable, Hashable, CustomStringConvertible {
    /// 4 or 16 bytes in network order; empty when unknown.
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) {
        let isMapped =
            bytes.count == 16 && bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 255
            && bytes[11] == 255
        self.bytes = isMapped ? Array(bytes.suffix(4)) : bytes
    }

    /// Whether it is this machine itself.
    package var isLoopback: Bool {
        bytes.count == 4
            ? bytes[0] == 127 : bytes.count == 16 && bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
    }

    /// Reads `192.0.2.1` or `2001:db8::1`, also in brackets and with a port.
    package init?(_ text: some StringProtocol) {
        var text = String(text)
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            text = String(text[text.index(after: text.startIndex)..<end])
        } else if text.filter({ $0 == ":" }).count == 1, let colon = text.firstIndex(of: ":") {
            text = String(text[..<colon])
        }
        var four = in_addr()
        if unsafe inet_pton(AF_INET, text, &four) == 1 {
            self.init(bytes: unsafe withUnsafeBytes(of: four) { unsafe [UInt8]($0) })
            return
        }
        var six = in6_addr()
        guard unsafe inet_pton(AF_INET6, text, &six) == 1 else { return nil }
        self.init(bytes: unsafe withUnsafeBytes(of: six) { unsafe [UInt8]($0) })
    }

    init(_ address: sockaddr_storage) {
        var address = address
        let bytes: [UInt8] = unsafe withUnsafeBytes(of: &address) { bytes in
            switch Int32(unsafe bytes.loadUnaligned(as: sockaddr.self).sa_family) {
            case AF_INET:
                unsafe withUnsafeBytes(of: bytes.loadUnaligned(as: sockaddr_in.self).sin_addr) {
                    unsafe [UInt8]($0)
                }
            case AF_INET6:
                unsafe withUnsafeBytes(of: bytes.loadUnaligned(as: sockaddr_in6.self).sin6_addr) {
                    unsafe [UInt8]($0)
                }
            default: []
            }
        }
        self.init(bytes: bytes)
    }

    /// The address as throttles count it: IPv6 by its /64, which usually belongs to one household or server.
    package var network: PeerAddress {
        guard bytes.count == 16 else { return self }
        return PeerAddress(bytes: Array(bytes.prefix(8)) + [UInt8](repeating: 0, count: 8))
    }

    /// What one provider usually gives to its customers: the address with the first 24 bits of IPv4, or 48 of IPv6.
    package var range: PeerAddress {
        let prefix = bytes.count == 16 ? 6 : 3
        guard bytes.count > prefix else { return self }
        let rest = [UInt8](repeating: 0, count: bytes.count - prefix)
        return PeerAddress(bytes: Array(bytes.prefix(prefix)) + rest)
    }

    package var description: String {
        guard !bytes.isEmpty else { return "unknown" }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard unsafe inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "unknown" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
