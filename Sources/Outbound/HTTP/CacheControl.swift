internal import ParlayAPI

extension OutboundResponse {
    /// Seconds for which the server says that the answer is good (RFC 9111, section 5.2.2), at most a day; 0 if it must not
    /// be kept, `nil` if it does not say. Of several `max-age` the first counts; one that is not a number is 0.
    package var maxAge: Int64? {
        let directives = headers.filter { $0.name.lowercased() == "cache-control" }.flatMap {
            CacheDirective.list($0.value)
        }
        if directives.contains(where: { $0.name == "no-store" || $0.name == "no-cache" }) { return 0 }
        guard let directive = directives.first(where: { $0.name == "max-age" }) else { return nil }
        return directive.value.flatMap { ReceivedNumber.digits($0, clampedTo: ReceivedNumber.seconds) } ?? 0
    }
}

/// One directive of `Cache-Control`.
struct CacheDirective: Equatable {
    /// In lower case.
    let name: String
    /// Without its quotes; `nil` without `=`.
    let value: String?

    /// Reads a field's value, such as `private="set-cookie, x", max-age=60`. A comma inside quotes does not separate.
    static func list(_ text: String) -> [CacheDirective] {
        var directives: [CacheDirective] = []
        var rest = text[...]
        while !rest.isEmpty {
            let name = rest.prefix { $0 != "," && $0 != "=" }
            rest = rest.dropFirst(name.count)
            var value: String?
            if rest.first == "=" {
                rest = rest.dropFirst().drop(while: isBlank)
                value = rest.first == "\"" ? quoted(&rest) : plain(rest.prefix { $0 != "," })
                rest = rest.drop { $0 != "," }
            }
            rest = rest.dropFirst()
            let key = plain(name).lowercased()
            if !key.isEmpty { directives.append(CacheDirective(name: key, value: value)) }
        }
        return directives
    }

    /// Takes a quoted string (RFC 9110, section 5.6.4); without its end, all that follows.
    private static func quoted(_ rest: inout Substring) -> String {
        rest = rest.dropFirst()
        var value = ""
        while let character = rest.popFirst(), character != "\"" {
            if character == "\\" {
                if let escaped = rest.popFirst() { value.append(escaped) }
            } else {
                value.append(character)
            }
        }
        return value
    }

    private static func plain(_ text: Substring) -> String {
        var text = text.drop(while: isBlank)
        while let last = text.last, isBlank(last) { text.removeLast() }
        return String(text)
    }

    private static func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
}
