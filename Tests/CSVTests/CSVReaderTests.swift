import CSV
import Testing

@Suite struct CSVReaderTests {
    /// All records as `line: fields`, and errors as `line! sentence`.
    private func read(_ bytes: [UInt8]) -> [String] {
        var reader = CSVReader(bytes)
        var seen: [String] = []
        while true {
            do throws(CSVError) {
                guard let record = try reader.next() else { return seen }
                seen.append("\(record.line): \(record.fields.joined(separator: "|"))")
            } catch {
                seen.append("\(error.line)! \(error.sentence)")
            }
        }
    }

    private func read(_ text: String) -> [String] { read(Array(text.utf8)) }

    @Test func `lines end with LF, CRLF or the file`() {
        #expect(read("a,b\nc,d\r\ne,") == ["1: a|b", "2: c|d", "3: e|"])
        #expect(read("") == [])
        #expect(read("a\n") == ["1: a"])
    }

    @Test func `a line with 65 combining marks in a row is not read`() {
        let (good, bad) = (String(repeating: "\u{301}", count: 64), String(repeating: "\u{301}", count: 65))
        #expect(
            read("a,e\(good)\nb,e\(bad)\n\"e\(bad)\"\nc") == [
                "1: a|e\(good)", "2! The line has more than 64 combining marks in a row.",
                "3! The line has more than 64 combining marks in a row.", "4: c",
            ]
        )
    }

    @Test func `a quoted field keeps commas, line ends and doubled quotation marks`() {
        #expect(
            read("\"a,b\",\"say \"\"no\"\"\"\r\n\"two\nlines\",x\ny,\"\"")
                == ["1: a,b|say \"no\"", "2: two\nlines|x", "4: y|"]
        )
    }

    @Test func `blank lines count but are no records`() {
        #expect(read("a\n\n\r\nb\n\n") == ["1: a", "4: b"])
    }

    @Test func `a byte order mark is not part of the first field`() {
        #expect(read([0xEF, 0xBB, 0xBF] + Array("a,b".utf8)) == ["1: a|b"])
    }

    @Test func `an error names its line, and the next line is read`() {
        #expect(
            read("a\nb\"c,d\ne\n")
                == ["1: a", "2! A field with a quotation mark must be enclosed in quotation marks.", "3: e"]
        )
        #expect(read("\"a\"b,c\nd") == ["1! Text follows a closing quotation mark.", "2: d"])
        #expect(read("a\n\"b\nc\n") == ["1: a", "2! A quotation mark is never closed.", "3: c"])
        #expect(
            read("a,\"x\ny\",\"b\nc\n\"\"\nd")
                == ["1! A quotation mark is never closed.", "3: c", "4: ", "5: d"]
        )
        #expect(read("\"x\ny\",\"b\"c\nd") == ["1! Text follows a closing quotation mark.", "3: d"])
        #expect(read("a\rb\nc") == ["1! A carriage return stands alone; lines end with LF or CRLF.", "2: c"])
    }

    @Test func `bytes that are no text are errors`() {
        #expect(read([0x61, 0x2C, 0xFF, 0x0A, 0x62]) == ["1! The line is not valid UTF-8.", "2: b"])
        #expect(read([0x61, 0x00, 0x0A, 0x62]) == ["1! The line has a NUL character.", "2: b"])
    }

    @Test func `any bytes are records and errors, each on a line of its own`() {
        var random = SystemRandomNumberGenerator()
        let bytes: [UInt8] = [0x22, 0x2C, 0x0A, 0x0D, 0x00, 0xFF, 0xC3, 0x28, 0x31, 0xEF, 0xBB, 0xBF]
        for _ in 0..<20_000 {
            let file = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                bytes.randomElement(using: &random) ?? 0
            }
            let lines = read(file).map { $0.prefix { $0.isNumber } }
            #expect(Set(lines).count == lines.count, "\(file)")
        }
    }

    /// Each piece with how many of them make a record or an error: 0 for none, and all of them for one.
    @Test(arguments: [
        ("\"", .max), ("\"\n", 2), ("\"\"\n", 1), ("\"\"\"\n", 2), (",\"", .max), ("\n", 0), (",", .max),
        // A quotation mark closes in the line after that of its record; the last comma is a record of its own.
        ("\"a\n,", 2),
    ])
    func `large files of nothing else are read to their end`(_ piece: String, _ pieces: Int) {
        let number = (1 << 20) / piece.utf8.count / 2 * 2
        var reader = CSVReader(Array(String(repeating: piece, count: number).utf8))
        var count = 0
        while true {
            do throws(CSVError) {
                guard try reader.next() != nil else { break }
                count += 1
            } catch { count += 1 }
        }
        let rest = piece.hasSuffix("\n,") ? 1 : 0
        #expect(count == (pieces == 0 ? 0 : max(1, number / pieces)) + rest)
    }
}
