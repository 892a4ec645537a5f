import CSV
import Testing

@Suite struct CSVWriterTests {
    /// Fields of random text that CSV treats specially.
    private func hostile(_ random: inout some RandomNumberGenerator) -> String {
        let pieces = [
            "", "a", ",", "\"", "\n", "\r\n", "\r", "'", "=", "-1", "é", "日本", "😀", " ", "\t", "\u{FF1D}",
            ";",
        ]
        return (0..<Int.random(in: 0...6, using: &random)).map { _ in
            pieces.randomElement(using: &random) ?? ""
        }
        .joined()
    }

    @Test func `fields are quoted where they must be`() {
        var writer = CSVWriter()
        writer.record(["a", "b c", "", "x,y", "say \"no\"", "two\nlines", "é"])
        writer.record([""])
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == "a,b c,,\"x,y\",\"say \"\"no\"\"\",\"two\nlines\",é\r\n\"\"\r\n"
        )
    }

    @Test func `what is written reads back, whatever it is`() throws {
        var random = SystemRandomNumberGenerator()
        var writer = CSVWriter()
        let records = (0..<2000).map { _ in
            (0..<Int.random(in: 1...5, using: &random)).map { _ in hostile(&random) }
        }
        for record in records { writer.record(record) }
        var reader = CSVReader(writer.bytes)
        for record in records { #expect(try reader.next()?.fields == record) }
        #expect(try reader.next() == nil)
    }

    @Test(arguments: [
        ("=1+1", "'=1+1"), ("-KLAUS-", "'-KLAUS-"), ("@home", "'@home"), ("+1", "'+1"), ("\tx", "'\tx"),
        ("\nx", "'\nx"), ("\u{FF1D}1", "'\u{FF1D}1"), ("'=1", "''=1"), ("''@", "'''@"), ("a=1", "a=1"),
        ("'tis", "'tis"), ("", ""), ("'", "'"), ("1-2", "1-2"), (" =1", " =1"),
    ])
    func `a cell is no formula, and its text survives`(_ text: String, _ cell: String) {
        #expect(FormulaGuard.cell(text) == cell)
        #expect(FormulaGuard.text(of: cell) == text)
    }

    @Test func `any text survives the guard`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<5000 {
            let text = hostile(&random)
            #expect(FormulaGuard.text(of: FormulaGuard.cell(text)) == text)
        }
    }
}
