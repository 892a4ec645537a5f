/// A JSON document or a part of one (RFC 8259).
public enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// Written without fraction and exponent, and within 64 bits.
    case integer(Int64)
    /// Every other number: `1.0`, `1e3`, and integers beyond 64 bits.
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

/// A number as written, so that no digit is lost.
public struct JSONNumber: Hashable, Sendable {
    /// As written: `1.50`, `1e3`.
    public let text: String

    /// In its shortest form that reads back as the same number; `nil` for infinities and NaN.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        text = value.description
    }

    /// Only for text that the parser has checked.
    init(parsed text: String) {
        self.text = text
    }

    /// The nearest number; infinite if the text exceeds the range of `Double`.
    public var double: Double {
        Double(text) ?? .nan
    }
}

/// The members of a JSON object in the order of the text. Two objects are equal if they have the same members, in any
/// order. Keys are compared as Swift compares strings, by canonical equivalence.
public struct JSONObject: Sendable {
    /// A key with its value.
    public struct Member: Hashable, Sendable {
        /// Unescaped.
        public let key: String
        /// May itself be an array or an object.
        public let value: JSONValue
    }

    /// In the order of the text.
    public private(set) var members: [Member] = []
    /// Positions by key, once there are too many members for a linear search.
    private var index: [String: Int] = [:]
    private static let indexedCount = 16

    /// An object without members.
    public init() {}

    /// In the order of the text.
    public var keys: [String] { members.map(\.key) }

    /// The value of a key; `nil` if there is no such member, and `.null` if its value is `null`.
    public subscript(key: String) -> JSONValue? {
        position(of: key).map { members[$0].value }
    }

    /// Appends a member; returns `false`, and changes nothing, if the key already exists.
    @discardableResult
    public mutating func add(_ key: String, _ value: JSONValue) -> Bool {
        if members.count == Self.indexedCount {
            for (position, member) in members.enumerated() { index[member.key] = position }
        }
        guard position(of: key) == nil else { return false }
        if members.count >= Self.indexedCount { index[key] = members.count }
        members.append(Member(key: key, value: value))
        return true
    }

    private func position(of key: String) -> Int? {
        index.isEmpty ? members.firstIndex { $0.key == key } : index[key]
    }
}

extension JSONObject: Hashable {
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.members.count == right.members.count
            && left.members.allSatisfy { right[$0.key] == $0.value }
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(Set(members))
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// If a key occurs twice, the first one counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        for (key, value) in elements { add(key, value) }
    }
}

extension JSONValue:
    ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    public init(nilLiteral: ()) { self = .null }

    /// If a key occurs twice, the first one counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        var object = JSONObject()
        for (key, value) in elements { object.add(key, value) }
        self = .object(object)
    }
}

// MARK: - JSON

extension JSONValue: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.null()
        case .bool(let value): writer.bool(value)
        case .integer(let value): writer.integer(value)
        case .number(let value): writer.number(value)
        case .string(let value): writer.string(value)
        case .array(let elements): elements.write(to: &writer)
        case .object(let object): object.write(to: &writer)
        }
    }
}

extension JSONObject: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            for member in members { writer.member(member.key, member.value) }
        }
    }
}

/// For clients, whose decoders do not distinguish `1.0` from `1` and do not keep the order of keys; servers parse
/// with `JSONParser`.
extension JSONValue: Codable {
    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: JSONKey.self) {
            var object = JSONObject()
            for key in container.allKeys {
                object.add(key.stringValue, try container.decode(JSONValue.self, forKey: key))
            }
            self = .object(object)
            return
        }
        if var container = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !container.isAtEnd { elements.append(try container.decode(JSONValue.self)) }
            self = .array(elements)
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self), let number = JSONNumber(value) {
            self = .number(number)
        } else {
            self = .string(try container.decode(String.self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let object):
            var container = encoder.container(keyedBy: JSONKey.self)
            for member in object.members { try container.encode(member.value, forKey: JSONKey(member.key)) }
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        default:
            var container = encoder.singleValueContainer()
            switch self {
            case .bool(let value): try container.encode(value)
            case .integer(let value): try container.encode(value)
            case .number(let value): try container.encode(value.double)
            case .string(let value): try container.encode(value)
            case .null, .array, .object: try container.encodeNil()
            }
        }
    }
}

/// A key that is known only at run time.
struct JSONKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ stringValue: String) { self.stringValue = stringValue }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
