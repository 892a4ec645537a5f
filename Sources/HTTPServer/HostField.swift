internal import CLinux
internal import Glibc

/// The syntax of `Host` (RFC 9110, 7.2): a name, an IPv4 address or an IPv6 address in brackets, and perhaps a port.
enum HostField {
    /// An empty value is also valid: clients send it if the target has no authority.
    static func isValid(_ value: String) -> Bool {
        let bytes = Array(value.utf8)
        var rest = bytes[...]
        if bytes.first == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
            guard isIPv6(String(decoding: bytes[1..<end], as: UTF8.self)) else { return false }
            rest = bytes[(end + 1)...]
        } else {
            let end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
            guard isName(bytes[..<end]) else { return false }
            rest = bytes[end...]
        }
        guard let colon = rest.first else { return true }
        let digits = rest.dropFirst()
        return colon == UInt8(ascii: ":") && digits.count <= 5
            && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    private static func isIPv6(_ text: String) -> Bool {
        var address = in6_addr()
        return unsafe inet_pton(AF_INET6, text, &address) == 1
    }

    /// The `reg-name` of RFC 3986, 3.2.2, which includes the form of an IPv4 address.
    private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
        var escape = 0
        for byte in bytes {
            if escape > 0 {
                guard RequestTarget.hexadecimal(byte) != nil else { return false }
                escape -= 1
                continue
            }
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: break
            case 0x21, 0x24, 0x26...0x2C, 0x3B, 0x3D: break
            case 0x25: escape = 2
            default: return false
            }
        }
        return escape == 0
    }
}
