package import Reactor

/// A loop's own connection for one plain statement at a time. It is for what belongs to a session and not to a
/// transaction, such as LISTEN and advisory locks. Lives on one loop; never in pipeline mode.
package final class SessionConnection {
    private let raw: RawConnection
    private let loop: EventLoop
    private var registration: EventLoop.Registration?
    private var answer: ((Result<ResultSet?, DatabaseError>) -> Void)?
    private var pending: Result<ResultSet?, DatabaseError> = .success(nil)
    private var deadline: TimerID?
    private var isClosed = false

    /// Called for each notification, with channel and payload.
    package var notified: (String, String) -> Void = { _, _ in }
    /// Called once when the connection is lost; not after `close`.
    package var lost: (DatabaseError) -> Void = { _ in }

    private init(_ raw: RawConnection, on loop: EventLoop) throws(ReactorError) {
        self.raw = raw
        self.loop = loop
        registration = try loop.add(raw.socket, .readable) { [weak self] _ in self?.receive() }
    }

    /// Connects on a thread of the pool's connector and calls `body` on `loop`, where this must also be called.
    package static func open(
        _ pool: DatabasePool,
        on loop: EventLoop,
        _ body: @escaping (Result<SessionConnection, DatabaseError>) -> Void
    ) {
        let settings = pool.settings
        let mailbox = LoopBound(body, on: loop)
        let accepted = pool.connector.submit {
            let opened = Result { () throws(DatabaseError) in
                try RawConnection.open(settings, pipeline: false)
            }
            loop.execute {
                let connection = opened.flatMap { raw -> Result<SessionConnection, DatabaseError> in
                    do {
                        return .success(try SessionConnection(raw, on: loop))
                    } catch {
                        return .failure(.unavailable("\(error)"))
                    }
                }
                mailbox.value(connection)
            }
        }
        if !accepted { body(.failure(.overloaded)) }
    }

    /// Sends one statement and calls `body` with its rows in text format. If no answer comes within `limit`, the
    /// connection is closed.
    package func send(
        _ sql: StaticString,
        within limit: Duration,
        _ body: @escaping (Result<ResultSet?, DatabaseError>) -> Void
    ) {
        loop.assertOnLoop()
        guard !isClosed, answer == nil else {
            return body(.failure(isClosed ? .unavailable("the connection is closed") : .overloaded))
        }
        answer = body
        pending = .success(nil)
        deadline = loop.schedule(after: limit) { [weak self] in self?.fail("no answer within \(limit)") }
        guard raw.sendSimple("\(sql)"), raw.flush() != .failed else { return fail(raw.errorMessage) }
    }

    /// The same for a task on the loop.
    package func query(_ sql: StaticString, within limit: Duration) async throws(DatabaseError) -> ResultSet?
    {
        let result: Result<ResultSet?, DatabaseError> = unsafe await withUnsafeContinuation { continuation in
            // `answer` is called once: at the end of the statement or of the connection.
            send(sql, within: limit) { unsafe continuation.resume(returning: $0) }
        }
        return try result.get()
    }

    private func receive() {
        guard !isClosed else { return }
        guard raw.consume() else { return fail(raw.errorMessage) }
        while let notification = raw.nextNotification() {
            notified(notification.channel, notification.payload)
        }
        while !isClosed, answer != nil, let outcome = raw.next() {
            switch outcome {
            case .tuples(let set): pending = .success(set)
            case .failed(let error): pending = .failure(error)
            case .done, .synced, .aborted: break
            case .end: finish(pending)
            }
        }
        if !isClosed, raw.isBroken { fail(raw.errorMessage) }
    }

    private func finish(_ result: Result<ResultSet?, DatabaseError>) {
        if let deadline { loop.cancel(deadline) }
        deadline = nil
        let body = answer
        answer = nil
        body?(result)
    }

    private func fail(_ why: String) {
        guard !isClosed else { return }
        let lost = lost
        close()
        lost(.unavailable(why))
    }

    /// Ends the session; a waiting statement fails.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        if let registration { loop.remove(registration) }
        registration = nil
        lost = { _ in }
        notified = { _, _ in }
        finish(.failure(.unavailable("the connection is closed")))
    }
}
