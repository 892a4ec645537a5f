internal import HTTPServer
package import ParlayAPI

/// A call of the API that a command makes.
package struct APICall: Sendable {
    package let method: CallMethod
    /// With the tenant: `/v1/demo/admin/audit/`.
    package let path: String
    package var query: [(name: String, value: String)]
    /// JSON; empty without a body.
    package let body: [UInt8]

    /// As in a URL; `nil` without parameters.
    package var encodedQuery: String? {
        guard !query.isEmpty else { return nil }
        return query.map { "\($0.name)=\(RequestTarget.encode($0.value))" }.joined(separator: "&")
    }
}

package struct APIAnswer: Sendable {
    package let status: Int
    package let body: [UInt8]

    package init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }
}

/// What answers the calls of commands: a server, or the routes in this process over the operator's database.
package protocol APIService: Sendable {
    typealias Send = @Sendable (APICall) async throws -> APIAnswer

    /// Runs `body`, whose calls share a connection.
    func run<Value: Sendable>(_ body: @escaping @Sendable (Send) async throws -> Value) async throws -> Value
}

extension Command.Option {
    package static let server = value("--server", "URL", "call the API of this server, not the database")
    package static let tokenFile = value(
        "--token-file",
        "FILE",
        "for --server: a file with the token of an admin, or with an API key"
    )
    package static let author = value(
        "--as",
        "USERNAME",
        "the admin whom it names as its author; required without --server"
    )

    /// Of every command that is a call of the API.
    static let ofAPI = [tenant, server, tokenFile]
    /// Like `paging`, for cursors of the API.
    static let ofAPILists = [
        paging[0],
        value("--cursor", "CURSOR", "continue a list at this cursor, which the previous page printed"),
    ]
}

extension Invocation {
    /// Whether it is for a server, and uses no database.
    package var isRemote: Bool { value(Command.Option.server.name) != nil }

    /// - Throws: `UsageError` for options that do not fit.
    func api() throws -> any APIService {
        let author = Command.Option.author.name
        if let server = value(Command.Option.server.name) {
            guard value(author) == nil else {
                throw UsageError("\(author) is not for --server: the token says who the author is")
            }
            let file = try required(Command.Option.tokenFile.name)
            return try RemoteAPI(server, tokenFile: file, configuration)
        }
        guard value(Command.Option.tokenFile.name) == nil else {
            throw UsageError("--token-file is for --server, which is missing")
        }
        if command.options.contains(where: { $0.name == author }) { _ = try required(author) }
        guard let operatorAPI else { throw UsageError("--server is missing") }
        return operatorAPI(self)
    }
}
