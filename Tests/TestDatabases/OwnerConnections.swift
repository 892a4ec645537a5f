internal import Database
internal import Synchronization

/// Connections as `parlay_owner` to one database. A test needs one for a statement or two, and a new session costs the
/// server more than most statements: one that nobody holds any more is used again.
///
/// `@unchecked Sendable`, because connections are not: `connections` is used under the lock alone, and a connection leaves
/// only while the array has the one reference to it, so that a single task holds it.
final class OwnerConnections: @unchecked Sendable {
    private let lock = Mutex(())
    private var connections: [BlockingConnection] = []
    private let settings: ConnectionSettings

    init(_ settings: ConnectionSettings) { self.settings = settings }

    func take() throws -> BlockingConnection {
        while let used = takeUnheld() {
            do {
                // Also the role. Fails in a transaction that was left open, and for a session that the test ended.
                try used.execute("discard all")
                try used.execute("set role parlay_owner")
                return used
            } catch {
                forget(used)
            }
        }
        return try lock.withLock { _ in
            connections.append(try BlockingConnection(settings))
            return connections[connections.count - 1]
        }
    }

    private func takeUnheld() -> BlockingConnection? {
        lock.withLock { _ in
            for index in connections.indices where isKnownUniquelyReferenced(&connections[index]) {
                return connections[index]
            }
            return nil
        }
    }

    private func forget(_ connection: BlockingConnection) {
        lock.withLock { _ in connections.removeAll { $0 === connection } }
    }

    /// Forgets what is still held or no longer of use, and returns the processes of the others.
    func unheldProcesses() -> [Int64] {
        lock.withLock { _ in
            var processes: [Int64] = []
            for index in connections.indices.reversed() {
                if isKnownUniquelyReferenced(&connections[index]),
                    let process = process(of: connections[index])
                {
                    processes.append(process)
                } else {
                    connections.remove(at: index)
                }
            }
            return processes
        }
    }

    private func process(of connection: BlockingConnection) -> Int64? {
        do {
            try connection.execute("discard all")
            // What it has written counts now, and not up to a second later.
            return try connection.query("select pg_backend_pid()::bigint, pg_stat_force_next_flush()")[0]
                .integer(0)
        } catch {
            return nil
        }
    }
}
