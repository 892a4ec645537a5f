/// Where a server listens, and its limits.
package struct ServerSettings: Sendable {
    package var host: String
    /// 0 lets the system choose.
    package var port: UInt16
    /// Whether other sockets can listen on the same port: those of the other loops, and of other processes that share
    /// it.
    package var sharesPort = true
    /// Bytes of the request line and headers together.
    package var headerLimit: Int
    /// Seconds within which the headers must be complete.
    package var headerTimeout: Int
    /// Seconds that a connection may stay open between requests.
    package var idleTimeout: Int
    /// Seconds without progress after which the sender of a body or the reader of an answer is disconnected.
    package var progressTimeout: Int
    /// Bytes per second required over any `rateWindow` for sending a body or reading an answer.
    package var slowestRate: Int
    package var rateWindow: Duration
    /// Bytes of all bodies held at the same time.
    package var bodyMemory: Int
    /// Bytes of all answers that clients have not read yet.
    package var answerMemory: Int
    package var connectionsPerAddress: Int
    /// Addresses without this limit: a proxy's connections are those of all its clients.
    package var isTrustedProxy: @Sendable (PeerAddress) -> Bool
    /// Connections per loop.
    package var connectionLimit: Int
    /// WebSockets over all loops.
    package var socketLimit: Int
    /// How often a WebSocket is pinged. A peer that ignores two pings in a row is dropped.
    package var pingInterval: Duration
    /// Frames that a WebSocket may send; one that sends more is closed with 1008.
    package var framesPerSecond: Int

    package init(
        host: String = "127.0.0.1",
        port: UInt16 = 8080,
        headerLimit: Int = 32 * 1024,
        headerTimeout: Int = 10,
        idleTimeout: Int = 75,
        progressTimeout: Int = 10,
        slowestRate: Int = 1024,
        rateWindow: Duration = .seconds(30),
        bodyMemory: Int = 64 * 1024 * 1024,
        answerMemory: Int = 64 * 1024 * 1024,
        connectionsPerAddress: Int = 200,
        isTrustedProxy: @escaping @Sendable (PeerAddress) -> Bool = { _ in false },
        connectionLimit: Int = 50_000,
        socketLimit: Int = 20_000,
        pingInterval: Duration = .seconds(25),
        framesPerSecond: Int = 100
    ) {
        self.host = host
        self.port = port
        self.headerLimit = headerLimit
        self.headerTimeout = headerTimeout
        self.idleTimeout = idleTimeout
        self.progressTimeout = progressTimeout
        self.slowestRate = slowestRate
        self.rateWindow = rateWindow
        self.bodyMemory = bodyMemory
        self.answerMemory = answerMemory
        self.connectionsPerAddress = connectionsPerAddress
        self.isTrustedProxy = isTrustedProxy
        self.connectionLimit = connectionLimit
        self.socketLimit = socketLimit
        self.pingInterval = pingInterval
        self.framesPerSecond = framesPerSecond
    }

    var progressLimits: Progress.Limits {
        Progress.Limits(timeout: .seconds(progressTimeout), slowestRate: slowestRate, window: rateWindow)
    }

    var parserLimits: RequestParser.Limits { RequestParser.Limits(head: headerLimit) }
}
