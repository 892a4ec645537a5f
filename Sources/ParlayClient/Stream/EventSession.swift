internal import ParlayAPI

/// When a stream asks for its position, connects, waits and ends. It does nothing itself: it receives what happened, and says
/// what to do.
struct EventSession {
    enum Event {
        case started
        /// The answer to `locate`.
        case located(Result<Int64, ParlayError>)
        case pauseEnded
        case opened
        case message(StreamEvent)
        /// The socket was not opened, or has ended.
        case ended(WebSocketError)
        /// What was to be delivered has been.
        case delivered
    }

    enum Action: Equatable {
        /// Ask for the position of the person's stream.
        case locate
        /// Open the stream after this number.
        case connect(after: Int64)
        /// Wait for the next message.
        case receive
        case pause(until: Duration)
        /// Hand it to the app, and then go on.
        case deliver(EventChange)
        case fail(ParlayError)
    }

    /// A stream that lasted as long has proved itself: after it, the pauses start again from the shortest.
    static let proof = Duration.seconds(10)
    /// Apps that were away at the same time do not all read again at the same moment.
    static let spread = Duration.seconds(2)

    private let random: @Sendable () -> Double
    private let pauses: RetryPolicy
    /// Of the last event; `nil` if the app must read everything again.
    private(set) var number: Int64?
    /// Whether the server has answered before.
    private var hasWorked = false
    /// Failed attempts in a row.
    private var failures = 0
    private var openedAt: Duration?
    /// What follows a delivery.
    private var next = Action.receive

    init(after number: Int64?, random: @escaping @Sendable () -> Double) {
        self.number = number
        self.random = random
        pauses = RetryPolicy(
            attempts: .max,
            firstPause: .milliseconds(500),
            longestPause: .seconds(30),
            random: random
        )
    }

    mutating func receive(_ event: Event, at now: Duration) -> Action {
        switch event {
        case .started, .pauseEnded: return number.map { .connect(after: $0) } ?? .locate
        case .located(.success(let number)):
            self.number = number
            hasWorked = true
            next = .connect(after: number)
            // After the number is known, so that nothing is missed that happens while the app reads.
            return .deliver(.reset)
        case .located(.failure(let error)): return retry(error, at: now)
        case .opened:
            openedAt = now
            hasWorked = true
            return .receive
        case .message(let event):
            guard event.number > number ?? 0 else { return .receive }
            number = event.number
            next = .receive
            return .deliver(.event(event))
        case .ended(let error): return ended(error, at: now)
        case .delivered: return next
        }
    }

    private mutating func ended(_ error: WebSocketError, at now: Duration) -> Action {
        if let openedAt, now - openedAt >= Self.proof { failures = 0 }
        openedAt = nil
        switch error {
        case .closed(code: 4401, _): return .fail(.problem(.signedOut))
        case .closed: return pause(nil, at: now)
        case .failed(let error): return retry(.transport(error), at: now)
        case .refused(let response) where response.status == 410:
            number = nil
            return .pause(until: now + Self.spread * random())
        case .refused(let response): return retry(ParlayError(refusal: response), at: now)
        }
    }

    private mutating func retry(_ error: ParlayError, at now: Duration) -> Action {
        guard let wait = error.wait(isLoaded: hasWorked) else { return .fail(error) }
        return pause(wait.retryAfter, at: now)
    }

    private mutating func pause(_ retryAfter: Duration?, at now: Duration) -> Action {
        failures += 1
        return .pause(until: now + pauses.pause(after: failures, retryAfter: retryAfter))
    }
}
