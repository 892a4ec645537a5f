internal import Database

/// Work that is done later, at least once. Its stored properties are the payload.
///
/// A run can be repeated after a crash or a lost connection, so every job is idempotent and says in its doc comment
/// why. New properties must be optional, because rows written by the previous version are still waiting.
package protocol Job: Codable, Sendable {
    associatedtype Service: Sendable
    /// Stored in rows, never renamed: `[a-z][a-z0-9_.]*`, at most 63 characters.
    static var kind: String { get }
    static var policy: JobPolicy { get }
    /// Throwing means: retry later, until the attempts are used up. Throw `JobOutcome` for other results.
    func run(in context: JobContext<Service>) async throws
}

extension Job {
    package static var policy: JobPolicy { .standard }
}

/// Thrown by a job to end a run in another way than by failure.
package enum JobOutcome: Error, Equatable {
    /// Run again after this time, without using up an attempt.
    case snooze(Duration)
    /// Move to the dead letters immediately: no later run can succeed.
    case discard(String)
}

package enum JobError: Error, Equatable, CustomStringConvertible {
    case unencodable(kind: String, String)
    case malformedPayload(kind: String, String)
    case timeLimitExceeded(Duration)
    /// The lease expired and the job was given to another worker; the effect was undone.
    case leaseLost
    /// The effect of this run was already committed.
    case alreadyCompleted

    package var description: String {
        switch self {
        case .unencodable(let kind, let why): "cannot encode the payload of \(kind): \(why)"
        case .malformedPayload(let kind, let why): "malformed payload of \(kind): \(why)"
        case .timeLimitExceeded(let limit): "took longer than \(limit)"
        case .leaseLost: "the lease was lost; another worker has the job"
        case .alreadyCompleted: "the run was already completed"
        }
    }
}

/// Identifies one run of a job: a later run of the same job has another attempt or another worker.
struct RunKey: Hashable, Sendable, Comparable {
    let tenantID: Int64
    let jobID: Int64
    let attempt: Int
    let workerID: Int64

    /// The order in which statements lock jobs, so that they never deadlock.
    static func < (left: RunKey, right: RunKey) -> Bool {
        (left.tenantID, left.jobID) < (right.tenantID, right.jobID)
    }
}

extension RunKey: ColumnGroup {
    static let columns: SQLFragment = ["tenant_id", "id", "attempt", "worker_id"]

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        tenantID = try columns.integer()
        jobID = try columns.integer()
        attempt = Int(try columns.integer())
        workerID = try columns.integer()
    }
}

struct ClaimedJob: Sendable {
    let key: RunKey
    let kind: String
    let maximumAttempts: Int
    /// Milliseconds since the Unix epoch.
    let runAt: Int64
    /// JSON.
    let payload: [UInt8]
}

extension ClaimedJob: ColumnGroup {
    static let columns: SQLFragment = RunKey.columns + ["kind", "max_attempts", "run_at", "payload::text"]

    /// Begins the runs of the rows of `picked` in the worker `$1`, and returns the jobs.
    static let claimingPicked = SQLFragment(
        joining: """
            update jobs
               set state = 'running', worker_id = $1, attempt = jobs.attempt + 1
              from picked
             where jobs.tenant_id = picked.tenant_id and jobs.id = picked.id
            returning
            """,
        columns.of("jobs")
    )

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        key = try RunKey(&columns)
        kind = try columns.text()
        maximumAttempts = Int(try columns.integer())
        runAt = try columns.milliseconds()
        payload = try columns.bytes()
    }
}
