internal import Cluster
package import Database
internal import FoundationEssentials

/// Where the database is: configured by the operator, or the private server of `parlay up`.
package struct DatabaseLocation: Sendable {
    package enum Purpose: String, Sendable {
        case front = "parlay_front"
        case worker = "parlay_worker"
        /// Administration and migration.
        case owner = "parlay_owner"
    }

    /// Contains a password, so it is never shown.
    package let conninfo: String
    /// The private server trusts every user of its socket, so each purpose logs in as its own role.
    package let isPrivate: Bool

    package init(_ configuration: Configuration) throws {
        let url = configuration[Configuration.databaseURL]
        if !url.isEmpty {
            conninfo = url
            isPrivate = false
            return
        }
        let directory = Self.clusterDirectory(configuration)
        guard FileManager.default.fileExists(atPath: directory) else {
            throw CommandFailure(
                "there is no database: DATABASE_URL is not set, and no `parlay up` has made one in"
                    + " \(configuration[Configuration.data]) (PARLAY_DATA). Set DATABASE_URL, or run `parlay up`,"
                    + " which starts everything."
            )
        }
        let cluster = try PrivateCluster(
            directory: directory,
            settings: .init(profile: .durable)
        )
        conninfo = cluster.connectionString
        isPrivate = true
    }

    /// A cell of an installation that has several.
    package init(url: String) {
        conninfo = url
        isPrivate = false
    }

    package static func clusterDirectory(_ configuration: Configuration) -> String {
        configuration[Configuration.data] + "/postgresql"
    }

    /// What is wrong and what to do, for the operator.
    package func failure(_ error: DatabaseError) -> CommandFailure {
        guard case .unavailable(let why) = error else { return CommandFailure(error.sentence) }
        return CommandFailure(
            isPrivate
                ? "the database does not run (\(why)). Start `parlay up` with the same PARLAY_DATA, or set DATABASE_URL."
                : error.sentence
        )
    }

    /// Connections for one purpose. `nil` keeps the URL's user, as a migration needs.
    package func settings(for purpose: Purpose?) -> ConnectionSettings {
        ConnectionSettings(
            conninfo: conninfo,
            user: isPrivate && purpose != .owner ? purpose?.rawValue : nil,
            role: purpose?.rawValue,
            applicationName: purpose.map { $0.rawValue.replacing("_", with: "-") } ?? "parlay-migrate",
            // An operator's command may write a lot at once, and no one else waits for it.
            statementTimeout: purpose == .owner ? 600_000 : 15_000,
            lockTimeout: purpose == .owner ? 30_000 : 5_000
        )
    }
}

extension DatabaseError {
    /// What is wrong and what to do, for the operator.
    package var sentence: String {
        switch self {
        case .unavailable(let why): "the database is unavailable: \(why). Check DATABASE_URL."
        case .statement(let failure) where lacksSchema:
            "the database lacks what this version needs (\(failure.message)). Run `parlay migrate`."
        case .statement(let failure) where failure.message.hasPrefix("permission denied to set role"):
            "the login of DATABASE_URL lacks the rights for this (\(failure.message)). Use the one that runs"
                + " `parlay migrate`."
        case .statement(let failure): "the database refused: \(failure.message)"
        default: description
        }
    }
}
