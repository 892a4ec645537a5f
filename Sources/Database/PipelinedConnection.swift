internal import Reactor

/// A connection that pipelines its statements: they are sent as they come and answered in order. Lives on one loop.
///
/// The shared units of one turn end with one Sync (`flush`). If one of them fails, the server skips the later ones of
/// the same Sync; they are sent again, each with its own Sync, so that a failure affects only its own unit.
final class PipelinedConnection {
    /// The answers that the server owes, in order.
    private enum Expected {
        case prepare(Statement, generation: Int, Unit)
        /// The statement at `index` of the unit, under its latest prepared name.
        case query(Unit, index: Int, generation: Int)
        /// The end of an implicit transaction; `unit` is the write that it commits.
        case sync(Unit?)
    }

    private let raw: RawConnection
    private let loop: EventLoop
    private let lost: (PipelinedConnection, DatabaseError) -> Void
    private var registration: EventLoop.Registration?
    private var expected = Queue<Expected>()
    private var awaitsEnd = false
    /// The latest prepared version of each statement. The version is part of the name on the server. A name is never
    /// used twice, so that it cannot clash with one whose fate is unknown.
    private var prepared = PreparedStatements()
    private var lastGeneration = 0
    /// Why a statement could not be prepared the last time; units that were already sent after it fail with the same
    /// error.
    private var refusals: [Int: (generation: Int, error: DatabaseError)] = [:]
    private var needsSync = false
    private var wantsWritable = false
    private var aborted: [Unit] = []
    private var isClosed = false
    /// Units that were sent and not answered yet.
    private(set) var depth = 0
    /// Held by an explicit transaction.
    var isReserved = false
    /// Results received so far.
    private var received = 0
    /// When the server was first seen to owe answers, and the value of `received` at that time.
    private var silence: (since: Instant, received: Int)?

    init(
        _ raw: RawConnection,
        on loop: EventLoop,
        lost: @escaping (PipelinedConnection, DatabaseError) -> Void
    ) throws(ReactorError) {
        self.raw = raw
        self.loop = loop
        self.lost = lost
        registration = try loop.add(raw.socket, .readable) { [weak self] readiness in self?.handle(readiness)
        }
    }

    // MARK: Sending

    func submit(_ unit: Unit) {
        guard !isClosed else {
            unit.complete(.failure(.unavailable("the connection is closed")))
            return
        }
        guard !unit.queries.isEmpty else { return unit.complete(.success([])) }
        for query in unit.queries {
            if let refusal = query.refusal { return unit.complete(.failure(.statement(refusal))) }
        }
        // A write must not share an implicit transaction with earlier reads.
        if !unit.isShared || unit.attempts > 0 { endShared() }
        guard !isClosed, send(unit) else {
            // Its Sync was not sent, so the server drops the part it may have received.
            let why = raw.errorMessage
            fail(why)
            return unit.complete(.failure(.unavailable(why)))
        }
        depth += 1
        unit.attempts += 1
        if unit.isShared && unit.attempts == 1 {
            needsSync = true
        } else {
            expected.append(.sync(unit))
            guard raw.sync() else { return fail(raw.errorMessage) }
            updateInterest()
        }
    }

    private func send(_ unit: Unit) -> Bool {
        for index in unit.queries.indices {
            let query = unit.queries[index]
            guard let known = prepared[query.statement] ?? prepare(query.statement, for: unit),
                raw.send(query, as: known.name)
            else { return false }
            expected.append(.query(unit, index: index, generation: known.generation))
        }
        return true
    }

    private func prepare(_ statement: Statement, for unit: Unit) -> PreparedStatements.Entry? {
        lastGeneration += 1
        let name = statement.name(generation: lastGeneration)
        let known = PreparedStatements.Entry(generation: lastGeneration, name: name)
        guard raw.prepare(statement, as: name) else { return nil }
        prepared[statement] = known
        expected.append(.prepare(statement, generation: known.generation, unit))
        return known
    }

    /// The next use prepares the statement again, unless that has already happened.
    private func forget(_ statement: Statement, generation: Int) {
        if prepared[statement]?.generation == generation { prepared[statement] = nil }
    }

    /// Ends the turn: sends one Sync for all its shared units.
    func flush() {
        guard !isClosed else { return }
        endShared()
    }

    private func endShared() {
        guard needsSync else { return }
        needsSync = false
        expected.append(.sync(nil))
        guard raw.sync() else { return fail(raw.errorMessage) }
        updateInterest()
    }

    /// Waits for writability only while libpq has unsent bytes.
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

    /// Handles one result; false if libpq has no more for now.
    private func receive(_ outcome: RawConnection.Outcome) -> Bool {
        received += 1
        if case .end = outcome {
            guard awaitsEnd else { return false }
            awaitsEnd = false
            return true
        }
        if case .failed(.unavailable(let why)) = outcome {
            fail(why)
            return false
        }
        if case .failed(.statement(let failure)) = outcome, failure.endsSession {
            ended(by: failure)
            return false
        }
        guard let head = expected.first else { return false }
        if case .sync(let unit) = head {
            if case .failed(let error) = outcome {
                // The commit itself was refused, for example by a deferred constraint. libpq ends this result like a
                // statement's and then reports the Sync.
                unit?.failure = error
                awaitsEnd = true
                return true
            }
            awaitsEnd = false
            _ = expected.popFirst()
            synced(unit)
            return true
        }
        _ = expected.popFirst()
        awaitsEnd = true
        switch head {
        case .prepare(let statement, let generation, let unit):
            prepareAnswered(statement, generation, unit, outcome)
        case .query(let unit, let index, let generation):
            queryAnswered(unit, index, generation, outcome)
        case .sync: break
        }
        return true
    }

    private func prepareAnswered(
        _ statement: Statement,
        _ generation: Int,
        _ unit: Unit,
        _ outcome: RawConnection.Outcome
    ) {
        switch outcome {
        case .failed(let error):
            forget(statement, generation: generation)
            refusals[statement.id] = (generation, error)
            unit.failure = error
        case .aborted:
            forget(statement, generation: generation)
            unit.wasAborted = true
        default: break
        }
    }

    private func queryAnswered(
        _ unit: Unit,
        _ index: Int,
        _ generation: Int,
        _ outcome: RawConnection.Outcome
    ) {
        switch outcome {
        case .tuples(let set): unit.results.append(set)
        case .failed(let error):
            unit.failure = error
            if error.sqlState == .invalidStatementName {
                let statement = unit.queries[index].statement
                forget(statement, generation: generation)
                if let refusal = refusals[statement.id], refusal.generation == generation {
                    unit.failure = refusal.error
                }
            }
        case .aborted where unit.failure == nil: unit.wasAborted = true
        default: break
        }
        guard index == unit.queries.count - 1 else { return }
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

    /// Completes a unit whose Sync is over, or sends it again if it was only skipped or may succeed now.
    private func settle(_ unit: Unit) {
        guard let failure = unit.failure else {
            if unit.wasAborted { return resend(unit) }
            return unit.complete(.success(unit.results))
        }
        let mayRetry = failure.sqlState == .invalidStatementName || failure.sqlState?.isTransient == true
        if mayRetry && unit.attempts <= 3 && !isReserved { return resend(unit) }
        if failure.sqlState == .readOnlyTransaction {
            // A standby, or a server that was made read-only: the unit was rolled back, and nothing can be written
            // here. A new connection goes to the primary.
            fail(failure.description)
            return unit.complete(.failure(.unavailable(failure.description)))
        }
        if failure.sqlState?.isConnectionLoss == true {
            // An error that did not end the session, such as a stopped parallel worker. The answer to the Sync
            // followed it, so the unit was rolled back.
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

    /// Fails everything that waits: reads as not done, sent writes as unknown.
    func fail(_ why: String) { end(why) { _ in true } }

    /// The server ended the session and said so at this point of its answers. It executes nothing after that point
    /// and rolls back what is not committed: a write is unknown only if the answer to its commit was due.
    private func ended(by failure: StatementFailure) {
        let atCommit: Unit?
        switch expected.first {
        case .sync(let unit): atCommit = unit
        // Completed at its last result; other statements commit at the following Sync.
        case .query(let unit, let index, _):
            atCommit = unit.commitsBeforeSync && index == unit.queries.count - 1 ? unit : nil
        case .prepare, nil: atCommit = nil
        }
        end(failure.description) { $0 === atCommit }
    }

    private func end(_ why: String, mayHaveCommitted: (Unit) -> Bool) {
        guard !isClosed else { return }
        close()
        var units: [Unit] = aborted
        for item in expected.removeAll() {
            switch item {
            case .query(let unit, let index, _) where index == unit.queries.count - 1: units.append(unit)
            case .sync(let unit?): units.append(unit)
            default: break
            }
        }
        aborted = []
        lost(self, .unavailable(why))
        for unit in units {
            let isUnknown = !unit.isShared && mayHaveCommitted(unit)
            unit.complete(.failure(isUnknown ? .outcomeUnknown : .unavailable(why)))
        }
    }

    /// Closes the connection if the server has owed answers for too long without sending any.
    func fail(ifSilentFor limit: Duration) {
        guard !expected.isEmpty else {
            silence = nil
            return
        }
        guard let silence, silence.received == received else {
            silence = (.now, received)
            return
        }
        if .now - silence.since >= limit { fail("no answer within \(limit)") }
    }

    private func close() {
        guard !isClosed else { return }
        isClosed = true
        if let registration { loop.remove(registration) }
        registration = nil
    }
}
