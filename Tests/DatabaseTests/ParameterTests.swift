import Database
import TestDatabases
import Testing

/// Values come back from the server unchanged.
@Suite(.database) struct ParameterTests {
    static let texts = Statement("select $1::text, $2::text is null")
    static let integers = Statement("select $1::bigint, $2::integer, $3::smallint")
    static let booleans = Statement("select $1::boolean, not $1::boolean, $2::boolean is null")
    static let bytes = Statement("select $1::bytea, length($1::bytea)")
    static let arrays = Statement("select unnest($1::text[])")
    static let numbers = Statement("select unnest($1::bigint[])")
    static let times = Statement("select ($1::text)::timestamptz, null::timestamptz")
    static let big = Statement("select repeat('x', $1::integer)")
    static let length = Statement("select length($1::text)")
    static let rows = Statement("select g, repeat('y', 100) from generate_series(1, $1::bigint) g")

    @Test(arguments: [
        "", " ", "plain", "it's \"quoted\" \\ {1,2} $1 %s", "naïve 日本語 🎲\u{1F1E9}\u{1F1EA}", "\u{1}\n\t",
    ])
    func `text`(value: String) async throws {
        let database = try TestDatabase.current
        try await database.onLoop {
            let pool = try await database.front()
            let row = try await pool.read([Self.texts(.text(value), nil)])[0][0]
            #expect(try Array(row.text(0).unicodeScalars) == Array(value.unicodeScalars))
            #expect(try row.boolean(1))
            let array = try await pool.read([Self.arrays(.texts([value, value]))])[0]
            #expect(try array.map { row in try row.text(0) } == [value, value])
        }
    }

    @Test func `text with a zero is refused, and refused alone`() async throws {
        let database = try TestDatabase.current
        try await database.onLoop {
            let pool = try await database.front()
            async let before = pool.read([Self.texts("a", nil)])
            async let refused = pool.read([Self.texts("a\u{0}b", nil)])
            async let after = pool.read([Self.texts("b", nil)])
            #expect(try await before[0][0].text(0) == "a")
            #expect(try await after[0][0].text(0) == "b")
            do {
                let row = try await refused[0][0]
                Issue.record("answered \(try row.text(0))")
            } catch {
                #expect((error as? DatabaseError)?.sqlState?.rawValue == "22021", "\(error)")
            }
            await #expect(throws: DatabaseError.self) {
                try await pool.read([Self.arrays(.texts(["a\u{0}b"]))])
            }
            await #expect(throws: DatabaseError.self) { try await pool.write([Self.texts("a\u{0}b", nil)]) }
        }
        let owner = try database.owner
        #expect(throws: DatabaseError.self) { try owner.query("select $1::text", "a\u{0}b") }
    }

    @Test func `integers at their limits`() async throws {
        let database = try TestDatabase.current
        try await database.onLoop {
            let pool = try await database.front()
            for (long, int, short) in [
                (Int64.min, Int32.min, Int16.min), (Int64.max, Int32.max, Int16.max), (0, -1, 1),
            ] {
                let row = try await pool.read([
                    Self.integers(.integer(long), .integer(Int64(int)), .integer(Int64(short)))
                ])[0][0]
                #expect(try row.integer(0) == long)
                #expect(try row.integer(1) == Int64(int))
                #expect(try row.integer(2) == Int64(short))
            }
            let list = try await pool.read([Self.numbers(.integers([.min, -1, 0, .max]))])[0]
            #expect(try list.map { row in try row.integer(0) } == [.min, -1, 0, .max])
            #expect(try await pool.read([Self.numbers(.integers([]))])[0].isEmpty)
            #expect(try await pool.read([Self.arrays(.texts([]))])[0].isEmpty)
        }
    }

    @Test func `booleans, nulls and bytes`() async throws {
        let database = try TestDatabase.current
        try await database.onLoop {
            let pool = try await database.front()
            for value in [true, false] {
                let row = try await pool.read([Self.booleans(.boolean(value), .null)])[0][0]
                #expect(try row.boolean(0) == value)
                #expect(try row.boolean(1) == !value)
                #expect(try row.boolean(2))
            }
            for value in [[], [0], [0, 1, 0, 255, 0], [UInt8](0...255)] as [[UInt8]] {
                let row = try await pool.read([Self.bytes(.bytes(value))])[0][0]
                #expect(try row.bytes(0) == value)
                #expect(try row.integer(1) == Int64(value.count))
            }
            let row = try await pool.read([Self.bytes(nil)])[0][0]
            #expect(row.isNull(0))
            #expect(throws: DatabaseError.self) { try row.bytes(0) }
            #expect(throws: DatabaseError.self) { try row.text(7) }
            #expect(row.isNull(7))
        }
    }

    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59.999Z", -1), ("1969-12-31T23:59:59.9985Z", -2),
            ("2000-01-01T00:00:00Z", 946_684_800_000), ("1999-12-31T23:59:59.999999Z", 946_684_799_999),
            ("2026-11-21T12:00:00.1239Z", 1_795_262_400_123), ("1850-06-01T00:00:00Z", -3773779200_000),
            ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
        ] as [(String, Int64)]
    )
    func `times are whole milliseconds, rounded down`(text: String, milliseconds: Int64) async throws {
        let database = try TestDatabase.current
        try await database.onLoop {
            let row = try await database.front().read([Self.times(.text(text))])[0][0]
            #expect(try row.milliseconds(0) == milliseconds)
            #expect(row.optionalMilliseconds(1) == nil)
        }
    }

    @Test func `ten megabytes go both ways, beside small reads`() async throws {
        let database = try TestDatabase.current
        try await database.onLoop {
            let pool = try await database.front()
            let size = 10_000_000
            let value = String(repeating: "ü", count: size / 2)
            async let down = pool.read([Self.big(.integer(size))])
            async let up = pool.read([Self.length(.text(value))])
            async let both = pool.write([Self.texts(.text(value), nil)])
            async let small = pool.read([Self.integers(1, 2, 3)])
            async let many = pool.read([Self.rows(.integer(50_000))])
            #expect(try await small[0][0].integer(2) == 3)
            #expect(try await down[0][0].text(0).utf8.count == size)
            #expect(try await up[0][0].integer(0) == size / 2)
            #expect(try await both[0][0].text(0) == value)
            let set = try await many[0]
            #expect(try set.count == 50_000 && set[49_999].integer(0) == 50_000)
        }
    }
}
