/// How a process reaches the database.
package struct ConnectionSettings: Sendable {
    /// A libpq connection string or URI (PostgreSQL manual, 34.1.1). Holds a password: never logged.
    package var conninfo: String
    /// Logs in as this user instead of the one that `conninfo` names.
    package var user: String?
    /// The role every session takes after login, unless it logged in as that role.
    package var role: String?
    package var applicationName: String
    /// Milliseconds after which the server gives a statement up.
    package var statementTimeout: Int
    package var lockTimeout: Int
    /// Milliseconds after which a connection that owes answers and has sent none is given up: the server, or the way to it,
    /// hangs and cannot keep to the timeouts above.
    package var answerTimeout: Int

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
}
