/// The errors of a body's fields: sentences by dotted path (`legs.0.price`), in the order found.
public struct FieldErrors: Error, Sendable {
    /// What is wrong with one field.
    public struct Entry: Hashable, Sendable {
        /// Dotted, with positions in lists from 0: `legs.0.price`.
        public let path: String
        /// The rules that its value breaks; at least one.
        package fileprivate(set) var rules: [FieldRule]
        /// For people, in English; at least one.
        public var sentences: [String] { rules.map(\.sentence) }

        public static func == (left: Entry, right: Entry) -> Bool {
            left.path == right.path && left.sentences == right.sentences
        }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(path)
            hasher.combine(sentences)
        }
    }

    /// A hostile body may have a hundred thousand unknown keys: at most this many fields are reported.
    package static let limit = 100

    /// In the order found; at most a hundred fields.
    public private(set) var entries: [Entry] = []

    package init() {}

    package init(_ path: String, _ rule: FieldRule) {
        add(path, rule)
    }

    /// A sentence that has no text in other languages, such as one about a line of a file.
    package init(_ path: String, _ sentence: String) {
        add(path, sentence)
    }

    /// Whether no field is to blame.
    public var isEmpty: Bool { entries.isEmpty }
    /// Nothing more is added, so readers may stop.
    package var isFull: Bool { entries.count >= Self.limit }

    /// The sentences about one field; empty if there are none.
    public subscript(path: String) -> [String] {
        entries.first { $0.path == path }?.sentences ?? []
    }

    /// The rules that one field breaks.
    package func rules(of path: String) -> [FieldRule] {
        entries.first { $0.path == path }?.rules ?? []
    }

    package mutating func add(_ path: String, _ rule: FieldRule) {
        guard !isFull else { return }
        if let position = entries.firstIndex(where: { $0.path == path }) {
            if !entries[position].sentences.contains(rule.sentence) {
                entries[position].rules.append(rule)
            }
        } else {
            entries.append(Entry(path: path, rules: [rule]))
        }
    }

    /// A sentence that has no text in other languages, such as one about a line of a file.
    package mutating func add(_ path: String, _ sentence: String) {
        add(path, FieldRule(sentence: sentence))
    }
}

/// Equal if they have the same sentences for the same fields, in any order: decoders do not keep the order.
extension FieldErrors: Hashable {
    public static func == (left: FieldErrors, right: FieldErrors) -> Bool {
        Set(left.entries) == Set(right.entries)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(Set(entries))
    }
}

extension FieldErrors: Codable, JSONWritable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: JSONKey.self)
        for key in container.allKeys {
            let sentences = try container.decode([String].self, forKey: key)
            entries.append(Entry(path: key.stringValue, rules: sentences.map(FieldRule.init(sentence:))))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: JSONKey.self)
        for entry in entries { try container.encode(entry.sentences, forKey: JSONKey(entry.path)) }
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            for entry in entries { writer.member(entry.path, entry.sentences) }
        }
    }
}
