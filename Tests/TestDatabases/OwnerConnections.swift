internal import Database

/// Connections as `parlay_owner` to one database. A test needs one for a statement or two, and a new session costs the
/// server more than most statements.
struct OwnerConnections: Sendable {
    private enum Kind { case owner }

    private let kept = Reusable<Kind, BlockingConnection>()
    private let settings: ConnectionSettings

    init(_ settings: ConnectionSettings) { self.settings = settings }

    func take() throws -> BlockingConnection {
        while let used = kept.take(.owner) {
            do {
                // Also the role. Fails in a transaction that was left open, and for a session that the test ended.
                try used.execute("discard all")
                try used.execute("set role parlay_owner")
                return used
            } catch {
                kept.forget(used)
            }
        }
        let new = try BlockingConnection(settings)
        kept.add(new, .owner)
        return new
    }

    /// Forgets what is still held or no longer of use, and returns the processes of the others.
    func unheldProcesses() -> [Int64] {
        kept.takeAll().free.compactMap { entry in
            guard let process = process(of: entry.object) else { return nil }
            kept.add(entry.object, entry.kind)
            return process
        }
    }

    private func process(of connection: BlockingConnection) -> Int64? {
        do {
            try connection.execute("discard all")
            // What it has written counts now, and not up to a second later.
            return try connection.query(Pools.flush()).one
        } catch {
            return nil
        }
    }
}
