internal import HTTPServer
package import Reactor
package import Security
package import Tenancy

/// Hashes and verifies passwords on separate threads, so that no login blocks an event loop.
package struct PasswordHashing: Sendable {
    /// What takes turns in the queue.
    private enum Key: Hashable {
        /// Networks of one provider.
        case range(PeerAddress)
        case network(PeerAddress)
    }

    private let hasher: PasswordHasher
    private let pool: FairPool<Key>

    /// Client addresses share the pool's queue fairly, an IPv6 network counting as one, so that neither one address
    /// nor many keep others' passwords from being hashed. An address gets at most an eighth of it.
    ///
    /// - Parameter pool: one thread per core and a short queue; if it is full, it throws `ReactorError.poolFull`,
    ///   which answers 503.
    package init(hasher: PasswordHasher, pool: BlockingPool) {
        self.hasher = hasher
        self.pool = FairPool(pool, share: max(1, pool.capacity / 8))
    }

    /// - Throws: `SlowWorkInTransaction` inside a transaction of the session.
    package func hash(_ password: String, in session: Session) async throws -> String {
        try session.requireNoTransaction("hashing a password")
        return try await pool.run(for: Self.user(session)) { [hasher] in try hasher.hash(password) }
    }

    /// Takes the same time without an account, and then returns false.
    ///
    /// - Throws: `SlowWorkInTransaction` inside a transaction of the session.
    package func verify(
        _ password: String,
        against hash: String?,
        in session: Session
    ) async throws -> Bool {
        try session.requireNoTransaction("verifying a password")
        return try await pool.run(for: Self.user(session)) { [hasher] in
            let fits = try hasher.verify(password, against: hash ?? hasher.dummyHash)
            return fits && hash != nil
        }
    }

    /// Whether the cost was raised since this hash was made.
    package func needsRehash(_ hash: String) -> Bool { hasher.needsRehash(hash) }

    private static func user(_ session: Session) -> FairPoolUser<Key> {
        FairPoolUser(.range(session.address.range), .network(session.address.network))
    }
}
