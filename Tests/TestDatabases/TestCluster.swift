package import Cluster
import FoundationEssentials
import Glibc
import Synchronization

/// The PostgreSQL that all tests of this process share: started by the first one that asks, gone with the process.
/// `PARLAY_TEST_DATABASE_URL` names another server, whose user must be a superuser.
package final class TestCluster: Sendable {
    private enum Server: Sendable {
        case own(PrivateCluster)
        case given(url: String)
    }

    private static let first = Mutex<TestCluster?>(nil)

    private let server: Server

    private init() throws(ClusterError) {
        if let value = unsafe getenv("PARLAY_TEST_DATABASE_URL"), unsafe value.pointee != 0 {
            server = .given(url: unsafe String(cString: value))
            return
        }
        let directory = "/tmp/parlay-test-\(getpid())"
        var settings = PrivateCluster.Settings(profile: .throwaway, database: "postgres", role: "postgres")
        settings.removesDirectory = true
        let cluster = try PrivateCluster(directory: directory, settings: settings)
        try cluster.start()
        server = .own(cluster)
        atexit { TestCluster.end() }
    }

    /// Starts the server the first time. Blocks its thread until the server is ready.
    package static func shared() throws(ClusterError) -> TestCluster {
        try first.withLock { first throws(ClusterError) in
            if let first { return first }
            let cluster = try TestCluster()
            first = cluster
            return cluster
        }
    }

    /// For libpq. The database need not exist yet.
    package func superuserURL(database: String) -> String {
        switch server {
        case .own(let cluster): cluster.connectionString(database: database)
        case .given(let url): Self.replacingDatabase(of: url, with: database)
        }
    }

    /// Whether the server goes with this process.
    package var isOwn: Bool { if case .own = server { true } else { false } }

    /// `nil` for a server that was given and is reached by an address.
    package var socketDirectory: String? {
        switch server {
        case .own(let cluster): cluster.socketDirectory
        case .given(let url): Self.host(of: url)
        }
    }

    private static func end() {
        first.withLock { first in
            guard case .own(let cluster) = first?.server else { return }
            do { try cluster.destroy() } catch { print("the test database is left behind: \(error)") }
        }
    }
}

extension TestCluster {
    /// `postgresql://user@host:1/name?…`: the part between the first `/` after the authority and `?`.
    static func replacingDatabase(of url: String, with database: String) -> String {
        let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let segments = parts[0].split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        let server = segments.prefix(3).joined(separator: "/")
        return "\(server)/\(database)" + (parts.count > 1 ? "?\(parts[1])" : "")
    }

    /// The `host` parameter when it is a directory.
    private static func host(of url: String) -> String? {
        let items = URLComponents(string: url)?.queryItems ?? []
        return items.first { $0.name == "host" }?.value.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
}
