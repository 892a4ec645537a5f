internal import Database
internal import ParlayAPI
internal import Reactor

/// A session follows its tenant to another cell.
extension Session {
    /// How long a call waits for a tenant whose cell does not say how long.
    private static var patience: Duration { .seconds(2) }
    private static var pause: Duration { .milliseconds(10) }

    /// Runs a unit. If the cell refuses it because the tenant is on its way to another, nothing was done: it waits until the tenant
    /// is open, and runs the unit there.
    ///
    /// - Throws: `DatabaseError.unavailable` if that takes too long.
    func atHome<Value>(_ unit: (DatabasePool) async throws -> Value) async throws -> Value {
        var refused: Instant?
        while true {
            do {
                return try await unit(database)
            } catch let error as DatabaseError where error.sqlState == .tenantClosed {
                held = nil
                let start = refused ?? .now
                refused = start
                try await follow(since: start)
            }
        }
    }

    private func follow(since start: Instant) async throws {
        registry.hurry()
        await EventLoop.current?.sleep(for: Self.pause)
        guard let present = presentTenant else { throw Problem.unknownTenant }
        let isHeld = present.residence.heldUntil.map { Timestamp.now < $0 } ?? false
        guard isHeld || Instant.now - start < Self.patience else {
            throw DatabaseError.unavailable("the tenant moves to another database")
        }
        move(to: present)
        if let home = registry.database(of: present) { database = home }
    }
}
