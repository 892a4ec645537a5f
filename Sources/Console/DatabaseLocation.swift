internal import Cluster
package import Database

/// Where the database is: configured by the operator, or the private server of `parlay up`.
package struct DatabaseLocation: Sendable {
    package enum Purpose: String, Sendable {
        case front = "parlay_front"
        case worker = "parlay_worker"
        /// Administration and migration.
        case owner = "parlay_owner"
    }

    private let conninfo: String
    /// The private server trusts every user of its socket, so each purpose logs in as its own role.
    private let isPrivate: Bool

    package init(_ configuration: Configuration) throws {
        let url = configuration[Configuration.databaseURL]
        if !url.isEmpty {
            conninfo = url
            isPrivate = false
            return
        }
        let cluster = try PrivateCluster(
            directory: Self.clusterDirectory(configuration),
            settings: .init(profile: .durable)
        )
        conninfo = cluster.connectionString
        isPrivate = true
    }

    package static func clusterDirectory(_ configuration: Configuration) -> String {
        configuration[Configuration.data] + "/postgresql"
    }

    /// Connections for one purpose. `nil` keeps the URL's user, as a migration needs.
    package func settings(for purpose: Purpose?) -> ConnectionSettings {
        ConnectionSettings(
            conninfo: conninfo,
            user: isPrivate && purpose != .owner ? purpose?.rawValue : nil,
            role: purpose?.rawValue,
            applicationName: purpose.map { $0.rawValue.replacing("_", with: "-") } ?? "parlay-migrate",
            // An operator's command may write a lot at once, and nobody else waits for it.
            statementTimeout: purpose == .owner ? 600_000 : 15_000,
            lockTimeout: purpose == .owner ? 30_000 : 5_000
        )
    }
}
