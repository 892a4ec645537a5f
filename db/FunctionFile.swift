internal import Security

/// One file of `db/functions`: a function, a procedure or a view in its present form, with its grants; or the function of
/// triggers with its triggers.
package struct FunctionFile: Sendable, Equatable {
    /// That of the function and of the file.
    package let name: String
    /// Statements that may run again: `create or replace`, or a drop before them.
    package let sql: String
    /// SHA-256 of the file in hexadecimal digits.
    package let checksum: String

    package init(_ name: String, _ bytes: [UInt8]) {
        self.name = name
        sql = String(decoding: bytes, as: UTF8.self)
        checksum = sha256(bytes).hex
    }

    package var fileName: String { "functions/\(name).sql" }

    /// Whether it locks tables.
    var hasTriggers: Bool {
        sql.contains("\ncreate or replace trigger ") || sql.contains("\ncreate constraint trigger ")
    }
}
