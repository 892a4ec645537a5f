import Testing

@testable import ParlayAPI

@Suite struct MarkRunTests {
    private static let acute = "\u{301}"

    private static func text(_ mark: String, _ count: Int) -> String {
        "a" + String(repeating: mark, count: count)
    }

    @Test(arguments: ["\u{301}", "\u{316}", "\u{344}", "\u{F73}", "\u{F75}", "\u{F81}", "\u{1D165}"])
    func `at most 64 combining marks follow each other`(mark: String) {
        #expect(!MarkRun.isTooLong(in: Self.text(mark, 64)))
        #expect(MarkRun.isTooLong(in: Self.text(mark, 65)))
        #expect(MarkRun.isTooLong(in: String(repeating: "x", count: 1_000) + Self.text(mark, 65) + "y"))
    }

    @Test func `other scalars end a run`() {
        let pairs = String(repeating: "e\u{301}\u{302}", count: 10_000)
        #expect(!MarkRun.isTooLong(in: pairs))
        #expect(!MarkRun.isTooLong(in: Self.text(Self.acute, 64) + "b" + Self.text(Self.acute, 64)))
        #expect(!MarkRun.isTooLong(in: String(repeating: "日本語 한국어 हिन्दी 👩‍👩‍👧 ", count: 100)))
        #expect(!MarkRun.isTooLong(in: ""))
    }

    @Test func `a body with a longer run is malformed, in a key as in a value, escaped or not`() throws {
        func parse(_ text: String) throws { _ = try JSONParser.parse(Array(text.utf8), within: .requestBody) }
        for mark in [Self.acute, #"\u0301"#] {
            try parse("[\"\(Self.text(mark, 64))\"]")
            try parse("[\"\(Self.text(mark, 64))\\n\(Self.text(mark, 64))\"]")
            for text in ["[\"\(Self.text(mark, 65))\"]", "{\"\(Self.text(mark, 65))\": 1}"] {
                #expect(throws: JSONSyntaxError.self) { try parse(text) }
                _ = try JSONParser.parse(Array(text.utf8))
            }
        }
        try parse("[\"" + String(repeating: "é\u{301}漢😀", count: 100) + "\"]")
    }
}
