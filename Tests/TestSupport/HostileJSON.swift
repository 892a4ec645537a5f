package import ParlayAPI

/// Documents with one value replaced by what an honest sender would not send: for tests that nothing traps.
package enum HostileJSON {
    /// Numbers at and beyond the ends of every type, and those that a fraction or an exponent hides.
    package static let numbers = [
        "9223372036854775807", "-9223372036854775808", "9223372036854775808", "18446744073709551616", "9e18",
        "-9e18",
        "1e308", "-1e308", "1e400", "1e-400", "-0", "-0.0", "0", "0.5", "2147483648", "-2147483649",
        "4611686018427387904",
        "99999999999999999999999999999999",
    ]
    /// Names that collide with those of sides and of other values, digits of other scripts, and numbers as text.
    package static let texts = [
        "", " ", "Draw", "Over", "Under", "draw", "٣", "１７", "½", "-", "+", "nan", "inf", "0x1F", "1e999",
        "\u{0}", "\u{200B}",
        "\u{202E}", "😀", "9223372036854775807", "-9223372036854775808", "00", "9999", "99999",
        "9999-12-31T23:59:60+23:59", "0000-01-01T00:00:00Z", "2000-02-30", "/", "//", "@", "%", "'", "a b",
        "\r\n",
        String(repeating: "9", count: 400),
    ]

    package static func variants(of value: JSONValue) -> [JSONValue] {
        var found = replacements
        switch value {
        case .array(let elements):
            found.append(.array(elements + elements))
            for (index, element) in elements.enumerated() {
                for variant in variants(of: element) {
                    var elements = elements
                    elements[index] = variant
                    found.append(.array(elements))
                }
            }
        case .object(let object):
            for member in object.members {
                var others = JSONObject()
                for other in object.members where other.key != member.key {
                    others.add(other.key, other.value)
                }
                found.append(.object(others))
                for variant in variants(of: member.value) {
                    var changed = others
                    changed.add(member.key, variant)
                    found.append(.object(changed))
                }
            }
        default: break
        }
        return found
    }

    private static let replacements: [JSONValue] =
        [.null, .bool(true), .array([]), .object([:])] + texts.map { .string($0) }
        + numbers.compactMap { try? JSONParser.parse(Array($0.utf8)) }
}
