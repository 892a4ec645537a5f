internal import Pages
internal import ParlayAPI

/// JSON for people: indented, short lists on one line.
struct JSONText {
    /// Whether the pieces are marked for the page's colors.
    private let isMarked: Bool
    private var html = HTML.none

    static func marked(_ value: JSONValue) -> HTML {
        var text = JSONText(isMarked: true)
        text.write(value, indent: 0)
        return text.html
    }

    static func plain(_ value: JSONValue) -> String {
        var text = JSONText(isMarked: false)
        text.write(value, indent: 0)
        return text.plain
    }

    private var plain = ""

    private init(isMarked: Bool) { self.isMarked = isMarked }

    private mutating func put(_ text: String, _ kind: String? = nil) {
        if isMarked {
            html += kind.map { "<span class=\"j-\($0)\">\(text)</span>" } ?? "\(text)"
        } else {
            plain += text
        }
    }

    private mutating func write(_ value: JSONValue, indent: Int) {
        switch value {
        case .object(let object) where object.members.isEmpty: put("{}")
        case .object(let object):
            put("{\n")
            for (index, member) in object.members.enumerated() {
                put(Self.space(indent + 1))
                put(Self.quoted(member.key), "key")
                put(": ")
                write(member.value, indent: indent + 1)
                put(index + 1 < object.members.count ? ",\n" : "\n")
            }
            put(Self.space(indent) + "}")
        case .array(let elements):
            let isFlat = elements.allSatisfy { if case .object = $0 { false } else { true } }
            put(isFlat ? "[" : "[\n")
            for (index, element) in elements.enumerated() {
                if !isFlat { put(Self.space(indent + 1)) }
                write(element, indent: indent + 1)
                if index + 1 < elements.count { put(isFlat ? ", " : ",\n") }
            }
            put(isFlat ? "]" : "\n" + Self.space(indent) + "]")
        case .string: put(Self.quoted(value), "text")
        case .integer, .number: put(Self.quoted(value), "number")
        case .bool, .null: put(Self.quoted(value), "word")
        }
    }

    private static func space(_ indent: Int) -> String { String(repeating: "  ", count: indent) }
    private static func quoted(_ value: some JSONWritable) -> String {
        String(decoding: value.jsonBytes(), as: UTF8.self)
    }
}
