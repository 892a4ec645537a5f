package import Database

/// A row's id with its own type, so that arguments cannot be swapped.
package protocol RowID: RawRepresentable, Hashable, Sendable, ColumnValue where RawValue == Int64 {
    init(rawValue: Int64)
}

package struct TenantID: RowID {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}

package struct AccountID: RowID {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}

package struct TokenID: RowID {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}

package struct NoticeID: RowID {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}

extension Parameter {
    package static func id(_ id: some RowID) -> Parameter { .integer(id.rawValue) }
    package static func id(_ id: (some RowID)?) -> Parameter { .integer(id?.rawValue) }
}

extension RowID {
    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        self.init(rawValue: try columns.integer())
    }
}

extension ColumnReader {
    package mutating func id<ID: RowID>(as type: ID.Type = ID.self) throws(DatabaseError) -> ID {
        ID(rawValue: try integer())
    }
    package mutating func optionalID<ID: RowID>(as type: ID.Type = ID.self) throws(DatabaseError) -> ID? {
        try optionalInteger().map(ID.init(rawValue:))
    }
}
