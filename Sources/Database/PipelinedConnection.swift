internal import Reactor

/// A connection whose statements overlap: they are sent as they come and answered in order. Lives on one loop.
///
/// Shared units of one turn end in one Sync (`flush`). When one of them fails, the server skips those behind it in
/// the same Sync: they are sent again, each with a Sync of its own, so that a failure stays its own.
final class PipelinedConnection {
    /// What the server owes next, in order.
    private enum Expected {
        case prepare(Statement, Unit)
        case query(Unit, isLast: Bool)
        /// The end of an implicit transaction; `unit` is the write that commits here.
        case sync(Unit?)
    }

    private let raw: RawConnection
    private let loop: EventLoop
    private let lost: (PipelinedConnection, DatabaseError) -> Void
    private var registration: EventLoop.Registration?
    private var expected: ArraySlice<Expected> = []
    private var awaitsEnd = false
    private var prepared: Set<Int> = []
    private var needsSync = false
    private var wantsWritable = false
    private var aborted: [Unit] = []
    private var isClosed = false
    /// Units sent and not yet answered.
    private(set) var depth = 0
    /// Held by an explicit transaction.
    var isReserved = false

    init(
        _ raw: RawConnection,
        on loop: EventLoop,
        lost: @escaping (PipelinedConnection, DatabaseError) -> Void
    ) throws(ReactorError) {
        self.raw = raw
        self.loop = loop
        self.lost = lost
        registration = try loop.add(raw.socket, .readable) { [weak self] readiness in self?.handle(readiness) }
    }

    // MARK: Sending

    func submit(_ unit: Unit) {
        guard !isClosed else {
            unit.complete(.failure(.unavailable("the connection is closed")))
            return
        }
        depth += 1
        unit.attempts += 1
        // A write must not share an implicit transaction with the reads before it.
        if !unit.isShared || unit.attempts > 1 { endShared() }
        for (index, query) in unit.queries.enumerated() {
            if !prepared.contains(query.statement.id) {
                prepared.insert(query.statement.id)
                guard raw.prepare(query.statement) else { return fail(raw.errorMessage) }
                expected.append(.prepare(query.statement, unit))
            }
            guard raw.send(query) else { return fail(raw.errorMessage) }
            expected.append(.query(unit, isLast: index == unit.queries.count - 1))
        }
        if unit.isShared && unit.attempts == 1 {
            needsSync = true
        } else {
            guard raw.sync() else { return fail(raw.errorMessage) }
            expected.append(.sync(unit))
            updateInterest()
        }
    }

    /// Ends the turn: one Sync for all shared units sent in it.
    func flush() {
        guard !isClosed else { return }
        endShared()
    }

    private func endShared() {
        guard needsSync else { return }
        needsSync = false
        guard raw.sync() else { return fail(raw.errorMessage) }
        expected.append(.sync(nil))
        updateInterest()
    }

    /// Asks for writability only while libpq holds unsent bytes.
    private func updateInterest() {
        guard let registration else { return }
        switch raw.flush() {
        case .failed: fail(raw.errorMessage)
        case .done where wantsWritable:
            wantsWritable = false
            loop.modify(registration, .readable)
        case .pending where !wantsWritable:
            wantsWritable = true
            loop.modify(registration, [.readable, .writable])
        case .done, .pending: break
        }
    }

    // MARK: Receiving

    private func handle(_ readiness: EventLoop.Readiness) {
        guard !isClosed else { return }
        guard raw.consume() else { return fail(raw.errorMessage) }
        while !isClosed, !expected.isEmpty, let outcome = raw.next() {
            guard receive(outcome) else { break }
        }
        guard !isClosed else { return }
        if raw.isBroken { return fail(raw.errorMessage) }
        if wantsWritable { updateInterest() }
    }

    /// Takes one result; false when libpq has nothing more for now.
    private func receive(_ outcome: RawConnection.Outcome) -> Bool {
        if case .end = outcome {
            guard awaitsEnd else { return false }
            awaitsEnd = false
            return true
        }
        if case .failed(.unavailable(let why)) = outcome {
            fail(why)
            return false
        }
        guard let head = expected.first else { return false }
        if case .sync(let unit) = head {
            if case .failed(let error) = outcome {
                // The commit itself was refused, by a deferred constraint for one.
                unit?.failure = error
                return true
            }
            expected.removeFirst()
            synced(unit)
            return true
        }
        expected.removeFirst()
        awaitsEnd = true
        switch head {
        case .prepare(let statement, let unit): prepareAnswered(statement, unit, outcome)
        case .query(let unit, let isLast): queryAnswered(unit, isLast: isLast, outcome)
        case .sync: break
        }
        return true
    }

    private func prepareAnswered(_ statement: Statement, _ unit: Unit, _ outcome: RawConnection.Outcome) {
        switch outcome {
        case .failed(let error):
            prepared.remove(statement.id)
            unit.failure = error
        case .aborted:
            prepared.remove(statement.id)
            unit.wasAborted = true
        default: break
        }
    }

    private func queryAnswered(_ unit: Unit, isLast: Bool, _ outcome: RawConnection.Outcome) {
        switch outcome {
        case .tuples(let set): unit.results.append(set)
        case .failed(let error):
            if error.sqlState == .invalidStatementName {
                for query in unit.queries { prepared.remove(query.statement.id) }
            }
            unit.failure = error
        case .aborted where unit.failure == nil: unit.wasAborted = true
        default: break
        }
        guard isLast else { return }
        depth -= 1
        if unit.isShared && unit.attempts == 1 {
            if unit.failure != nil || unit.wasAborted {
                aborted.append(unit)
            } else {
                unit.complete(.success(unit.results))
            }
        }
    }

    private func synced(_ unit: Unit?) {
        if let unit {
            settle(unit)
            return
        }
        let units = aborted
        aborted.removeAll()
        for unit in units { settle(unit) }
    }

    /// Answers a unit whose Sync is over, or sends it again when it was only skipped or may now succeed.
    private func settle(_ unit: Unit) {
        guard let failure = unit.failure else {
            if unit.wasAborted { return resend(unit) }
            return unit.complete(.success(unit.results))
        }
        let mayRetry = failure.sqlState == .invalidStatementName || failure.sqlState?.isTransient == true
        if mayRetry && unit.attempts <= 3 && !isReserved { return resend(unit) }
        if failure.sqlState?.isConnectionLoss == true {
            return unit.complete(.failure(.unavailable(failure.description)))
        }
        unit.complete(.failure(failure))
    }

    private func resend(_ unit: Unit) {
        guard unit.attempts <= 5 else {
            return unit.complete(.failure(unit.failure ?? .overloaded))
        }
        unit.reset()
        submit(unit)
    }

    // MARK: The end

    /// Fails everything that waits: reads as not done, writes that were sent as unknown.
    private func fail(_ why: String) {
        guard !isClosed else { return }
        close()
        var units: [Unit] = aborted
        for item in expected {
            switch item {
            case .query(let unit, let isLast) where isLast: units.append(unit)
            case .sync(let unit?): units.append(unit)
            default: break
            }
        }
        expected = []
        aborted = []
        lost(self, .unavailable(why))
        for unit in units {
            unit.complete(.failure(unit.isShared ? .unavailable(why) : .outcomeUnknown))
        }
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        if let registration { loop.remove(registration) }
        registration = nil
    }
}
