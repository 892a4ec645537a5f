internal import Foundation
internal import ParlayAPI

/// When a stream loads the tree, connects, waits and ends. It does nothing itself: it receives what happened, and says what
/// to do.
struct LiveSession {
    enum Event {
        case started
        /// The answer to `load`.
        case loaded(Result<SportsbookTree, ParlayError>)
        /// The answer to `reload`.
        case reloaded(Result<SportsbookTree, ParlayError>)
        case pauseEnded
        case opened
        case message(LiveMessage)
        /// The socket was not opened, or has ended.
        case ended(WebSocketError)
    }

    enum Action: Equatable {
        /// Load the tree now; until then there is nothing else to do.
        case load
        /// Open the stream after this number.
        case connect(after: Int64)
        /// Wait for the next message.
        case receive
        /// Also load the tree at this time.
        case reload(at: Duration)
        case pause(until: Duration)
        /// Go on with what goes on.
        case proceed
        /// Close the socket: its end then says why.
        case close
        case fail(ParlayError)
    }

    /// What is shown of the connection.
    enum Phase: Equatable {
        case connecting
        case live
        case waiting(until: Duration)
    }

    /// A stream that lasted as long has proved itself: after it, the pauses start again from the shortest.
    static let proof = Duration.seconds(10)
    /// Before the tree is loaded again, so that it contains what the stream was ahead of it, plus a random part of `spread`,
    /// so that all apps do not load it at the same moment.
    static let lag = Duration.milliseconds(300)
    static let spread = Duration.seconds(2)
    /// How often a number may be refused in a row. The front may be behind the one that sent the number.
    private static let refusals = 5

    private let filter: LiveFilter
    private let random: @Sendable () -> Double
    private let pauses: RetryPolicy
    private(set) var book: LiveBook?
    private(set) var phase = Phase.connecting
    /// Counts what an app can see.
    private(set) var revision = 1
    /// Failed attempts in a row.
    private var failures = 0
    private var openedAt: Duration?
    private var refusedNumbers = 0
    /// Whether the stream cannot go on from the present tree.
    private var needsTree = true
    /// Whether there was no stream since the tree was loaded.
    private var isFresh = false
    /// While a reload is under way.
    private var log: LiveLog?
    private var reloadFailures = 0
    /// Why the tree cannot be loaded any more.
    private var reloadFailure: ParlayError?

    init(filter: LiveFilter = LiveFilter(), random: @escaping @Sendable () -> Double) {
        self.filter = filter
        self.random = random
        pauses = RetryPolicy(
            attempts: .max,
            firstPause: .milliseconds(500),
            longestPause: .seconds(30),
            random: random
        )
    }

    mutating func takeMoves() -> [Outcome.ID: PriceMove] { book?.takeMoves() ?? [:] }

    mutating func receive(_ event: Event, at now: Duration) -> Action {
        switch event {
        case .started: return proceed()
        case .pauseEnded: return proceed()
        case .loaded(.success(let tree)): return adopt(tree, at: now)
        case .loaded(.failure(let error)): return retry(error, at: now)
        case .reloaded(let result): return log == nil ? .proceed : reloaded(result, at: now)
        case .opened:
            openedAt = now
            refusedNumbers = 0
            isFresh = false
            show(.live)
            return .receive
        case .message(let message): return merge(message, at: now)
        case .ended(let error): return ended(error, at: now)
        }
    }

    private mutating func show(_ phase: Phase) {
        if self.phase != phase { revision += 1 }
        self.phase = phase
    }

    private mutating func proceed() -> Action {
        if let reloadFailure { return .fail(reloadFailure) }
        show(.connecting)
        if !needsTree, let book { return .connect(after: book.seq) }
        // This tree replaces the other one.
        log = nil
        return .load
    }

    /// The tree with which the stream begins, or begins again.
    private mutating func adopt(_ tree: SportsbookTree, at now: Duration) -> Action {
        // A front that is behind, unless the server said that the number does not exist.
        if let book, tree.seq < book.seq, refusedNumbers == 0 { return pause(nil, at: now) }
        if book == nil || refusedNumbers > 0 && tree.seq < (book?.seq ?? 0) {
            book = LiveBook(tree, filter: filter)
        } else {
            _ = book?.replace(by: tree)
        }
        revision += 1
        needsTree = false
        isFresh = true
        return proceed()
    }

    private mutating func merge(_ message: LiveMessage, at now: Duration) -> Action {
        guard let floor = book?.seq, let effect = book?.apply(message) else { return .receive }
        if effect == .changed { revision += 1 }
        if effect != .stale { log?.append(message) }
        guard effect == .unknown, log == nil else { return .receive }
        var log = LiveLog(after: floor)
        log.append(message)
        self.log = log
        return .reload(at: nextReload(now))
    }

    private func nextReload(_ now: Duration) -> Duration { now + Self.lag + Self.spread * random() }

    private mutating func reloaded(_ result: Result<SportsbookTree, ParlayError>, at now: Duration) -> Action
    {
        guard let log else { return .proceed }
        switch result {
        case .failure(let error):
            guard let wait = error.wait(isLoaded: true) else {
                reloadFailure = error
                return .close
            }
            reloadFailures += 1
            return .reload(at: now + pauses.pause(after: reloadFailures, retryAfter: wait.retryAfter))
        case .success(let tree):
            reloadFailures = 0
            // Older than the messages that are left.
            guard tree.seq >= log.floor else { return .reload(at: nextReload(now)) }
            let isComplete = book?.replace(by: tree, replaying: log.messages) ?? true
            revision += 1
            guard !isComplete else {
                self.log = nil
                return .proceed
            }
            var rest = LiveLog(after: tree.seq)
            for message in log.messages where message.seq > tree.seq { rest.append(message) }
            self.log = rest
            return .reload(at: nextReload(now))
        }
    }

    // MARK: The end of a socket

    private mutating func ended(_ error: WebSocketError, at now: Duration) -> Action {
        if let openedAt, now - openedAt >= Self.proof { failures = 0 }
        openedAt = nil
        if let reloadFailure { return .fail(reloadFailure) }
        switch error {
        case .closed(code: 4401, _): return .fail(.problem(.signedOut))
        case .closed: return pause(nil, at: now)
        case .failed(let error): return retry(.transport(error), at: now)
        case .refused(let response) where response.status == 410:
            needsTree = true
            // All apps that were away have missed too much at the same moment.
            return isFresh ? pause(nil, at: now) : wait(until: now + Self.spread * random())
        case .refused(let response):
            let error = ParlayError(refusal: response)
            guard response.status == 400, error.isAboutNumber else { return retry(error, at: now) }
            refusedNumbers += 1
            needsTree = true
            return refusedNumbers < Self.refusals ? pause(nil, at: now) : .fail(error)
        }
    }

    private mutating func retry(_ error: ParlayError, at now: Duration) -> Action {
        guard let wait = error.wait(isLoaded: book != nil) else { return .fail(error) }
        return pause(wait.retryAfter, at: now)
    }

    private mutating func pause(_ retryAfter: Duration?, at now: Duration) -> Action {
        failures += 1
        return wait(until: now + pauses.pause(after: failures, retryAfter: retryAfter))
    }

    private mutating func wait(until time: Duration) -> Action {
        show(.waiting(until: time))
        return .pause(until: time)
    }
}

extension ParlayError {
    /// Whether a 400 can be about the number after which the stream was to begin.
    fileprivate var isAboutNumber: Bool {
        guard case .string(let parameter)? = problem?.extensions["parameter"] else { return true }
        return parameter == "after"
    }
}
