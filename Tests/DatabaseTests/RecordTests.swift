import CPostgreSQL
import TestDatabases
import Testing

@testable import Database

/// Cells as columns and as fields of a record, and what a broken server could send.
@Suite(.database) struct RecordTests {
    struct Everything: RowReadable, Equatable {
        let values: [String]

        init(_ columns: inout ColumnReader) throws(DatabaseError) {
            values = [
                "\(try columns.integer())", "\(try columns.integer())", "\(try columns.integer())",
                try columns.text(), "\(try columns.boolean())", "\(try columns.bytes())",
                "\(try columns.double())", "\(try columns.milliseconds())",
            ]
        }
    }

    struct Optionals: RowReadable, Equatable {
        let values: [String?]

        init(_ columns: inout ColumnReader) throws(DatabaseError) {
            values = [
                try columns.optionalInteger().map { "\($0)" }, try columns.optionalText(),
                try columns.optionalBoolean().map { "\($0)" }, try columns.optionalBytes().map { "\($0)" },
                try columns.optionalDouble().map { "\($0)" },
                try columns.optionalMilliseconds().map { "\($0)" },
            ]
        }
    }

    struct Pet: ColumnGroup, Equatable {
        static let columns: SQLFragment = ["name", "legs"]
        let name: String
        let legs: Int64

        init(_ columns: inout ColumnReader) throws(DatabaseError) {
            name = try columns.text()
            legs = try columns.integer()
        }
    }

    struct Owner: RowReadable {
        let pet: Pet?
        let mood: Mood

        init(_ columns: inout ColumnReader) throws(DatabaseError) {
            pet = try columns.optional()
            mood = try columns.choice(mostly: .fine)
        }
    }

    enum Mood: String { case fine, bad, empty = "" }

    private static let all: SQLFragment = [
        "$1::smallint", "-2::integer", "9223372036854775807", "'ä\"b'::text", "true", "'\\x00ff'::bytea",
        "-0.5::double precision", "'0001-01-01 00:00:00.001+00'::timestamptz",
    ]
    private static let everything = RowStatement<Everything>("select", all)
    private static let everythingInOne = RowStatement<Everything>("select", all.record)
    private static let some: SQLFragment = [
        "case when $1 <> 0 then 1 end", "case when $1 <> 1 then '' end", "case when $1 <> 2 then false end",
        "case when $1 <> 3 then ''::bytea end", "case when $1 <> 4 then 'NaN'::double precision end",
        "case when $1 <> 5 then timestamptz 'epoch' end",
    ]
    private static let optionals = RowStatement<Optionals>("select", some, "from (values ($1::int)) as v")
    private static let optionalsInOne = RowStatement<Optionals>(
        "select",
        some.record,
        "from (values ($1::int)) as v"
    )
    private static let owners = RowStatement<Owner>("select row($1::text, $2::bigint, $3::text)")
    private static let wide = RowStatement<Pet>("select row('Rex'::text, 4, true)")
    private static let narrow = RowStatement<Pet>("select row('Rex'::text)")
    private static let wrong = RowStatement<Pet>("select row('Rex'::text, 'three'::text)")
    private static let null = RowStatement<Pet>("select row(null::text, 4)")
    private static let none = RowStatement<Pet>("select row('Rex'::text, 4) where false")
    private static let bytes = RowStatement<String>("select $1::bytea")
    private static let bytesInOne = RowStatement<String>("select row($1::bytea)")

    @Test func `a record is read like columns`() async throws {
        try await TestDatabase.current.onLoop {
            let pool = try await TestDatabase.current.front()
            let (columns, record) = try await pool.read(Self.everything(1), Self.everythingInOne(1))
            #expect(try columns.one == record.one)
            #expect(try record.one.values[2] == "9223372036854775807")
            #expect(try record.one.values[7] == "-62135596799999")
            for absent in 0..<7 {
                let (columns, record) = try await pool.read(
                    Self.optionals(.integer(absent)),
                    Self.optionalsInOne(.integer(absent))
                )
                #expect(try columns.one == record.one)
                #expect(try record.one.values.firstIndex(of: nil) == (absent < 6 ? absent : nil))
            }
        }
    }

    @Test func `groups and choices of a record`() async throws {
        try await TestDatabase.current.onLoop {
            let pool = try await TestDatabase.current.front()
            let here = try await pool.read(Self.owners("Rex", 4, "fine")).one
            #expect(here.pet?.legs == 4)
            #expect(here.mood == .fine)
            let gone = try await pool.read(Self.owners(nil, nil, "bad")).one
            #expect(gone.pet == nil)
            #expect(gone.mood == .bad)
            let moody = try await pool.read(Self.owners(nil, nil, ""))
            #expect(try moody.one.mood == .empty)
            for mood in ["fin", "finer", "Fine"] {
                let rows = try await pool.read(Self.owners(nil, nil, .text(mood)))
                #expect(throws: DatabaseError.decoding("column 2 is not of type Mood")) { try rows.one }
            }
            let absent = try await pool.read(Self.owners(nil, nil, nil))
            #expect(throws: DatabaseError.decoding("column 2 is not of type text")) { try absent.one }
        }
    }

    @Test func `a record that does not fit its type is an error that says so`() async throws {
        try await TestDatabase.current.onLoop {
            let pool = try await TestDatabase.current.front()
            let (wide, narrow, wrong) = try await pool.read(Self.wide(), Self.narrow(), Self.wrong())
            #expect(throws: DatabaseError.decoding("2 columns were read from a row of 3")) { try wide.one }
            #expect(throws: DatabaseError.decoding("column 1 is not of type integer")) { try narrow.one }
            #expect(throws: DatabaseError.decoding("column 1 is not of type integer")) { try wrong.one }
            let (null, none) = try await pool.read(Self.null(), Self.none())
            #expect(throws: DatabaseError.decoding("column 0 is not of type text")) { try null.one }
            #expect(try none.first == nil)
        }
    }

    @Test func `text is UTF-8, wherever the other bytes are`() async throws {
        let pieces: [[UInt8]] = [
            Array("é".utf8), Array("€".utf8), Array("😀".utf8), [0x80], [0xC3], [0xE2, 0x82],
            [0xF0, 0x9F, 0x98],
            [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF], [0xC3, 0x28], [],
        ]
        try await TestDatabase.current.onLoop {
            let pool = try await TestDatabase.current.front()
            for length in [0, 1, 3, 7, 8, 9, 15, 16, 17, 24] {
                for position in 0...length {
                    var queries: [Query] = []
                    var expected: [String?] = []
                    for piece in pieces {
                        let before = [UInt8](repeating: 0x61, count: position)
                        let bytes = before + piece + [UInt8](repeating: 0x7A, count: length - position)
                        expected.append(String(validating: bytes, as: UTF8.self))
                        queries += [Self.bytes(.bytes(bytes)).query, Self.bytesInOne(.bytes(bytes)).query]
                    }
                    let results = try await pool.read(queries)
                    for (number, expected) in expected.enumerated() {
                        for results in results[(2 * number)...(2 * number + 1)] {
                            let text = try? Rows<String>(results).first
                            if text != expected {
                                Issue.record("\(pieces[number]) at \(position) of \(length)")
                            }
                        }
                    }
                }
            }
        }
    }

    // MARK: Broken records

    /// Results with one column of the type `record`, as libpq would make them.
    private func results(_ record: [UInt8]?) throws -> ResultSet {
        guard let raw = unsafe PQmakeEmptyPGresult(nil, PGRES_TUPLES_OK) else {
            throw DatabaseError.overloaded
        }
        let isSet = unsafe "row".withCString { name in
            var column = unsafe PGresAttDesc(
                name: UnsafeMutablePointer(mutating: name),
                tableid: 0,
                columnid: 0,
                format: 1,
                typid: 2249,
                typlen: -1,
                atttypmod: -1
            )
            return unsafe PQsetResultAttrs(raw, 1, &column)
        }
        #expect(isSet == 1)
        var bytes = (record ?? []).map { CChar(bitPattern: $0) }
        let length = record == nil ? -1 : Int32(bytes.count)
        let isValueSet = unsafe bytes.withUnsafeMutableBufferPointer { bytes in
            unsafe PQsetvalue(raw, 0, 0, bytes.baseAddress, length)
        }
        #expect(isValueSet == 1)
        return unsafe ResultSet(adopting: raw)
    }

    private func word(_ value: Int32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * Int32($0))) }
    }

    @Test func `a record that breaks off is an error at every byte`() throws {
        let whole = word(2) + word(25) + word(3) + Array("Rex".utf8) + word(20) + word(8) + word(0) + word(4)
        #expect(try Rows<Pet>(results(whole)).one.legs == 4)
        for length in 0..<whole.count {
            let rows = Rows<Pet>(try results(Array(whole[..<length])))
            #expect(throws: DatabaseError.self) { try rows.one }
        }
        #expect(throws: DatabaseError.self) { try Rows<Pet>(results(whole + [0])).one }
        #expect(throws: DatabaseError.self) { try Rows<Pet>(results(nil)).one }
        for count: Int32 in [.min, -1, 0, 1, 3, .max] {
            #expect(throws: DatabaseError.self) { try Rows<Pet>(results(word(count) + whole[4...])).one }
        }
        for length: Int32 in [.min, -2, 4, 23, 24, 1 << 20, .max] {
            let broken = word(2) + word(25) + word(length) + whole[12...]
            #expect(throws: DatabaseError.self) { try Rows<Pet>(results(broken)).one }
            #expect(throws: DatabaseError.self) { try Rows<Optionals>(results(broken)).one }
        }
    }
}
