/// Somebody's address with the name that is shown: `Ann Archer <ann@example.org>`.
package struct Mailbox: Sendable, Hashable {
    /// Shown to people; `nil` for the address alone.
    package let name: String?
    /// May hold UTF-8 on both sides of its `@` (RFC 6532).
    package let address: String

    /// `nil` when the address is none, or when a name holds control characters: a line break there would begin
    /// another header.
    package init?(name: String? = nil, address: String) {
        guard Self.isAddress(address), name.map(Self.isName) ?? true else { return nil }
        self.name = name.flatMap { $0.isEmpty ? nil : $0 }
        self.address = address
    }

    /// Reads `ann@example.org`, `Ann <ann@example.org>` or `"Archer, Ann" <ann@example.org>`.
    package init?(_ text: String) {
        guard text.hasSuffix(">"), let bracket = text.lastIndex(of: "<") else {
            self.init(address: text)
            return
        }
        var name = text[..<bracket]
        while name.last == " " { name.removeLast() }
        while name.first == " " { name.removeFirst() }
        if name.count >= 2, name.first == "\"", name.last == "\"" { name = name.dropFirst().dropLast() }
        self.init(name: String(name), address: String(text[text.index(after: bracket)...].dropLast()))
    }

    /// What stands behind the last `@`.
    package var domain: String { address.split(separator: "@").last.map(String.init) ?? "" }

    /// One `@` with something before it and a name of letters, digits, dots and hyphens behind; nothing that ends a
    /// word, a path or a line of SMTP.
    private static func isAddress(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        guard scalars.count <= 254,
            scalars.allSatisfy({ !isControl($0) && !" <>()[],;:\\\"".unicodeScalars.contains($0) }),
            let at = scalars.firstIndex(of: "@"), scalars.lastIndex(of: "@") == at, at != scalars.startIndex
        else { return false }
        let domain = scalars[scalars.index(after: at)...]
        return !domain.isEmpty && domain.first != "." && domain.last != "."
            && domain.allSatisfy {
                $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "." || $0 == "-"
            }
    }

    private static func isName(_ text: String) -> Bool { !text.unicodeScalars.contains(where: isControl) }

    static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value || scalar.value == 0x2028 || scalar.value == 0x2029
    }
}
