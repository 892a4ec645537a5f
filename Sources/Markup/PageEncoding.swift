/// The character encoding of a page: its byte order mark, else what a `meta` element of the first 1,024 bytes declares
/// (HTML Standard, "prescan a byte stream to determine its encoding"), else UTF-8.
enum PageEncoding {
    /// The text as UTF-8: bad bytes become U+FFFD, NUL becomes a space.
    static func utf8(_ bytes: [UInt8]) throws(MarkupError) -> [UInt8] {
        switch (bytes.first, bytes.dropFirst().first, bytes.dropFirst(2).first) {
        case (0xEF, 0xBB, 0xBF): return cleaned(String(decoding: bytes.dropFirst(3), as: UTF8.self))
        case (0xFF, 0xFE, _): return utf16(bytes) { UInt16($1) << 8 | UInt16($0) }
        case (0xFE, 0xFF, _): return utf16(bytes) { UInt16($0) << 8 | UInt16($1) }
        default: break
        }
        switch declared(bytes) {
        // A page whose declaration could be read as ASCII is not UTF-16, even if it says so.
        case nil, "utf-8", "utf8", "utf-16", "utf-16le", "utf-16be":
            return cleaned(String(decoding: bytes, as: UTF8.self))
        case "iso-8859-1", "iso8859-1", "latin1", "windows-1252", "cp1252", "us-ascii", "ascii":
            var text = String.UnicodeScalarView()
            for byte in bytes { text.append(windows1252(byte)) }
            return cleaned(String(text))
        case let name?: throw .encoding(String(name.prefix(40)))
        }
    }

    private static func cleaned(_ text: String) -> [UInt8] { text.utf8.map { $0 == 0 ? 0x20 : $0 } }

    private static func utf16(_ bytes: [UInt8], _ unit: (UInt8, UInt8) -> UInt16) -> [UInt8] {
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { unit(bytes[$0], bytes[$0 + 1]) }
        return cleaned(String(decoding: units, as: UTF16.self))
    }

    /// In lower case.
    private static func declared(_ bytes: [UInt8]) -> String? {
        let head = String(decoding: bytes.prefix(1024), as: UTF8.self).lowercased()
        for tag in head.split(separator: "<") where tag.hasPrefix("meta") {
            let tag = tag.prefix { $0 != ">" }
            guard let found = tag.firstRange(of: "charset") else { continue }
            let rest = tag[found.upperBound...].drop { $0.isWhitespace }
            guard rest.first == "=" else { continue }
            let name = rest.dropFirst().drop { $0.isWhitespace || $0 == "\"" || $0 == "'" }
                .prefix { !$0.isWhitespace && !"\"';/".contains($0) }
            if !name.isEmpty { return String(name) }
        }
        return nil
    }

    /// As browsers read Latin-1 too (Encoding Standard, index windows-1252).
    private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
        let special: [UInt16] = [
            0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
            0x0152,
            0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122,
            0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
        ]
        guard 0x80...0x9F ~= byte else { return Unicode.Scalar(byte) }
        return Unicode.Scalar(special[Int(byte) - 0x80]) ?? "\u{FFFD}"
    }
}
