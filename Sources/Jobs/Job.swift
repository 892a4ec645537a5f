internal import Database

/// Work to be done later, at least once: its stored properties are the payload.
///
/// A run may be repeated after a crash or a lost connection, so that every job is idempotent and says in its doc
/// comment why. Properties may be added only as optionals: rows written by the version before are still waiting.
package protocol Job: Codable, Sendable {
    associatedtype Service: Sendable
    /// Stored in rows, never renamed: `[a-z][a-z0-9_.]*`, at most 63 characters.
    static var kind: String { get }
    static var policy: JobPolicy { get }
    /// Throwing means: again later, until the attempts are used up. `JobOutcome` can be thrown for more.
    func run(in context: JobContext<Service>) async throws
}

extension Job {
    package static var policy: JobPolicy { .standard }
}

/// What a job may throw to end a run otherwise than by failure.
package enum JobOutcome: Error, Equatable {
    /// Again after this time, without using up an attempt.
    case snooze(Duration)
    /// To the dead letters at once: no later run can succeed.
    case discard(String)
}

package enum JobError: Error, Equatable, CustomStringConvertible {
    case unencodable(kind: String, String)
    case malformedPayload(kind: String, String)
    case timeLimitExceeded(Duration)
    /// The lease ran out and the job was given to another worker; the effect was undone.
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

/// Names one run of a job: a later run of the same job has another attempt or another worker.
struct RunKey: Hashable, Sendable, Comparable {
    let tenantID: Int64
    let jobID: Int64
    let attempt: Int
    let workerID: Int64

    /// The order in which statements lock jobs, so that two never wait for each other.
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

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        key = try RunKey(&columns)
        kind = try columns.text()
        maximumAttempts = Int(try columns.integer())
        runAt = try columns.milliseconds()
        payload = try columns.bytes()
    }
}
