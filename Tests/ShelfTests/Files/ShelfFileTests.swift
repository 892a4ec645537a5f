import ParlayAPI
import Testing

@testable import Shelf

/// What a file says, without a database.
@Suite struct ShelfFileTests {
    private static let header = ShelfFile.columns.joined(separator: ",")

    private func read(_ text: String) throws -> [ShelfLine] {
        try ShelfFile.read(Array((Self.header + "\n" + text).utf8))
    }

    private func line(_ text: String) throws -> ShelfLine.Content {
        let lines = try read(text)
        #expect(lines.count == 1)
        return try #require(lines.first).content
    }

    @Test func `the columns`() {
        #expect(
            Self.header
                == "igdb_id,name,release_year,status,user_rating,user_hours,note,started_on,finished_on"
        )
    }

    @Test func `a whole line is read`() throws {
        let content = try line(
            "1942,\"The Witcher 3, etc.\",2015,2,93,112.5,\"a\r\nb\",2026-01-03,2026-05-10"
        )
        #expect(
            content
                == .entry(
                    GameName(igdbID: 1942, name: "The Witcher 3, etc.", year: 2015),
                    GivenValues(
                        status: .finished,
                        rating: 93,
                        hours: PlayedHours(tenths: 1125),
                        note: "a\nb",
                        startedOn: CivilDate("2026-01-03"),
                        finishedOn: CivilDate("2026-05-10")
                    )
                )
        )
        #expect(try line("7,,,,,,,,") == .entry(GameName(igdbID: 7), GivenValues()))
        #expect(try line(",'=Doom,,,,,'''-x,,") == .entry(GameName(name: "=Doom"), GivenValues(note: "''-x")))
    }

    @Test func `lines have the numbers that an editor shows`() throws {
        let lines = try read("1,,,,,,\"a\nb\",,\r\n\n2,,,,,,,,\nx\n3,,,,,,,,")
        #expect(lines.map(\.number) == [2, 5, 6, 7])
        let bytes = [0xEF, 0xBB, 0xBF] + Array("\(Self.header)\r\n1,,,,,,,,\r\n".utf8)
        #expect(try ShelfFile.read(bytes).map(\.number) == [2])
        #expect(try read("") == [])
        #expect(try ShelfFile.read(Array(Self.header.utf8)) == [])
    }

    @Test(arguments: [
        ("0,,,,,,,,", "igdb_id: Must be a positive integer."),
        ("-1,,,,,,,,", "igdb_id: Must be a positive integer."),
        ("x,a,,,,,,,", "igdb_id: Must be a positive integer."),
        ("9223372036854775808,a,,,,,,,", "igdb_id: Must be a positive integer."),
        (",,,,,,,,", "A line needs an igdb_id or a name."),
        (",,2015,,,,,,", "A line needs an igdb_id or a name."),
        (",a,0,,,,,,", "release_year: Must be an integer from 1 to 9999."),
        (",a,20155,,,,,,", "release_year: Must be an integer from 1 to 9999."),
        (
            "1,,,5,,,,,",
            "status: Must be one of backlog (0), playing (1), finished (2), completed (3), dropped (4)."
        ),
        (
            "1,,,played,,,,,",
            "status: Must be one of backlog (0), playing (1), finished (2), completed (3), dropped (4)."
        ),
        ("1,,,,101,,,,", "user_rating: Must be an integer from 0 to 100."),
        ("٣,a,,,,,,,", "igdb_id: Must be a positive integer."),
        (
            "1,,,３,,,,,",
            "status: Must be one of backlog (0), playing (1), finished (2), completed (3), dropped (4)."
        ),
        ("1,,,,,٣,,,", "user_hours: Must be a number from 0 to 100000 with at most one decimal."),
        (
            "1,,,,,,,٢٠٢٦-05-20,",
            "started_on: Must be a date such as 2026-05-20, in the years 1900 to 2100."
        ),
        ("1,,,,9.5,,,,", "user_rating: Must be an integer from 0 to 100."),
        ("1,,,,,1.25,,,", "user_hours: Must be a number from 0 to 100000 with at most one decimal."),
        ("1,,,,,-1,,,", "user_hours: Must be a number from 0 to 100000 with at most one decimal."),
        ("1,,,,,100000.1,,,", "user_hours: Must be a number from 0 to 100000 with at most one decimal."),
        ("1,,,,,1e2,,,", "user_hours: Must be a number from 0 to 100000 with at most one decimal."),
        ("1,,,,,.5,,,", "user_hours: Must be a number from 0 to 100000 with at most one decimal."),
        ("1,,,,,5.,,,", "user_hours: Must be a number from 0 to 100000 with at most one decimal."),
        ("1,,,,,,\u{7},,", "note: Control characters other than newline and tab are not allowed."),
        ("1,,,,,,,2026-02-30,", "started_on: Must be a date such as 2026-05-20, in the years 1900 to 2100."),
        ("1,,,,,,,,1899-12-31", "finished_on: Must be a date such as 2026-05-20, in the years 1900 to 2100."),
        ("1,,,,,,,", "The line has 8 fields instead of 9."),
        ("1,,,,,,,,,", "The line has 10 fields instead of 9."),
        ("1,a\"b,,,,,,,", "A field with a quotation mark must be enclosed in quotation marks."),
        ("1,\"ab,,,,,,,", "A quotation mark is never closed."),
        ("1,\"a\"b,,,,,,,", "Text follows a closing quotation mark."),
        ("1,a\u{0},,,,,,,", "The line has a NUL character."),
        (
            "x,,,9,,,,,",
            "igdb_id: Must be a positive integer. status: Must be one of backlog (0), playing (1), finished (2), completed (3), dropped (4)."
        ),
    ])
    func `a line that is not valid says why, and the next line counts`(_ text: String, _ sentence: String)
        throws
    {
        let lines = try read("\(text)\n7,,,,,,,,")
        #expect(lines.map(\.number) == [2, 3])
        #expect(lines.first?.content == .invalid(sentence))
        #expect(lines.last?.content == .entry(GameName(igdbID: 7), GivenValues()))
    }

    @Test(arguments: [
        ("0", 0), ("12", 120), ("12.0", 120), ("12.5", 125), ("12.500", 125), ("100000", 1_000_000),
    ])
    func `hours in decimals`(_ text: String, _ tenths: Int64) throws {
        #expect(
            try line("1,,,,,\(text),,,")
                == .entry(GameName(igdbID: 1), GivenValues(hours: PlayedHours(tenths: tenths)))
        )
    }

    @Test func `long texts are refused by their length in Unicode scalars`() throws {
        let note = String(repeating: "😀", count: 4000)
        #expect(try line("1,,,,,,\(note),,") == .entry(GameName(igdbID: 1), GivenValues(note: note)))
        #expect(try line("1,,,,,,\(note)a,,") == .invalid("note: Has more than 4000 characters."))
        let name = String(repeating: "x", count: 501)
        #expect(try line(",\(name),,,,,,,") == .invalid("name: Has more than 500 characters."))
    }

    @Test(arguments: [
        ("", "unknownColumn"), ("\n", "unknownColumn"), ("a,b", "unknownColumn"), ("name,,", "unknownColumn"),
        ("igdb_id;name;release_year", "unknownColumn"), ("name,status,stars", "unknownColumn"),
        ("name,Name", "columnTwice"), ("igdb_id,name,igdb_id", "columnTwice"),
        ("status,note", "columnMissing"),
    ])
    func `a header with another column, with one twice or without a game is refused`(
        _ header: String,
        _ rule: String
    ) {
        let refusal = #expect(throws: ShelfFile.Refusal.self) {
            try ShelfFile.read(Array("\(header)\n1,,,,,,,,".utf8))
        }
        #expect(refusal?.field == "lines.1")
        #expect(refusal?.rule.key == rule)
    }

    @Test func `columns may be in any order, and only those that somebody has`() throws {
        let lines = try ShelfFile.read(Array(" Status ,NAME\nPlaying,Dune II\n3,Doom\n,\n1".utf8))
        #expect(
            lines.map(\.content) == [
                .entry(GameName(name: "Dune II"), GivenValues(status: .playing)),
                .entry(GameName(name: "Doom"), GivenValues(status: .completed)),
                .invalid("A line needs an igdb_id or a name."),
                .invalid("The line has 1 fields instead of 2."),
            ]
        )
        #expect(lines.map(\.name) == ["Dune II", "Doom", nil, nil])
    }

    @Test func `ten thousand lines are read, and one more is refused`() throws {
        let lines = String(repeating: "1,,,,,,,,\nbad\n", count: 5000)
        #expect(try read(lines).count == 10_000)
        #expect(throws: ShelfFile.Refusal.self) { try read(lines + "x") }
    }

    @Test func `no bytes crash the reader, and each line is read once`() throws {
        var random = SystemRandomNumberGenerator()
        let bytes: [UInt8] = [
            0x22, 0x2C, 0x0A, 0x0D, 0x00, 0xFF, 0xC3, 0x28, 0x31, 0x27, 0x3D, 0xEF, 0xBB, 0xBF,
        ]
        for _ in 0..<3000 {
            let body = (0..<Int.random(in: 0...60, using: &random)).map { _ in
                bytes.randomElement(using: &random) ?? 0
            }
            let lines = try ShelfFile.read(Array("\(Self.header)\n".utf8) + body)
            #expect(lines.map(\.number) == lines.map(\.number).sorted())
            #expect(Set(lines.map(\.number)).count == lines.count)
        }
        let huge = Array("\(Self.header)\n1,\"".utf8) + [UInt8](repeating: 0x61, count: 8 << 20)
        #expect(try ShelfFile.read(huge).count == 1)
        let quotes = Array("\(Self.header)\n".utf8) + [UInt8](repeating: 0x22, count: 4 << 20)
        #expect(try ShelfFile.read(quotes).count == 1)
    }
}
