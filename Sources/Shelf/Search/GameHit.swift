package import Database

/// A game of a page, with its place in the order of the list.
package struct GameHit: ColumnGroup, Hashable {
    package let id: Int64
    private let tier: Int64
    /// What games of a tier are sorted by, descending; `nil` comes last.
    private let number: Double?

    package static let columns: SQLFragment = ["game_id", "tier", "number"]

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        id = try columns.integer()
        tier = try columns.integer()
        number = try columns.optionalDouble()
    }

    /// The number of integers in a cursor, in every order.
    package static let cursorLength = 3

    /// The key of `Call.list` and of `GameQuery.after`.
    package var cursor: [Int64] { [tier, Self.bits(number), id] }

    /// Numbers are finite, so their bits are never -1.
    private static func bits(_ number: Double?) -> Int64 {
        number.map { Int64(bitPattern: $0.bitPattern) } ?? -1
    }

    /// The number of a cursor, as a parameter of a statement.
    static func number(ofCursor bits: Int64) -> Parameter {
        // The shortest text that reads back as the same number.
        bits == -1 ? .null : .text("\(Double(bitPattern: UInt64(bitPattern: bits)))")
    }
}
