internal import Pages
internal import ParlayAPI

/// JSON for people: indented, short lists on one line.
struct JSONText {
    /// How a program in that language has it.
    enum Notation { case json, javaScript, python }

    /// Whether the pieces are marked for the page's colors.
    private let isMarked: Bool
    private var html = HTML.none

    static func marked(_ value: JSONValue) -> HTML {
        var text = JSONText(isMarked: true)
        text.write(value, indent: 0)
        return text.html
    }

    static func plain(_ value: JSONValue, _ notation: Notation = .json) -> String {
        var text = JSONText(isMarked: false, notation)
        text.write(value, indent: 0)
        return text.plain
    }

    private var plain = ""

    private let notation: Notation

    private init(isMarked: Bool, _ notation: Notation = .json) {
        self.isMarked = isMarked
        self.notation = notation
    }

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
                put(space(indent + 1))
                put(key(member.key), "key")
                put(": ")
                write(member.value, indent: indent + 1)
                put(index + 1 < object.members.count ? ",\n" : "\n")
            }
            put(space(indent) + "}")
        case .array(let elements):
            let isFlat = elements.allSatisfy { if case .object = $0 { false } else { true } }
            put(isFlat ? "[" : "[\n")
            for (index, element) in elements.enumerated() {
                if !isFlat { put(space(indent + 1)) }
                write(element, indent: indent + 1)
                if index + 1 < elements.count { put(isFlat ? ", " : ",\n") }
            }
            put(isFlat ? "]" : "\n" + space(indent) + "]")
        case .string: put(Self.quoted(value), "text")
        case .integer, .number: put(Self.quoted(value), "number")
        case .bool(let isTrue) where notation == .python: put(isTrue ? "True" : "False", "word")
        case .null where notation == .python: put("None", "word")
        case .bool, .null: put(Self.quoted(value), "word")
        }
    }

    private func space(_ indent: Int) -> String {
        String(repeating: notation == .python ? "    " : "  ", count: indent)
    }

    private func key(_ name: String) -> String {
        let isName =
            name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } && name.first?.isNumber == false
        return notation == .javaScript && isName ? name : Self.quoted(name)
    }

    private static func quoted(_ value: some JSONWritable) -> String {
        String(decoding: value.jsonBytes(), as: UTF8.self)
    }
}
