package import Database
package import ParlayAPI
internal import Reactor

extension Timestamp {
    /// The machine's clock. It is passed into rules and statements, which never read it themselves.
    package static var now: Timestamp { Timestamp(milliseconds: WallClock.milliseconds) }

    package func adding(seconds: Int64) -> Timestamp {
        Timestamp(milliseconds: milliseconds + seconds * 1000)
    }
}

extension Parameter {
    /// A `timestamptz`.
    package static func time(_ time: Timestamp) -> Parameter { .text(time.description) }
    package static func time(_ time: Timestamp?) -> Parameter { .text(time?.description) }

    /// A `jsonb`.
    package static func json(_ value: some JSONWritable) -> Parameter {
        .text(String(decoding: value.jsonBytes(), as: UTF8.self))
    }
    /// A `jsonb`; `nil` is null.
    package static func json(_ value: (some JSONWritable)?) -> Parameter {
        .text(value.map { String(decoding: $0.jsonBytes(), as: UTF8.self) })
    }
}

extension Timestamp: ColumnValue {
    package init(_ columns: inout ColumnReader) throws(DatabaseError) { self = try columns.time() }
}

extension ColumnReader {
    package mutating func time() throws(DatabaseError) -> Timestamp {
        Timestamp(milliseconds: try milliseconds())
    }
    package mutating func optionalTime() throws(DatabaseError) -> Timestamp? {
        try optionalMilliseconds().map(Timestamp.init(milliseconds:))
    }
}
