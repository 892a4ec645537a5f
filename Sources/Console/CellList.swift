package import Database

/// The databases of an installation: DATABASE_URL is cell 1, and PARLAY_CELLS names the others.
package struct CellList: Sendable {
    /// By their numbers; cell 1 is always there.
    package let locations: [Int: DatabaseLocation]

    package var numbers: [Int] { locations.keys.sorted() }

    /// - Throws: `CommandFailure` that names the line that is wrong.
    package init(_ configuration: Configuration) throws {
        var locations = [1: try DatabaseLocation(configuration)]
        let path = configuration[Configuration.cells]
        if !path.isEmpty {
            for (number, url) in try Self.read(path) { locations[number] = DatabaseLocation(url: url) }
        }
        self.locations = locations
    }

    package func location(_ cell: Int) throws -> DatabaseLocation {
        guard let location = locations[cell] else {
            throw CommandFailure(
                "there is no cell \(cell): PARLAY_CELLS names \(numbers.map(String.init).joined(separator: ", "))."
                    + " Add it with `parlay cell add \(cell) --url-file FILE`."
            )
        }
        return location
    }

    /// Connections to all cells, by number. `nil` keeps the users of the URLs, as superusers need.
    package func settings(for purpose: DatabaseLocation.Purpose?) -> [Int: ConnectionSettings] {
        locations.mapValues { $0.settings(for: purpose) }
    }

    /// The lines of the file: a number and a URI each; empty lines and those that begin with `#` are skipped.
    static func read(_ path: String) throws -> [(number: Int, url: String)] {
        let text: String
        do { text = try TextFile.read(path) } catch {
            throw CommandFailure("PARLAY_CELLS: \(path): \(error)")
        }
        var cells: [(number: Int, url: String)] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.split(maxSplits: 1) { $0 == " " || $0 == "\t" || $0 == "\r" }
            guard let first = words.first, !first.hasPrefix("#") else { continue }
            let url = words.count > 1 ? words[1].filter { $0 != "\r" } : ""
            guard let number = Int(first), (2...1000).contains(number), !url.isEmpty else {
                throw CommandFailure(
                    "PARLAY_CELLS: \(path): line \(index + 1): expected a number from 2 to 1000 and a libpq URI,"
                        + " such as `2 postgresql://user@host/parlay`."
                )
            }
            guard !cells.contains(where: { $0.number == number }) else {
                throw CommandFailure(
                    "PARLAY_CELLS: \(path): line \(index + 1): cell \(number) is named twice."
                )
            }
            cells.append((number, url))
        }
        return cells
    }
}
