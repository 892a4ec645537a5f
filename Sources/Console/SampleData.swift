internal import Glibc

/// The files that the demo tenants are made of.
package struct SampleData: Equatable, Sendable {
    package static let nflGames = "nfl-games.csv"
    package static let football = "football.json"
    package static let games = "games.json"

    package let directory: String

    /// `nil` if the files are neither where `PARLAY_SHARE` says nor beside the program.
    package init?(_ configuration: Configuration) {
        let named = configuration[Configuration.share]
        self.init(lookingIn: named.isEmpty ? Self.usualDirectories(program: Self.program) : [named])
    }

    init?(lookingIn directories: [String]) {
        let found = directories.first { directory in
            unsafe access("\(directory)/\(Self.nflGames)", R_OK) == 0
        }
        guard let found else { return nil }
        directory = found
    }

    package func path(of file: String) -> String { "\(directory)/\(file)" }

    /// `data` beside the program, and above it as in a checkout; then where packages install such files.
    static func usualDirectories(program: String) -> [String] {
        let parts = program.split(separator: "/").dropLast()
        let parents = (0...parts.count).map { parts.dropLast($0).map { "/\($0)" }.joined() }
        return parents.prefix(5).map { "\($0)/data" }
            + parents.dropFirst().prefix(1).map { "\($0)/share/parlay" }
    }

    private static var program: String {
        guard let path = unsafe realpath("/proc/self/exe", nil) else { return "" }
        defer { unsafe free(path) }
        return unsafe String(cString: path)
    }
}
