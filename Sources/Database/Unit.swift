/// Statements that succeed or fail together, and their waiting caller. Lives on one loop.
final class Unit {
    let queries: [Query]
    /// A shared unit only reads: its Sync can serve other units, and it can be sent again.
    let isShared: Bool
    let finish: (Result<[ResultSet], DatabaseError>) -> Void
    var results: [ResultSet] = []
    var failure: DatabaseError?
    /// The server skipped it because an earlier unit of the same Sync failed.
    var wasAborted = false
    var attempts = 0
    /// One of its statements commits by itself, before the Sync.
    var commitsBeforeSync = false
    private var isFinished = false

    init(queries: [Query], isShared: Bool, finish: @escaping (Result<[ResultSet], DatabaseError>) -> Void) {
        self.queries = queries
        self.isShared = isShared
        self.finish = finish
        results.reserveCapacity(queries.count)
    }

    func complete(_ result: Result<[ResultSet], DatabaseError>) {
        guard !isFinished else { return }
        isFinished = true
        finish(result)
    }

    func reset() {
        results.removeAll(keepingCapacity: true)
        failure = nil
        wasAborted = false
    }
}
