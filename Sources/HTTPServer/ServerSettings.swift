/// Where a server listens and what it puts up with.
package struct ServerSettings: Sendable {
    package var host: String
    /// 0 lets the system choose.
    package var port: UInt16
    /// Whether other sockets may listen on the same port: those of the other loops, and of other processes that share it.
    package var sharesPort = true
    /// Bytes of the request line and headers together.
    package var headerLimit: Int
    /// Seconds until the headers must be complete.
    package var headerTimeout: Int
    /// Seconds that a connection may stay open between requests.
    package var idleTimeout: Int
    /// Seconds after which a body of which no byte comes, or an answer of which none is taken, is given up.
    package var progressTimeout: Int
    /// Bytes a second that a body must come at, and an answer be taken at, within any `rateWindow` seconds.
    package var slowestRate: Int
    package var rateWindow: Int
    /// Bytes of all bodies that are held at once.
    package var bodyMemory: Int
    /// Bytes of all answers that clients have not taken yet.
    package var answerMemory: Int
    package var connectionsPerAddress: Int
    /// Addresses that may hold more: a proxy's connections are those of all its clients.
    package var isTrustedProxy: @Sendable (PeerAddress) -> Bool
    /// Connections a loop.
    package var connectionLimit: Int

    package init(
        host: String = "127.0.0.1",
        port: UInt16 = 8080,
        headerLimit: Int = 32 * 1024,
        headerTimeout: Int = 10,
        idleTimeout: Int = 75,
        progressTimeout: Int = 10,
        slowestRate: Int = 1024,
        rateWindow: Int = 30,
        bodyMemory: Int = 64 * 1024 * 1024,
        answerMemory: Int = 64 * 1024 * 1024,
        connectionsPerAddress: Int = 200,
        isTrustedProxy: @escaping @Sendable (PeerAddress) -> Bool = { _ in false },
        connectionLimit: Int = 50_000
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
    }

    var progressLimits: Progress.Limits {
        Progress.Limits(timeout: progressTimeout, slowestRate: slowestRate, window: rateWindow)
    }

    /// Bytes that the daemon has for one connection: headers over the limit are still read, to be refused, and the
    /// fields are listed in it.
    var bufferSize: Int { (headerLimit + 16 * 1024 + 4095) & ~4095 }
}
