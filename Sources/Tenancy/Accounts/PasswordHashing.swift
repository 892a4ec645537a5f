package import Reactor
package import Security

/// Passwords hashed and checked on threads of their own, so that no login holds an event loop.
package struct PasswordHashing: Sendable {
    private let hasher: PasswordHasher
    private let pool: BlockingPool

    /// - Parameter pool: one thread per core and a short queue; when it is full, calls throw
    ///   `ReactorError.poolFull`, which answers 503.
    package init(hasher: PasswordHasher, pool: BlockingPool) {
        self.hasher = hasher
        self.pool = pool
    }

    /// - Throws: `SlowWorkInTransaction` inside a transaction of the session.
    package func hash(_ password: String, in session: Session) async throws -> String {
        try session.requireNoTransaction("hashing a password")
        return try await pool.run { [hasher] in try hasher.hash(password) }
    }

    /// Takes the same time without an account, and then says no.
    ///
    /// - Throws: `SlowWorkInTransaction` inside a transaction of the session.
    package func verify(
        _ password: String,
        against hash: String?,
        in session: Session
    ) async throws -> Bool {
        try session.requireNoTransaction("verifying a password")
        return try await pool.run { [hasher] in
            let fits = try hasher.verify(password, against: hash ?? hasher.dummyHash)
            return fits && hash != nil
        }
    }

    /// Whether the cost was raised since this hash was made.
    package func needsRehash(_ hash: String) -> Bool { hasher.needsRehash(hash) }
}
