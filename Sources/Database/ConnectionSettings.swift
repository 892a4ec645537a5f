/// How a process connects to the database.
package struct ConnectionSettings: Sendable {
    /// A libpq connection string or URI (PostgreSQL manual, 34.1.1). Contains a password, so it is never logged.
    package var conninfo: String
    /// Logs in as this user instead of the one in `conninfo`.
    package var user: String?
    /// The role that every session switches to after login, unless it logged in as that role.
    package var role: String?
    package var applicationName: String
    /// Milliseconds after which the server cancels a statement.
    package var statementTimeout: Int
    package var lockTimeout: Int
    /// Further settings of every session, by the names that PostgreSQL knows them by.
    package var further: [(name: String, value: String)] = []
    /// Milliseconds after which a connection that owes answers and sends none is closed: the server or the network
    /// hangs, so the timeouts above have no effect.
    package var answerTimeout: Int
    /// Whether the session takes the commands of replication (PostgreSQL manual, 55.4).
    package var replicates = false
    /// Is called for other events, on any thread. Without one, libpq prints notices to stderr, as commands do.
    package var observer: (@Sendable (DatabaseEvent) -> Void)?

    package init(
        conninfo: String,
        user: String? = nil,
        role: String? = nil,
        applicationName: String = "parlay",
        statementTimeout: Int = 15_000,
        lockTimeout: Int = 5_000,
        answerTimeout: Int? = nil
    ) {
        self.conninfo = conninfo
        self.user = user
        self.role = role
        self.applicationName = applicationName
        self.statementTimeout = statementTimeout
        self.lockTimeout = lockTimeout
        self.answerTimeout = answerTimeout ?? 2 * statementTimeout + 30_000
    }

    /// What each session sets.
    var sessionSettings: [(name: String, value: String)] {
        [
            ("statement_timeout", "\(statementTimeout)"), ("lock_timeout", "\(lockTimeout)"),
            ("search_path", "parlay,pg_temp"), ("timezone", "UTC"), ("client_min_messages", "warning"),
            // Until 0.4.0: notices of older versions are posted by a trigger (db/functions/posts_by_trigger.sql).
            ("parlay.posts", "itself"),
        ] + further
    }
}
