import Testing

/// Rules of CONTRIBUTING.md that the text of the code shows.
@Suite struct CodeRuleTests {
    @Test func `routes leave statements and transactions to a service`() throws {
        let pattern = try Regex(#"\bsession\.(read|write|transaction)|\b[A-Z]\w*Store\.\w+\("#)
        let routes = try Repository.tree(in: "Sources", ending: ".swift").filter {
            $0.hasSuffix("Routes.swift") || $0.contains("Routes+")
        }
        #expect(routes.count > 30)
        for path in routes {
            let text = try Repository.text("Sources/\(path)")
            #expect(text.firstMatch(of: pattern) == nil, "\(path) runs a statement; a service does that.")
        }
    }

    @Test(arguments: [("Sources", 400), ("Tests", 600)])
    func `files are short`(_ folder: String, _ limit: Int) throws {
        for path in try Repository.tree(in: folder, ending: ".swift") {
            let lines = try Repository.text("\(folder)/\(path)").utf8.count { $0 == UInt8(ascii: "\n") }
            #expect(lines <= limit, "\(folder)/\(path) has \(lines) lines; split it by topic.")
        }
    }

    @Test(arguments: ["Sources", "Tests"])
    func `a type that is Sendable unchecked says why`(_ folder: String) throws {
        for path in try Repository.tree(in: folder, ending: ".swift") {
            let lines = try Repository.text("\(folder)/\(path)").split(separator: "\n")
            for (above, line) in zip(lines, lines.dropFirst())
            where line.contains(/(class|struct|extension) .*: .*@unchecked Sendable/) {
                #expect(above.drop { $0 == " " }.hasPrefix("/// "), "\(folder)/\(path): \(line)")
            }
        }
    }
}
