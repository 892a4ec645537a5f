internal import Glibc

/// How a connection pooler, such as PgBouncer, between this program and PostgreSQL hands out the server's sessions.
package enum Pooler: Sendable, Equatable {
    /// A session for each connection until it ends. Works, but saves nothing, because Parlay has its own pool.
    case session
    /// A session for each transaction. Does not work.
    case transaction
    /// A session for each statement. Does not work.
    case statement

    /// Why a process cannot work behind it, and what to do; `nil` if it can.
    package var refusal: String? {
        guard self != .session else { return nil }
        let mode = self == .transaction ? "transaction" : "statement"
        return
            "a connection pooler in \(mode) mode is between this program and PostgreSQL, but `set role`, LISTEN,"
            + " prepared statements and session locks need a session of their own. Set DATABASE_URL to the address"
            + " of PostgreSQL itself (Parlay has its own pool), or let the pooler use session mode (PgBouncer:"
            + " pool_mode = session)."
    }

    /// `nil` if the connection leads to PostgreSQL itself. Changes nothing in the sessions. Blocks.
    ///
    /// A pooler announces a process id of its own when a client connects. In session mode the server process behind a
    /// connection is always the same, and no other connection gets it.
    package static func detect(_ settings: ConnectionSettings) throws(DatabaseError) -> Pooler? {
        let first = try RawConnection.open(settings, pipeline: false, preparesSession: false)
        var backend = try first.backend()
        if backend == first.announcedBackend, try first.backend() == backend { return nil }
        do {
            try first.execute("begin")
            try first.execute("rollback")
        } catch {
            // "transaction blocks not allowed in statement pooling mode", and the connection is closed.
            if "\(error)".contains("statement pooling") { return .statement }
            throw error
        }
        for _ in 0..<3 {
            let before = backend
            backend = try first.backend()
            if backend != before { return .transaction }
            let second: RawConnection
            do {
                second = try RawConnection.open(settings, pipeline: false, preparesSession: false)
            } catch {
                // Opening asks whether the server can be written, which waits for a session too.
                return .session
            }
            // In session mode it may have to wait for a session, and gets one only if others end.
            guard let other = second.backend(in: "begin", within: .seconds(3)) else { return .session }
            if other == backend { return .transaction }
            if first.backend(in: "begin", within: .seconds(3)) != backend { return .transaction }
            try first.execute("rollback")
        }
        return .session
    }
}

extension RawConnection {
    /// The process id of the server behind the next statement. Blocks.
    fileprivate func backend() throws(DatabaseError) -> Int64 {
        try Rows<Int64>(try query("select pg_backend_pid()", [])).one
    }

    /// The same inside a transaction that stays open; `nil` if there is no answer in time, or an error. Blocks.
    fileprivate func backend(in begin: String, within limit: Duration) -> Int64? {
        guard sendSimple("\(begin); select pg_backend_pid()") else { return nil }
        let deadline = ContinuousClock.now + limit
        var found: Int64?
        while true {
            guard flush() != .failed, consume() else { return nil }
            while let outcome = next() {
                switch outcome {
                case .tuples(let set): found = (try? Rows<String>(set).first).flatMap { Int64($0) } ?? found
                case .failed: return nil
                case .end: return found
                case .done, .synced, .aborted: break
                }
            }
            let left = (deadline - .now) / .milliseconds(1)
            guard left >= 1, !isBroken else { return nil }
            var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            _ = unsafe poll(&waiting, 1, Int32(min(left, 1e9)))
        }
    }
}
