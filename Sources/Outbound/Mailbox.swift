internal import ParlayAPI

/// An address with a display name: `Ann Archer <ann@example.org>`.
package struct Mailbox: Sendable, Hashable {
    /// Shown to people; `nil` for the address alone.
    package let name: String?
    /// See `EmailAddress`; a bare host name can follow the `@`.
    package let address: String

    /// `nil` if mail cannot be sent to the address, or if the name contains what `NameRule` forbids: a line break
    /// there would begin another header.
    package init?(name: String? = nil, address: String) {
        guard EmailAddress.isValid(address, allowsBareHost: true),
            !(name?.unicodeScalars.contains(where: NameRule.forbids) ?? false)
        else { return nil }
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

    /// The part after the last `@`.
    package var domain: String { address.split(separator: "@").last.map(String.init) ?? "" }

    static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value || scalar.value == 0x2028 || scalar.value == 0x2029
    }
}
