internal import ParlayAPI

/// Decodes request targets (RFC 3986). Strict: malformed input gives `nil`.
package enum RequestTarget {
    /// The decoded segments of a path. One trailing slash is dropped; other empty segments stay, and match no route.
    /// `nil` if the path does not start with a slash, or contains a bad escape, a NUL, invalid UTF-8, or a segment of
    /// one or two dots, which clients resolve and proxies may resolve differently.
    package static func segments(_ path: String) -> [String]? {
        let bytes = path.utf8.span
        let slash = UInt8(ascii: "/")
        guard !bytes.isEmpty, bytes[0] == slash else { return nil }
        var segments: [String] = []
        segments.reserveCapacity(8)
        var start = 1
        for end in 1...bytes.count where end == bytes.count || bytes[end] == slash {
            let part = bytes.extracting(start..<end)
            guard let segment = decode(part, plusIsSpace: false), segment != ".", segment != ".." else {
                return nil
            }
            segments.append(segment)
            start = end + 1
        }
        if segments.last == "" { segments.removeLast() }
        return segments
    }

    /// The pairs of a query in order; `nil` if one is malformed.
    package static func pairs(_ query: String?) -> [(name: String, value: String)]? {
        guard let query, !query.isEmpty else { return [] }
        var pairs: [(name: String, value: String)] = []
        for part in query.split(separator: "&", omittingEmptySubsequences: true) {
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = decode(halves[0].utf8.span, plusIsSpace: true) else { return nil }
            let value = halves.count > 1 ? decode(halves[1].utf8.span, plusIsSpace: true) : ""
            guard let value else { return nil }
            pairs.append((name, value))
        }
        return pairs
    }

    /// The name of the first malformed pair of a query, as far as it can be read.
    package static func malformedName(in query: String) -> String {
        for part in query.split(separator: "&", omittingEmptySubsequences: true) {
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = decode(halves[0].utf8.span, plusIsSpace: true) else { return "" }
            if halves.count > 1, decode(halves[1].utf8.span, plusIsSpace: true) == nil { return name }
        }
        return ""
    }

    /// `text` is UTF-8.
    static func decode(_ text: Span<UInt8>, plusIsSpace: Bool) -> String? {
        guard !isPlain(text) else {
            return unsafe text.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
        }
        var bytes: [UInt8] = []
        var index = 0
        while index < text.count {
            let byte = text[index]
            index += 1
            switch byte {
            case 0x25:
                guard index + 1 < text.count, let high = hexadecimal(text[index]),
                    let low = hexadecimal(text[index + 1])
                else { return nil }
                index += 2
                let decoded = high << 4 | low
                guard decoded != 0 else { return nil }
                bytes.append(decoded)
            case 0x2B where plusIsSpace: bytes.append(0x20)
            case 0..<0x20: return nil
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self).flatMap { MarkRun.isTooLong(in: $0) ? nil : $0 }
    }

    /// Whether the byte needs no decoding.
    private static func isPlain(_ text: Span<UInt8>) -> Bool {
        for index in text.indices {
            let byte = text[index]
            if byte == 0x25 || byte == 0x2B || byte >= 0x80 || byte < 0x20 { return false }
        }
        return true
    }

    static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }

    /// The path, and what follows the first `?`.
    static func parts(of target: String) -> (path: String, query: String?) {
        let bytes = target.utf8.span
        for index in bytes.indices where bytes[index] == UInt8(ascii: "?") {
            let mark = target.utf8.index(target.startIndex, offsetBy: index)
            return (String(target[..<mark]), String(target[target.utf8.index(after: mark)...]))
        }
        return (target, nil)
    }

    /// The path and query of an absolute-form target (RFC 9112, 3.2.2), or the target itself.
    static func origin(_ target: String) -> String {
        guard let (_, rest) = absolute(target) else { return target }
        return rest.utf8.first == UInt8(ascii: "/") ? String(rest) : "/" + rest
    }

    /// Whether an absolute-form target names no host, or something that cannot be one (RFC 9110, 4.2.1 and 4.2.4).
    static func hasBadHost(_ target: String) -> Bool {
        guard let (authority, _) = absolute(target) else { return false }
        guard let first = authority.utf8.first, first != UInt8(ascii: ":") else { return true }
        return !HostField.isValid(String(authority))
    }

    /// The parts of an absolute-form target; `nil` for any other.
    private static func absolute(_ target: String) -> (authority: Substring, rest: Substring)? {
        if target.utf8.first == UInt8(ascii: "/") { return nil }
        for scheme in ["http://", "https://"] {
            let behind = target.utf8.dropFirst(scheme.utf8.count)
            guard Headers.equal(String(target[..<behind.startIndex]), scheme) else { continue }
            let end = behind.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
            let border = end ?? target.endIndex
            return (target[behind.startIndex..<border], target[border...])
        }
        return nil
    }
}

extension RequestTarget {
    /// Percent-encodes all but unreserved characters (RFC 3986, 2.3).
    package static func encode(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return encoded
    }
}
