internal import Reactor

/// The connections of one purpose on one loop, opened in the background and reopened when they are lost.
final class ConnectionGroup {
    private let settings: ConnectionSettings
    private let size: Int
    private let loop: EventLoop
    private let connector: BlockingPool
    private let outage: Outage?
    /// Why the last connection was lost.
    private var loss: String?
    private var connections: [PipelinedConnection] = []
    private var opening = 0
    private var backoff = Duration.milliseconds(50)
    /// A timer will open the missing connections; until then calls fail immediately instead of trying.
    private var isBackingOff = false
    private var isClosed = false
    private var isWatched = false
    private(set) var lastError = DatabaseError.unavailable("not connected yet")
    /// Calls that wait for an exclusive connection.
    private var waiting = FairQueue<Requester, Requester, Waiter>(groupedBy: \.self)
    private let waits: Waits

    typealias Reservation = Result<LoopBound<PipelinedConnection>, DatabaseError>

    private final class Waiter {
        let resume: (Reservation) -> Void
        /// Ends the wait.
        var timer: TimerID?

        init(_ resume: @escaping (Reservation) -> Void) { self.resume = resume }
    }

    /// How many calls can wait for an exclusive connection, and how long.
    struct Waits {
        var maximum = 512
        /// `nil` means no limit.
        var limit: Duration?
    }

    init(
        _ settings: ConnectionSettings,
        size: Int,
        on loop: EventLoop,
        connector: BlockingPool,
        outage: Outage?,
        waits: Waits = Waits()
    ) {
        self.settings = settings
        self.size = size
        self.loop = loop
        self.connector = connector
        self.outage = outage
        self.waits = waits
    }

    var isConnected: Bool { !connections.isEmpty }
    var openCount: Int { connections.count }
    var depth: Int { connections.reduce(0) { $0 + $1.depth } }
    /// Calls that wait for an exclusive connection.
    var waitingCount: Int { waiting.count }

    /// Sends the unit on the least busy connection, or fails it immediately if it cannot be sent.
    func submit(_ unit: Unit, maximumDepth: Int) {
        guard depth < maximumDepth else { return unit.complete(.failure(.overloaded)) }
        do throws(DatabaseError) {
            try leastBusy().submit(unit)
        } catch {
            unit.complete(.failure(error))
        }
    }

    /// The least busy connection that is not in a transaction.
    private func leastBusy() throws(DatabaseError) -> PipelinedConnection {
        var best: PipelinedConnection?
        for connection in connections where !connection.isReserved && connection.depth < best?.depth ?? .max {
            best = connection
        }
        if opening == 0 && connections.count < size && !isBackingOff { open() }
        guard let best else { throw lastError }
        // A further connection is opened only if all open ones are busy.
        return best
    }

    func open() {
        if !isWatched { watch() }
        while !isClosed && connections.count + opening < size {
            opening += 1
            let settings = settings
            let mailbox = LoopBound(self, on: loop)
            let accepted = connector.submit {
                let result = Result { () throws(DatabaseError) in
                    try RawConnection.open(settings, pipeline: true)
                }
                mailbox.loop.execute { mailbox.value.opened(result) }
            }
            if !accepted {
                opening -= 1
                return reopenLater()
            }
        }
    }

    private func opened(_ result: Result<RawConnection, DatabaseError>) {
        opening -= 1
        guard !isClosed else { return }
        do {
            let connection = try PipelinedConnection(try result.get(), on: loop) { [weak self] lost, error in
                self?.lost(lost, error)
            }
            connections.append(connection)
            backoff = .milliseconds(50)
            loss = nil
            outage?.end(self)
            serveWaiting()
        } catch {
            lastError = Self.unavailability(error)
            if connections.isEmpty {
                outage?.begin(
                    self,
                    reason: [loss, lastError.reason].compactMap(\.self).joined(separator: "; ")
                )
            }
            if connections.isEmpty && opening == 0 {
                failWaiting()
            }
            reopenLater()
        }
    }

    /// Why there is no connection. What the server said when one was opened is no failure of a call's statement: the server
    /// may have been stopped just then.
    private static func unavailability(_ error: any Error) -> DatabaseError {
        switch error as? DatabaseError {
        case .statement(let failure)?: .unavailable(failure.description)
        case let error?: error
        case nil: .unavailable("\(error)")
        }
    }

    /// Looks for connections whose server does not respond.
    private func watch() {
        isWatched = true
        let limit = Duration.milliseconds(settings.answerTimeout)
        loop.schedule(after: min(limit / 4, .seconds(1))) { [weak self] in
            guard let self, !isClosed else { return }
            for connection in connections { connection.fail(ifSilentFor: limit) }
            watch()
        }
    }

    private func lost(_ connection: PipelinedConnection, _ error: DatabaseError) {
        connections.removeAll { $0 === connection }
        guard !isClosed else { return }
        lastError = error
        loss = error.reason
        reopenLater()
    }

    private func reopenLater() {
        guard !isClosed, !isBackingOff else { return }
        isBackingOff = true
        loop.schedule(after: backoff) { [weak self] in
            guard let self else { return }
            isBackingOff = false
            open()
        }
        backoff = min(backoff * 2, .seconds(1))
    }

    // MARK: Exclusive use

    /// Returns an idle connection for an explicit transaction, and waits if all are taken. Waiting requesters take
    /// turns, and each can have half of the places.
    func reserve(for requester: Requester, _ body: @escaping (Reservation) -> Void) {
        guard !isClosed else { return body(.failure(lastError)) }
        if let idle = connections.first(where: { !$0.isReserved && $0.depth == 0 }) {
            idle.isReserved = true
            return body(.success(LoopBound(idle, on: loop)))
        }
        let share = requester == .process ? waits.maximum : max(1, waits.maximum / 2)
        guard waiting.count < waits.maximum, waiting.count(of: requester) < share else {
            return body(.failure(.overloaded))
        }
        if connections.isEmpty && opening == 0 && isBackingOff { return body(.failure(lastError)) }
        let waiter = Waiter(body)
        let number = waiting.append(waiter, for: requester)
        if let limit = waits.limit {
            waiter.timer = loop.schedule(after: limit) { [weak self] in
                guard let self, let waiter = waiting.remove(number)?.element else { return }
                // Without any connection, the database is unavailable.
                waiter.resume(.failure(connections.isEmpty ? lastError : .overloaded))
            }
        }
        if !isBackingOff { open() }
    }

    func release(_ connection: PipelinedConnection) {
        connection.isReserved = false
        serveWaiting()
    }

    private func serveWaiting() {
        while let idle = connections.first(where: { !$0.isReserved && $0.depth == 0 }),
            let waiter = waiting.next()?.element
        {
            if let timer = waiter.timer { loop.cancel(timer) }
            idle.isReserved = true
            waiter.resume(.success(LoopBound(idle, on: loop)))
        }
    }

    private func failWaiting() {
        while let waiter = waiting.next()?.element {
            if let timer = waiter.timer { loop.cancel(timer) }
            waiter.resume(.failure(lastError))
        }
    }

    func flush() {
        for connection in connections { connection.flush() }
    }

    /// Fails all waiting calls permanently.
    func close() {
        isClosed = true
        lastError = .unavailable("the pool is stopped")
        for connection in connections { connection.fail("the pool is stopped") }
        failWaiting()
    }
}
