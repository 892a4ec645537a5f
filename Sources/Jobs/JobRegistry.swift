internal import FoundationEssentials

/// The kinds that a worker runs. Jobs of other kinds wait for a worker that knows them.
package struct JobRegistry: Sendable {
    struct Handler: Sendable {
        let policy: JobPolicy
        let run: @Sendable (ClaimedJob, JobRun) async throws -> Void
    }

    private(set) var handlers: [String: Handler] = [:]

    package init() {}

    /// - Precondition: the kind is registered only once.
    package mutating func register<J: Job>(_ type: J.Type, service: J.Service) {
        precondition(handlers[J.kind] == nil, "two jobs of the kind \(J.kind)")
        handlers[J.kind] = Handler(policy: J.policy) { claimed, run in
            let job: J
            do {
                job = try JSONDecoder().decode(J.self, from: Data(claimed.payload))
            } catch {
                throw JobError.malformedPayload(kind: J.kind, "\(error)")
            }
            let context = JobContext(
                service: service,
                tenantID: claimed.key.tenantID,
                jobID: claimed.key.jobID,
                attempt: claimed.key.attempt,
                isLastAttempt: claimed.key.attempt >= claimed.maximumAttempts,
                run: run
            )
            try await job.run(in: context)
        }
    }

    package var kinds: [String] { handlers.keys.sorted() }
}
