/// Statements that succeed or fail together, and their waiting caller. Lives on one loop.
final class Unit {
    let queries: [Query]
    /// A shared unit only reads: its Sync can serve other units, and it can be sent again.
    let isShared: Bool
    private let caller: Caller
    var results: [ResultSet] = []
    var failure: DatabaseError?
    /// The server skipped it because an earlier unit of the same Sync failed.
    var wasAborted = false
    var attempts = 0
    /// One of its statements commits on its own, before the Sync.
    var commitsBeforeSync = false
    private var isFinished = false

    typealias Outcome = Result<[ResultSet], DatabaseError>

    /// Who gets the results, once.
    @safe enum Caller {
        case task(UnsafeContinuation<Outcome, Never>)
        case function((Outcome) -> Void)
    }

    init(queries: [Query], isShared: Bool, for caller: Caller) {
        self.queries = queries
        self.isShared = isShared
        self.caller = caller
        results.reserveCapacity(queries.count)
    }

    func complete(_ outcome: Outcome) {
        guard !isFinished else { return }
        isFinished = true
        switch caller {
        case .task(let continuation): unsafe continuation.resume(returning: outcome)
        case .function(let body): body(outcome)
        }
    }

    func reset() {
        results.removeAll(keepingCapacity: true)
        failure = nil
        wasAborted = false
    }
}
