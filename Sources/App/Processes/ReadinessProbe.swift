internal import Database
internal import Reactor
internal import Schema

/// Whether the database can serve this process. All who ask at the same time share one probe, so that a database that
/// does not answer has only one waiting.
struct ReadinessProbe: Sendable {
    /// `.success` is ready; otherwise a sentence for the answer.
    private typealias Outcome = Result<Void, Refusal>
    private struct Refusal: Error { let detail: String }

    private static let silent = "The database is not responding."
    private let limit: Duration
    private let work: SharedWork<Outcome>

    /// - Parameters:
    ///   - limit: how long a load balancer waits for the answer.
    ///   - report: logs why the process is not ready.
    ///   - check: runs on the event loop of the first caller.
    init(
        limit: Duration = .seconds(2),
        report: @escaping @Sendable (String) -> Void,
        _ check: @escaping @Sendable () async throws -> Void
    ) {
        self.limit = limit
        work = SharedWork { done in
            Task.immediate(executorPreference: EventLoop.current) { done(await Self.outcome(report, check)) }
        }
    }

    /// Why the process is not ready; `nil` if it is.
    func refusal() async -> String? {
        switch await work.value(within: limit) {
        case .success?: nil
        case .failure(let refusal)?: refusal.detail
        case nil: Self.silent
        }
    }

    private static func outcome(
        _ report: @Sendable (String) -> Void,
        _ check: @Sendable () async throws -> Void
    ) async -> Outcome {
        do {
            try await check()
            return .success(())
        } catch let error as MigrationError {
            report("not ready: \(error)")
            return .failure(Refusal(detail: "The database schema does not fit this version."))
        } catch DatabaseError.statement(let failure) {
            report("not ready: \(failure)")
            return .failure(Refusal(detail: "Requests fail in the database; the log says why."))
        } catch {
            return .failure(Refusal(detail: silent))
        }
    }
}
