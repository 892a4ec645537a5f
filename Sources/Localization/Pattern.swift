/// What is known of a pattern of MessageFormat without ICU.
enum Pattern {
    /// Has no arguments.
    case constant(String)
    /// Has only arguments such as `{name}`.
    case spliced([Piece])
    /// Everything else is for ICU.
    case message(String)

    enum Piece {
        case text(String)
        case argument(String)
    }

    init(_ pattern: String) {
        var reader = PatternReader(bytes: Array(pattern.utf8))
        guard let pieces = reader.pieces() else {
            self = .message(pattern)
            return
        }
        switch pieces.first {
        case nil: self = .constant("")
        case .text(let text)? where pieces.count == 1: self = .constant(text)
        default: self = .spliced(pieces)
        }
    }
}

/// Reads the grammar of ICU's MessageFormat as far as simple arguments; apostrophes quote only braces.
private struct PatternReader {
    let bytes: [UInt8]
    var position = 0

    private static let open = UInt8(ascii: "{")
    private static let close = UInt8(ascii: "}")
    private static let apostrophe = UInt8(ascii: "'")

    /// Nil if there is something that is left to ICU.
    mutating func pieces() -> [Pattern.Piece]? {
        var pieces: [Pattern.Piece] = []
        var text: [UInt8] = []
        var isQuoted = false
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == Self.apostrophe {
                if peek == Self.apostrophe {
                    text.append(byte)
                    position += 1
                } else if isQuoted {
                    isQuoted = false
                } else if peek == Self.open || peek == Self.close {
                    isQuoted = true
                } else {
                    text.append(byte)
                }
            } else if isQuoted || byte != Self.open && byte != Self.close {
                text.append(byte)
            } else {
                guard byte == Self.open, let name = name() else { return nil }
                if !text.isEmpty { pieces.append(.text(String(decoding: text, as: UTF8.self))) }
                text = []
                pieces.append(.argument(name))
            }
        }
        if !text.isEmpty { pieces.append(.text(String(decoding: text, as: UTF8.self))) }
        return pieces
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// The rest of `{name}`.
    private mutating func name() -> String? {
        let start = position
        while let byte = peek, byte != Self.close {
            let isLetter = 0x61...0x7A ~= byte | 0x20
            guard isLetter || byte == UInt8(ascii: "_") || position > start && 0x30...0x39 ~= byte else {
                return nil
            }
            position += 1
        }
        guard peek == Self.close, position > start else { return nil }
        position += 1
        return String(decoding: bytes[start..<position - 1], as: UTF8.self)
    }
}
