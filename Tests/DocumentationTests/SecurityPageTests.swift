import Testing

/// That `docs/security.md` has a row for each requirement, and that the tests it names exist.
@Suite struct SecurityPageTests {
    private struct Row {
        let number: String
        let promise: String
        let tests: String
    }

    private static func rows() throws -> [Row] {
        try Repository.text("docs/security.md").matches(
            of: /\n\| (\d\.\d\.\d+)( \(level 3\))? \| ([^|\n]+)\|([^|\n]*)\|/
        )
        .map { Row(number: String($0.1), promise: String($0.3), tests: String($0.4)) }
    }

    /// Of ASVS 5.0.0, levels 1 and 2, and those of level 3 that Parlay promises: the last number of each section.
    private static let requirements: [(section: String, numbers: [Int])] = [
        ("3.2", [1, 2]), ("3.3", [1, 2, 3, 4]), ("3.4", [1, 2, 3, 4, 5, 6]), ("3.5", [1, 2, 3, 4, 5]),
        ("3.7", [1, 2]),
        ("6.1", [1, 2, 3]), ("6.2", Array(1...11)), ("6.3", [1, 2, 3, 4, 5, 7]), ("6.4", [1, 2, 3, 4, 6]),
        ("6.5", [1, 2, 3, 4, 5]), ("6.6", [1, 2, 3]), ("6.8", [1, 2, 3, 4]),
        ("7.1", [1, 2, 3]), ("7.2", [1, 2, 3, 4]), ("7.3", [1, 2]), ("7.4", [1, 2, 3, 4, 5]),
        ("7.5", [1, 2]),
        ("7.6", [1, 2]),
        ("8.1", [1, 2]), ("8.2", [1, 2, 3]), ("8.3", [1]), ("8.4", [1]),
    ]

    @Test func `each requirement has one row, in order`() throws {
        let expected = Self.requirements.flatMap { section, numbers in numbers.map { "\(section).\($0)" } }
        #expect(try Self.rows().map(\.number) == expected)
    }

    @Test func `a row names a test, or says why there is none`() throws {
        // What a document answers, and what is nowhere.
        let excuses = ["No test of its own", "Not applicable", "nothing to test", "above"]
        for row in try Self.rows() where !row.tests.contains("Tests/") {
            #expect(excuses.contains { row.promise.contains($0) }, "\(row.number)")
        }
    }

    @Test func `every test that the page names exists`() throws {
        var functions: [String: String] = [:]
        for file in try Repository.tree(in: "Tests", ending: ".swift") {
            let text = try Repository.text("Tests/\(file)")
            for suite in text.matches(of: /\bstruct (\w+Tests)\b/) {
                functions[String(suite.1), default: ""] += text
            }
        }
        let named = try Repository.text("docs/security.md").matches(of: /`(\w+Tests)\/([^`]+)`/)
        #expect(named.count > 70)
        for test in named {
            let isThere = functions[String(test.1)]?.contains("func `\(test.2)`") == true
            #expect(isThere, "there is no \(test.1)/\(test.2)")
        }
    }
}
