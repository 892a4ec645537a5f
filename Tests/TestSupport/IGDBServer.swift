internal import Cluster
internal import FoundationEssentials
internal import Glibc
package import ParlayAPI

/// IGDB and Twitch's token endpoint as a process of its own, for one test. See `igdb_server.py`.
package final class IGDBServer: Sendable {
    package static let clientID = "igdb-client"
    package static let clientSecret = "s3cret-of-twitch"

    /// A request to IGDB that it has answered.
    package struct Entry: Sendable {
        package let path: String
        package let body: String
        package let status: Int64
    }

    /// What it saw.
    package struct Seen: Sendable {
        /// Requests to IGDB.
        package let requests: Int64
        /// Tokens that Twitch issued.
        package let issued: Int64
        /// Of them, those that were revoked.
        package let revoked: Int64
        package let mostStarts: Int64
        package let mostOpen: Int64
        /// Where the limits were exceeded. Empty if all is well.
        package let violations: [String]
        package let log: [Entry]
    }

    package let port: UInt16
    private let process: ChildProcess
    private let session: HTTPSession

    package init() async throws {
        let directory = "/tmp/parlay-igdb-\(getpid())-\(UUID().uuidString.prefix(8))"
        (process, port) = try await blocking {
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
            let server = try PythonServer(PackageResources.igdb_server_py, in: directory)
            return (server.process, server.port)
        }
        session = HTTPSession(port: port)
    }

    deinit { process.signal(SIGTERM) }

    package var url: String { "http://127.0.0.1:\(port)" }

    /// The settings of processes that use it.
    package var environment: [String: String] {
        [
            "PARLAY_IGDB_CLIENT_ID": Self.clientID, "PARLAY_IGDB_CLIENT_SECRET": Self.clientSecret,
            "PARLAY_IGDB_URL": url, "PARLAY_TWITCH_URL": url,
        ]
    }

    /// Changes what it does; see `Server.control` in `igdb_server.py`.
    package func control(_ change: JSONObject) async throws {
        let body = String(decoding: JSONValue.object(change).jsonBytes(), as: UTF8.self)
        let answer = try await session.send("PUT", "/control", body)
        guard answer.status == 200 else { throw IGDBServerError.noAnswer("\(answer)") }
    }

    package var seen: Seen {
        get async throws {
            let answer = try await session.send("GET", "/control")
            guard answer.status == 200, case .array(let violations)? = answer["violations"],
                case .array(let log)? = answer["log"]
            else { throw IGDBServerError.noAnswer("\(answer)") }
            return Seen(
                requests: answer["requests"]?.integer ?? 0,
                issued: answer["issued"]?.integer ?? 0,
                revoked: answer["revoked"]?.integer ?? 0,
                mostStarts: answer["most_starts"]?.integer ?? 0,
                mostOpen: answer["most_open"]?.integer ?? 0,
                violations: violations.compactMap(\.text),
                log: log.map { entry in
                    Entry(
                        path: entry["path"]?.text ?? "",
                        body: entry["body"]?.text ?? "",
                        status: entry["status"]?.integer ?? 0
                    )
                }
            )
        }
    }

    /// A game as IGDB has it, with everything known.
    package static func game(
        _ id: Int64,
        _ name: String,
        rating: Double? = nil,
        votes: Int64? = nil,
        released: Int64? = nil,
        updated: Int64 = 1_700_000_000
    ) -> JSONValue {
        var game: JSONObject = [
            "id": .integer(id), "name": .string(name), "summary": .string("About \(name)."),
            "updated_at": .integer(updated),
            "cover": [
                "id": .integer(id), "image_id": .string("co\(id)"),
                "url": .string("//images.igdb.com/igdb/image/upload/t_thumb/co\(id).jpg"),
            ],
            "screenshots": [
                ["id": .integer(id), "image_id": .string("sc\(id)")],
                ["id": .integer(id + 1), "image_id": .string("sd\(id)")],
            ],
            "genres": [["id": 31, "name": "Adventure"]],
            "platforms": [["id": 6, "name": "PC (Microsoft Windows)"]],
        ]
        if let rating, let number = JSONNumber(rating) { game.add("rating", .number(number)) }
        if let votes { game.add("rating_count", .integer(votes)) }
        if let released { game.add("first_release_date", .integer(released)) }
        return .object(game)
    }
}

package enum IGDBServerError: Error { case noAnswer(String) }
