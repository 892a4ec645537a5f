import Testing

/// That each public declaration of what apps import has a line of documentation.
///
/// These need none: what a protocol of the standard library or of Foundation asks for, operators among them; an `id`;
/// and an initializer whose parameters are properties of its file, which have lines of their own.
@Suite struct PublicLineTests {
    private static let witnesses = [
        "init(from ", "func encode(to ", "static func ==", "static func !=", "static func <",
        "static func ~=",
        "func hash(into ", "init(rawValue", "init?(rawValue", "var rawValue:", "init(stringLiteral",
        "init(integerLiteral", "init(booleanLiteral", "init(arrayLiteral", "init(nilLiteral",
        "init(dictionaryLiteral", "var description:", "var errorDescription:", "var failureReason:",
        "func makeAsyncIterator(", "typealias Element", "var id:",
    ]

    /// The lines of public declarations without documentation, with their numbers from 1.
    private static func undocumented(in text: String) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { trimmed($0) }
        let properties = Set(
            text.matches(of: #/\b(?:var|let) (\w+)/#).map { String($0.1) }
        )
        return lines.indices.compactMap { index in
            guard let declaration = publicPart(of: lines[index]) else { return nil }
            let before = lines[..<index].last { !$0.hasPrefix("@") } ?? ""
            if before.hasPrefix("///") || witnesses.contains(where: declaration.hasPrefix) { return nil }
            let parameters = declaration.hasPrefix("init(") ? labels(of: lines[index...]) : []
            if !parameters.isEmpty, properties.isSuperset(of: parameters) { return nil }
            return "\(index + 1): \(lines[index])"
        }
    }

    /// A declaration that begins here without attributes and `public`; `nil` for another line.
    private static func publicPart(of line: String) -> String? {
        guard let start = line.firstMatch(of: #/^(?:@\w+ )*public /#) else { return nil }
        let declaration = String(line[start.range.upperBound...])
        return declaration.hasPrefix("import ") ? nil : declaration
    }

    /// The labels of the parameters of an initializer that begins on the first of these lines.
    private static func labels(of lines: ArraySlice<String>) -> [String] {
        var depth = 0
        var signature = ""
        for line in lines {
            signature += line + " "
            depth += line.count { $0 == "(" } - line.count { $0 == ")" }
            if depth <= 0 { break }
        }
        return signature.matches(of: #/[(,] ?(\w+)(?: \w+)?:/#).map { String($0.1) }
    }

    private static func trimmed(_ line: Substring) -> String { String(line.drop { $0 == " " }) }

    @Test(arguments: ["ParlayAPI", "ParlayClient"])
    func `every public declaration has a line of documentation`(_ module: String) throws {
        let files = try Repository.tree(in: "Sources/\(module)", ending: ".swift")
        #expect(files.count > 50)
        for file in files {
            let found = Self.undocumented(in: try Repository.text("Sources/\(module)/\(file)"))
            #expect(found == [], "\(module)/\(file)")
        }
    }

    @Test func `a declaration without a line is found`() {
        let text = """
            /// A point.
            public struct Point {
                public var x: Int
                /// In pixels.
                @available(*, deprecated)
                public var y: Int
                public init(
                    x: Int,
                    y: Int = 0
                ) {}
                public init(_ x: Int) {}
                @inlinable public func moved() -> Point { self }
                public static func < (left: Point, right: Point) -> Bool { true }
            }
            """
        #expect(
            Self.undocumented(in: text) == [
                "3: public var x: Int", "11: public init(_ x: Int) {}",
                "12: @inlinable public func moved() -> Point { self }",
            ]
        )
    }
}
