internal import HTTPServer
package import Reactor
package import Security
package import Tenancy

/// Hashes and verifies passwords on separate threads, so that no login blocks an event loop.
package struct PasswordHashing: Sendable {
    /// Who asks for a hash. Known people come first in the queue (docs/decisions/0165-known-people-come-first.md).
    package enum Client: Sendable {
        case stranger
        /// The account has shown a token or a mailed code, or is named from where it has signed in lately.
        case known(AccountID)
    }

    /// What takes turns in the queue.
    private enum Key: Hashable {
        case account(TenantID, AccountID)
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
    package func hash(_ password: String, for client: Client, in session: Session) async throws -> String {
        try session.requireNoTransaction("hashing a password")
        return try await pool.run(for: Self.user(client, session)) { [hasher] in try hasher.hash(password) }
    }

    /// Takes the same time without an account, and then returns false; also for a hash that costs more than this
    /// installation accepts, which is not computed.
    ///
    /// - Throws: `SlowWorkInTransaction` inside a transaction of the session.
    package func verify(
        _ password: String,
        against hash: String?,
        for client: Client,
        in session: Session
    ) async throws -> Bool {
        try session.requireNoTransaction("verifying a password")
        let stored = hash.flatMap { hasher.isTooCostly($0) ? nil : $0 }
        return try await pool.run(for: Self.user(client, session)) { [hasher] in
            let fits = try hasher.verify(password, against: stored ?? hasher.dummyHash)
            return fits && stored != nil
        }
    }

    /// Whether the cost was raised since this hash was made.
    package func needsRehash(_ hash: String) -> Bool { hasher.needsRehash(hash) }

    private static func user(_ client: Client, _ session: Session) -> FairPoolUser<Key> {
        let range = Key.range(session.address.range)
        let network = Key.network(session.address.network)
        return switch client {
        case .stranger: FairPoolUser(range, network)
        case .known(let account):
            FairPoolUser(.account(session.tenant.id, account), range, network, isPreferred: true)
        }
    }
}
