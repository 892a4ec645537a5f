internal import Database
internal import Foundation

/// The schema and demo data of a release, which `scripts/dump-release` wrote.
package struct ReleaseDump: Sendable, CustomStringConvertible {
    /// Such as `0.1.0`.
    package let version: String
    private static let folder =
        "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Releases"

    /// One for each release.
    package static let all: [ReleaseDump] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.filter { $0.hasSuffix(".sql") }.sorted().map {
            ReleaseDump(version: String($0.dropLast(4)))
        }
    }()

    package static func checksums() throws -> String { try text("checksums.txt") }

    private static func text(_ file: String) throws -> String {
        try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
    }

    package var description: String { version }

    /// Replaces all that the database has.
    package func load(into database: TestDatabase) throws {
        try database.connect(as: .superuser).execute("drop schema parlay cascade")
        // On a connection of its own, because a dump empties the search path.
        try database.connect(as: .superuser).execute(try Self.text("\(version).sql"))
    }
}
