import Foundation
import ParlayClient
import Synchronization

/// Answers from a script, and keeps what was asked.
final class ScriptedTransport: HTTPTransport {
    enum Step: Sendable {
        case answer(TransportResponse)
        case failure(TransportError)
        /// Answers nothing until the task is cancelled.
        case hang
    }

    private struct State {
        var steps: [Step]
        var requests: [TransportRequest] = []
    }
    private let state: Mutex<State>
    /// Gets a value with each request.
    let arrivals: AsyncStream<TransportRequest>
    private let arrived: AsyncStream<TransportRequest>.Continuation

    init(_ steps: [Step]) {
        state = Mutex(State(steps: steps))
        (arrivals, arrived) = AsyncStream.makeStream()
    }

    var requests: [TransportRequest] { state.withLock { $0.requests } }
    var isUsedUp: Bool { state.withLock { $0.steps.isEmpty } }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let step = state.withLock { state in
            state.requests.append(request)
            return state.steps.isEmpty ? nil : state.steps.removeFirst()
        }
        arrived.yield(request)
        switch step {
        case .answer(let response)?: return response
        case .failure(let error)?: throw error
        case .hang?:
            // Ends by cancellation alone.
            for await _ in AsyncStream<Never>.makeStream().stream {}
            throw TransportError.other("cancelled")
        case nil: throw TransportError.other("the script is at its end")
        }
    }
}

extension ScriptedTransport.Step {
    static func json(_ status: Int, _ body: String, _ headers: [String: String] = [:]) -> Self {
        let type = status < 400 ? "application/json" : Problem.mediaType
        return .answer(
            TransportResponse(
                status: status,
                headers: headers.merging(["content-type": type]) { mine, _ in mine },
                body: Data(body.utf8)
            )
        )
    }

    static func problem(_ status: Int, _ code: String, _ headers: [String: String] = [:]) -> Self {
        json(
            status,
            """
            {"type":"/docs/problems#\(code)","title":"T","status":\(status),"detail":"About \(code).",
             "code":"\(code)","request_id":"r-1"}
            """,
            headers
        )
    }

    static func value(_ value: some Encodable, status: Int = 200, _ headers: [String: String] = [:]) -> Self {
        let body = (try? JSONEncoder().encode(value)) ?? Data()
        return json(status, String(decoding: body, as: UTF8.self), headers)
    }

    static let noContent = answer(TransportResponse(status: 204))
    static let lost = failure(.connectionLost("reset"))
    static let unreachable = failure(.unreachable("refused"))
}

/// A clock that jumps over every pause and remembers it. What lies at its limit or beyond is waited for in earnest:
/// the deadline of a call comes only when a test brings it about.
final class JumpingClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct State {
        var now = Instant(offset: .zero)
        var pauses: [Duration] = []
        var isDue = false
        var waiting: [UUID: CheckedContinuation<Void, any Error>] = [:]
    }
    private let limit: Duration
    private let state = Mutex(State())

    init(limit: Duration) { self.limit = limit }

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .zero }
    var pauses: [Duration] { state.withLock { $0.pauses } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        if deadline.offset < limit {
            state.withLock { state in
                state.pauses.append(state.now.duration(to: deadline))
                state.now = max(state.now, deadline)
            }
            return
        }
        let id = UUID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome: Result<Void, any Error>? = state.withLock { state in
                    if state.isDue { return .success(()) }
                    if Task.isCancelled { return .failure(CancellationError()) }
                    state.waiting[id] = continuation
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume(throwing: CancellationError())
        }
    }

    /// Time passes without anybody waiting for it.
    func advance(by duration: Duration) { state.withLock { $0.now = $0.now.advanced(by: duration) } }

    /// Brings the deadline about.
    func strike() {
        let due = state.withLock { state in
            state.isDue = true
            state.now = Instant(offset: limit)
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in due { continuation.resume() }
    }
}
