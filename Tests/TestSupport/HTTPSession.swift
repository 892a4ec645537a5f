internal import ParlayAPI
internal import Synchronization

/// A client with one connection, kept alive and reopened after the server has closed it. Every wait has a limit.
package final class HTTPSession: Sendable {
    package let port: UInt16
    /// The prefix of each path, such as `/v1/wordup/`.
    private let base: String
    private let token: String?
    private let seconds: Int
    private let connection = Mutex<RawClient?>(nil)

    /// - Parameter seconds: how long an answer may take.
    package init(port: UInt16, base: String = "/", token: String? = nil, seconds: Int = 180) {
        self.port = port
        self.base = base
        self.token = token
        self.seconds = seconds
    }

    /// The same server with another connection and token.
    package func signedIn(_ token: String?) -> HTTPSession {
        HTTPSession(port: port, base: base, token: token, seconds: seconds)
    }

    /// A session with another part of the same server.
    package func at(_ base: String) -> HTTPSession {
        HTTPSession(port: port, base: base, token: token, seconds: seconds)
    }

    /// Sends a request and waits for its answer without holding a thread of the tests.
    package func send(
        _ method: String,
        _ path: String,
        _ body: String? = nil,
        headers: [String: String] = [:]
    ) async throws -> Answer {
        try await blocking { try self.exchange(method, path, body, headers: headers) }
    }

    /// As `send`, on the calling thread.
    ///
    /// - Throws: `RawClientError`; whether the server did what was asked is not known then.
    package func exchange(
        _ method: String,
        _ path: String,
        _ body: String? = nil,
        headers: [String: String] = [:]
    ) throws -> Answer {
        var fields = headers
        fields["Host"] = "localhost"
        if let token, fields["Authorization"] == nil { fields["Authorization"] = "Token \(token)" }
        if let body {
            fields["Content-Length"] = String(body.utf8.count)
            if fields["Content-Type"] == nil { fields["Content-Type"] = "application/json" }
        }
        let target = path.hasPrefix("/") ? path : base + path
        var text = "\(method) \(target) HTTP/1.1\r\n"
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) { text += "\(name): \(value)\r\n" }
        let message = Array((text + "\r\n" + (body ?? "")).utf8)
        return try connection.withLock { connection in
            if connection?.hasEnded(waitingMilliseconds: 0) == true { connection = nil }
            let client = try connection ?? RawClient(port: port, seconds: seconds)
            connection = nil
            try client.send(message)
            let reply = try client.receive(bodiless: method == "HEAD")
            if !reply.closes { connection = client }
            return Answer(reply)
        }
    }
}
