internal import Synchronization

/// A query, written once as static strings beside the store that runs it.
///
/// It is prepared on each connection at its first use there. Create it only as a `static let`: every instance is a
/// separate statement on the server, and its text is kept as long as the process runs.
///
/// It holds only a number, because every request copies some, on loops that would contend for the text's reference
/// count.
package struct Statement: Sendable, Hashable {
    private struct Entry {
        let text: String
        let fileID: StaticString
        let line: UInt
    }

    /// The index of its text in `entries`.
    let id: Int
    private static let entries = Mutex<[Entry]>([])

    /// Joins the parts, each on its own line. See `RowStatement` for a statement with typed rows.
    package init(_ parts: SQLFragment..., fileID: StaticString = #fileID, line: UInt = #line) {
        self.init(parts, fileID, line)
    }

    /// Joins parts that are composed at the start.
    package init(joining parts: [SQLFragment], fileID: StaticString = #fileID, line: UInt = #line) {
        self.init(parts, fileID, line)
    }

    init(_ parts: [SQLFragment], _ fileID: StaticString, _ line: UInt) {
        let entry = Entry(text: SQLFragment.text(of: parts), fileID: fileID, line: line)
        id = Self.entries.withLock { entries in
            entries.append(entry)
            return entries.count - 1
        }
    }

    /// The text that the server gets.
    package var sql: String { Self.entries.withLock { $0[id].text } }

    /// Where it was made: `Jobs/JobStore.swift:12`.
    package var origin: String { Self.entries.withLock { "\($0[id].fileID):\($0[id].line)" } }

    func name(generation: Int) -> String { "s\(id)_\(generation)" }

    /// The statement with values for its `$1…`.
    package func callAsFunction(_ parameters: Parameter...) -> Query { Query(self, parameters) }
}

/// A statement and its values.
package struct Query: Sendable {
    let statement: Statement
    let parameters: [Parameter]

    package init(_ statement: Statement, _ parameters: [Parameter]) {
        self.statement = statement
        self.parameters = parameters
    }

    /// Why the query cannot be sent.
    var refusal: StatementFailure? { Parameter.refusal(of: parameters) }
}

/// One value of a statement. Sent as text (`bytes` and `instant` in binary), so that the SQL decides its type.
package enum Parameter: Sendable, Equatable {
    case null
    case text(String)
    case integer(Int64)
    case boolean(Bool)
    case bytes([UInt8])
    /// A `timestamptz` in binary, in milliseconds since the Unix epoch. Only where the statement has that type.
    case instant(Int64)

    package static func text(_ value: String?) -> Parameter { value.map { .text($0) } ?? .null }
    package static func integer(_ value: Int64?) -> Parameter { value.map { .integer($0) } ?? .null }
    package static func integer(_ value: Int) -> Parameter { .integer(Int64(value)) }
    package static func integer(_ value: Int?) -> Parameter { value.map { .integer(Int64($0)) } ?? .null }
    package static func boolean(_ value: Bool?) -> Parameter { value.map { .boolean($0) } ?? .null }

    /// A `bigint[]`.
    package static func integers(_ values: [Int64]) -> Parameter {
        .text("{" + values.map(String.init).joined(separator: ",") + "}")
    }

    /// A `bigint[]` or `integer[]`; `nil` is null.
    package static func integers(_ values: [(some BinaryInteger & Sendable)?]) -> Parameter {
        .text("{" + values.map { $0.map { "\($0)" } ?? "null" }.joined(separator: ",") + "}")
    }

    package static func texts(_ values: [String]) -> Parameter { texts(values as [String?]) }

    /// A `text[]`; `nil` is null. Every text is quoted, so that any is safe.
    package static func texts(_ values: [String?]) -> Parameter {
        var literal = "{"
        for (index, value) in values.enumerated() {
            if index > 0 { literal += "," }
            guard let value else {
                literal += "null"
                continue
            }
            literal += "\""
            for character in value.unicodeScalars {
                if character == "\"" || character == "\\" { literal += "\\" }
                literal.unicodeScalars.append(character)
            }
            literal += "\""
        }
        return .text(literal + "}")
    }
}

extension Parameter {
    /// libpq reads text up to the first zero byte, and drops the connection if there are more values than the
    /// protocol can count.
    static func refusal(of parameters: [Parameter]) -> StatementFailure? {
        if parameters.count > Int(UInt16.max) {
            return StatementFailure(sqlState: .programLimitExceeded, message: "more than 65535 values")
        }
        for case .text(let text) in parameters where hasZero(text) {
            return StatementFailure(
                sqlState: .characterNotInRepertoire,
                message: "a text holds the character U+0000"
            )
        }
        return nil
    }

    private static func hasZero(_ text: String) -> Bool {
        let bytes = text.utf8.span
        for index in bytes.indices where bytes[index] == 0 { return true }
        return false
    }
}

extension Parameter: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByNilLiteral
{
    package init(stringLiteral value: String) { self = .text(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(booleanLiteral value: Bool) { self = .boolean(value) }
    package init(nilLiteral: ()) { self = .null }
}
