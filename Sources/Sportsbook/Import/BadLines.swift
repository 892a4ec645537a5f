/// Why one line of a file cannot be imported.
package struct BadLine: Error, Hashable, Sendable {
    /// From 1: of a CSV the line, whose header is line 1; of a JSON tree the event, counted over all tournaments.
    package let line: Int
    package let sentence: String

    package init(_ line: Int, _ sentence: String) {
        self.line = line
        self.sentence = sentence
    }
}

/// All lines of a file that cannot be imported. None of the file is.
package struct BadLines: Error, Equatable, Sendable {
    /// In the order of the file, at most as many as were asked for.
    package private(set) var first: [BadLine] = []
    package private(set) var count = 0
    /// So that a large file without a good line does not fill the memory.
    private let limit: Int
    package let unit: FileUnit

    package init(limit: Int, of unit: FileUnit = .line) {
        self.limit = limit
        self.unit = unit
    }

    /// One bad line, such as a wrong header.
    package init(_ line: BadLine) {
        self.init(limit: 1)
        add(line)
    }

    package var isEmpty: Bool { count == 0 }

    package mutating func add(_ line: BadLine) {
        count += 1
        if first.count < limit { first.append(line) }
    }
}

/// What the numbers of bad lines count.
package enum FileUnit: String, Sendable {
    case line
    /// Over all tournaments of a file.
    case event
}
