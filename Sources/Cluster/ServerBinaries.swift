import FoundationEssentials
import Glibc

/// The program directory of one PostgreSQL version.
struct ServerBinaries: Equatable {
    let directory: String
    /// Major version; `nil` for what was found in PATH.
    let version: Int?

    subscript(program: String) -> String { "\(directory)/\(program)" }

    /// The newest installed version, or `version` if existing data needs it.
    static func find(version: String?, path: String) throws(ClusterError) -> ServerBinaries {
        let installed = debian() + inPath(path)
        guard let newest = installed.first else { throw .serverNotInstalled }
        guard let version else { return newest }
        let names = installed.compactMap { binaries in binaries.version.map { "\($0)" } }
        if let same = installed.first(where: { $0.version == Int(version) }) { return same }
        // The version in PATH is unknown until it runs; the server itself refuses data of another version.
        if let unknown = installed.first(where: { $0.version == nil }) { return unknown }
        throw .versionNotInstalled(needed: version, found: names)
    }

    /// Newest first.
    private static func debian() -> [ServerBinaries] {
        let root = "/usr/lib/postgresql"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        return names.compactMap(Int.init).sorted(by: >)
            .map { ServerBinaries(directory: "\(root)/\($0)/bin", version: $0) }
            .filter(\.isComplete)
    }

    private static func inPath(_ path: String) -> [ServerBinaries] {
        path.split(separator: ":")
            .map { ServerBinaries(directory: String($0), version: nil) }
            .filter(\.isComplete)
    }

    private var isComplete: Bool {
        ["initdb", "postgres", "psql"].allSatisfy { program in unsafe access(self[program], X_OK) == 0 }
    }
}
