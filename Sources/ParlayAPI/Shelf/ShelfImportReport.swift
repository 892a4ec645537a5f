/// What became of a line of a shelf that was imported.
public enum ShelfImportResult: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
    case added
    case updated
    /// The entry was like this already.
    case unchanged
    /// No game, or several, fit the line.
    case unknown
    /// The line has a value that is not valid.
    case invalid
}

/// What an import did to a person's shelf, or would do.
public struct ShelfImportReport: Resource, Hashable {
    /// In the order of the file.
    public var items: [Line]
    /// How many games came onto the shelf.
    public var added: Int
    /// How many lines changed an entry.
    public var updated: Int
    /// How many lines changed nothing.
    public var unchanged: Int
    /// How many lines match no game, or several.
    public var unknown: Int
    /// How many lines have a value that is not valid.
    public var invalid: Int

    /// Counts the lines.
    public init(_ items: [Line] = []) {
        self.items = items
        func count(_ result: ShelfImportResult) -> Int { items.count { $0.result == result } }
        added = count(.added)
        updated = count(.updated)
        unchanged = count(.unchanged)
        unknown = count(.unknown)
        invalid = count(.invalid)
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("items", &items, "Each line, in the order of the file.")
        object.member("added", &added, "How many games came onto the shelf.")
        object.member("updated", &updated, "How many lines changed an entry.")
        object.member("unchanged", &unchanged, "How many lines changed nothing.")
        object.member("unknown", &unknown, "How many lines match no game, or several.")
        object.member("invalid", &invalid, "How many lines have a value that is not valid.")
    }

    /// What became of one line of the file.
    public struct Line: Resource, Hashable {
        /// Where it starts; the header is line 1.
        public var line: Int
        /// What the import did with it.
        public var result: Extensible<ShelfImportResult>
        /// The name of a game that it has; `nil` without one.
        public var name: String?
        /// The game that it names; `nil` if that is unknown.
        public var gameID: Int64?
        /// A sentence, for lines that did not get onto the shelf.
        public var detail: String?

        public init(
            line: Int,
            result: ShelfImportResult,
            name: String? = nil,
            gameID: Int64? = nil,
            detail: String? = nil
        ) {
            self.line = line
            self.name = name
            self.result = Extensible(result)
            self.gameID = gameID
            self.detail = detail
        }

        package mutating func members(_ object: inout some MemberVisitor) {
            object.member("line", &line, "Where it starts in the file; the header is line 1.")
            object.member("result", &result, "What the import did with it.")
            object.member("name", &name, "The name that it has; `null` without one.")
            object.member("game_id", &gameID, "The game that it names; `null` if that is unknown.")
            object.member("detail", &detail, "Why it is `unknown` or `invalid`, as a sentence.")
        }

        package static var schemaName: String { "ShelfImportLine" }
        package static var schemaSummary: String { "What an import did with one line." }
        package static var example: Line {
            Line(
                line: 2,
                result: .unknown,
                name: "Prey",
                detail: "Several games have this name: 12, 815. Add the igdb_id or the release_year."
            )
        }
    }
}

extension ShelfImportReport {
    package static var schemaSummary: String { "What an import did to a shelf, line by line." }

    package static var example: ShelfImportReport {
        ShelfImportReport([
            .example, Line(line: 3, result: .added, name: "The Witcher 3: Wild Hunt", gameID: 1942),
        ])
    }
}
