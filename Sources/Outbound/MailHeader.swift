/// The lines of a message's header, folded and encoded (RFC 5322, 2047, 6532).
struct MailHeader {
    /// Lines are folded before this column if possible.
    private static let width = 76

    private(set) var text = ""

    /// A field with text of the program: ASCII without control characters, folded at its spaces.
    mutating func add(_ name: String, _ value: String) {
        var line = "\(name):"
        for word in value.split(separator: " ") {
            if line.utf8.count + 1 + word.utf8.count > Self.width && line != "\(name):" {
                text += line + "\r\n"
                line = ""
            }
            line += " " + word.unicodeScalars.lazy.filter { !Mailbox.isControl($0) }.map(String.init).joined()
        }
        text += line + "\r\n"
    }

    /// A field with text of people.
    mutating func add(_ name: String, text value: String) {
        add(name, Self.isPlain(value) ? value : Self.encoded(Self.withoutBreaks(value)))
    }

    mutating func add(_ name: String, _ mailbox: Mailbox) {
        guard let shown = mailbox.name else { return add(name, mailbox.address) }
        let phrase: String
        if shown.utf8.allSatisfy(Self.isAtom) {
            phrase = shown
        } else if Self.isPlain(shown) && shown.utf8.count <= 60 {
            // Has no spaces at which folding could split the quotes.
            let escaped = shown.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            phrase = "\"\(escaped)\""
        } else {
            phrase = Self.encoded(shown)
        }
        add(name, "\(phrase) <\(mailbox.address)>")
    }

    /// ASCII that cannot be taken for an encoded word and has only single spaces inside.
    private static func isPlain(_ text: String) -> Bool {
        !text.contains("=?") && !text.contains("  ") && !text.hasPrefix(" ") && !text.hasSuffix(" ")
            && text.utf8.allSatisfy { 0x20..<0x7F ~= $0 }
            // A word that is longer than a line must be split, which only encoded words can be.
            && text.split(separator: " ").allSatisfy { $0.utf8.count <= 60 }
    }

    private static func isAtom(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func withoutBreaks(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { Mailbox.isControl($0) ? " " : $0 }))
    }

    /// `=?UTF-8?B?…?=`, several with spaces between; none contains half a character (RFC 2047, section 5).
    private static func encoded(_ text: String) -> String {
        var words: [String] = []
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            let next = Array(String(scalar).utf8)
            // 36 bytes become a word of 60 characters, which fits after the name of its field.
            if bytes.count + next.count > 36 {
                words.append("=?UTF-8?B?\(Base64.encode(bytes))?=")
                bytes = []
            }
            bytes += next
        }
        words.append("=?UTF-8?B?\(Base64.encode(bytes))?=")
        return words.joined(separator: " ")
    }
}
