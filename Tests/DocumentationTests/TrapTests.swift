import Testing

/// Code that would stop the process for an odd value from outside, as far as its text shows it.
@Suite struct TrapTests {
    /// Lines without comments and without the text of strings.
    private struct Source {
        let path: String
        let lines: [String]

        init(_ path: String) throws {
            self.path = path
            let text = try Repository.text("Sources/\(path)")
            // What stands between three quotes is text of other languages, of which only the lines are kept.
            let parts = text.split(separator: "\"\"\"", omittingEmptySubsequences: false)
            let code = parts.enumerated().map { place, part in
                place.isMultiple(of: 2)
                    ? String(part) : String(repeating: "\n", count: part.utf8.count { $0 == 0x0A })
            }
            lines = code.joined(separator: "\"\"").split(separator: "\n", omittingEmptySubsequences: false)
                .map { line in
                    String(line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line)
                }
        }

        /// - Parameter hints: a line without any of these is not looked at.
        func findings(_ hints: [String], _ pattern: some RegexComponent) -> [String] {
            lines.enumerated().compactMap { number, line in
                guard hints.contains(where: { line.contains($0) }), line.contains(pattern) else { return nil }
                return "\(path):\(number + 1): \(line)"
            }
        }
    }

    private static let sources = Result {
        try Repository.tree(in: "Sources", ending: ".swift").map { try Source($0) }
    }

    private static func findings(
        _ hints: String...,
        pattern: some RegexComponent,
        in folders: [String] = [""]
    ) throws -> [String] {
        try sources.get()
            .filter { source in folders.contains { source.path.hasPrefix($0) } }
            .flatMap { $0.findings(hints, pattern) }
    }

    /// Where answers of other servers, files and tokens are read.
    private static let readers = [
        "Outbound", "OddsFeeds", "Sportsbook/Files", "Shelf/IGDB", "Shelf/Catalog", "Shelf/Files",
        "Accounts/Identities", "Security/IDTokens", "Webhooks",
    ]

    @Test func `keys of a dictionary may be equal`() throws {
        let pattern = /uniqueKeysWithValues/
        #expect(try Self.findings("uniqueKeysWithValues", pattern: pattern) == [])
    }

    @Test func `digits are those of ASCII`() throws {
        let pattern = #/\.(isNumber|isWholeNumber)\b|wholeNumberValue|hexDigitValue|numericType|/.*\\d.*//#
        let found = try Self.findings("Number", "DigitValue", "numericType", "\\d", pattern: pattern)
        // Words of our own guides.
        #expect(found.filter { !$0.hasPrefix("Reference/") } == [])
    }

    @Test func `a number with a fraction becomes an integer only if it fits`() throws {
        let pattern = /\bInt(64|32)?\([^:"]*(\.rounded\(|\.double\))/
        let found = try Self.findings(".rounded(", ".double)", pattern: pattern)
        #expect(found.filter { !$0.contains("min(max(") } == [])
    }

    @Test func `what is read from a text is checked before anything is done with it`() throws {
        let pattern = #/\b(Int|Int64|Double)\([$a-z][\w.]*\)( \?\? \w+\))? [*+-] /#
        #expect(try Self.findings("Int(", "Int64(", "Double(", pattern: pattern, in: Self.readers) == [])
    }

    /// Two equal keys in a literal trap, so that only one of the keys may be computed.
    @Test func `dictionary literals have fixed keys`() throws {
        for source in try Self.sources.get() {
            let text = source.lines.joined(separator: "\n")
            for literal in Self.literals(in: text) {
                let keys = Self.keys(of: literal)
                let isRisky = keys.count > 1 && keys.contains(where: Self.isComputed)
                #expect(!isRisky, "\(source.path): [\(literal)]")
            }
        }
    }

    @Test func `the lint finds what it is for`() {
        func isRisky(_ text: String) -> Bool {
            Self.literals(in: text).contains { literal in
                let keys = Self.keys(of: literal)
                return keys.count > 1 && keys.contains(where: Self.isComputed)
            }
        }
        for bad in [
            #"[game.home: .home, game.away: .away, "Draw": .draw]"#, "f([first: 1, second: g(a, b)])",
            #"let a = ["a": 1, name: 2]"#, #"["\(a)": 1, "b": 2]"#, "[a.b(c): 1, .d: 2]",
        ] { #expect(isRisky(bad), "\(bad)") }
        for good in [
            "[first: 1]", #"["a": 1, "b": x ? y : z]"#, "let a: [String: Int]", "d[key, default: 0]",
            "[.home: a, .away: b]", "[a ? b : c, d]", "[x, y]", "{ [self] in a ? b : c }",
            "[Kind.a: 1, Kind.b: 2]",
        ] { #expect(!isRisky(good), "\(good)") }
    }

    // MARK: Reading literals

    /// What stands in brackets that are no subscript, where that may be a dictionary.
    private static func literals(in text: String) -> [String] {
        let bytes = Array(text.utf8)
        var found: [String] = []
        var open: [(start: Int, isLiteral: Bool)] = []
        var last: UInt8 = 0x20
        var isInString = false
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "\"") where last != UInt8(ascii: "\\"): isInString.toggle()
            // No literal of one line is open at the end of a line.
            case 0x0A: isInString = false
            case _ where isInString: break
            case UInt8(ascii: "["): open.append((index + 1, !isEndOfExpression(last)))
            case UInt8(ascii: "]"):
                guard let (start, isLiteral) = open.popLast(), isLiteral else { break }
                let part = bytes[start..<index]
                if part.contains(UInt8(ascii: ":")), part.contains(UInt8(ascii: ",")) {
                    found.append(String(decoding: part, as: UTF8.self))
                }
            default: break
            }
            last = byte
        }
        return found
    }

    private static func isEndOfExpression(_ byte: UInt8) -> Bool {
        0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || "_)]}?!".utf8.contains(byte)
    }

    /// The keys of the outermost literal; empty if it is an array.
    private static func keys(of literal: String) -> [String] {
        var depth = 0
        var isInString = false
        var parts = [""]
        var last: Character = " "
        for character in literal {
            if character == "\"", last != "\\" { isInString.toggle() }
            if !isInString {
                if "([{".contains(character) { depth += 1 }
                if ")]}".contains(character) { depth -= 1 }
            }
            if character == ",", depth == 0, !isInString {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
            last = character
        }
        return parts.compactMap { part in
            // `a ? b : c` has a blank in front of its colon.
            part.prefixMatch(of: /\s*("(?:[^"\\]|\\.)*"|[\w.]+(?:\([^()]*\))?):\s/).map { String($0.1) }
        }
    }

    private static func isComputed(_ key: String) -> Bool {
        if key.hasPrefix("\"") { return key.contains("\\(") }
        return key.contains("(") || key.first.map { $0.isLowercase || $0 == "_" } ?? false
    }
}
