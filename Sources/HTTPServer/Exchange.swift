package import ParlayAPI
internal import Reactor

/// One request and its answer, from the complete head to the last byte.
///
/// `@unchecked Sendable`: the connection and the request's task all run on the connection's loop, and nothing else
/// accesses it.
@safe final class Exchange: @unchecked Sendable {
    enum State {
        /// `RequestHandler.check` runs; nothing is read.
        case checking
        case receiving
        /// The answer is ready; a small body is read and dropped first, so that the connection can be used again.
        case dropping
        /// The handler works.
        case handling
        case answered
    }

    struct Result {
        let status: Int
        let problemCode: String?
        /// The size of the body.
        let bytes: Int

        init(_ response: borrowing Response) {
            status = response.status
            problemCode = response.problemCode
            bytes = response.body.count
        }
    }

    let head: RequestHead
    let trace = RequestTrace()
    let start = Instant.now
    /// Whether the connection ends after the answer.
    private(set) var mustClose: Bool
    /// Whether a part of the request is left unread.
    private(set) var isRefused = false
    private var response: Response?
    /// Of the answer that was taken.
    private var sent: Result?
    /// What the log says about the answer; `nil` if there is none.
    var result: Result? { sent ?? response.map { Result($0) } }
    /// The answer opens a stream and is not sent yet.
    private(set) var socket: PendingSocket?
    private let connection: Connection
    private var server: LoopServer { connection.server }
    private var state = State.receiving
    private let expectsContinue: Bool
    private var handling: Handling?
    /// `nil` before the first byte, and once the handler has answered.
    private var body: ReceivedBody?

    init(_ head: RequestHead, of connection: Connection, _ received: ReceivedHead) {
        self.head = head
        self.connection = connection
        mustClose = received.closes
        expectsContinue = received.expectsContinue && head.hasBody && !head.isHTTP10
    }

    var isAnswered: Bool { state == .answered }

    /// The request with the body read so far; `nil` before it is admitted.
    private var request: Request? {
        guard let handling else { return nil }
        return Request(head: head, parameters: handling.parameters, body: body?.bytes ?? [], trace: trace)
    }

    // MARK: What the connection reads

    func begin() {
        switch server.application.admit(head, trace: trace) {
        case .respond(let response):
            if isWorthWaitingFor { refuse(response) } else { drop(response) }
        case .handle(let handling): begin(handling)
        }
    }

    private func begin(_ handling: Handling) {
        let length = head.contentLength ?? 0
        guard length <= handling.bodyLimit else {
            return refuse(server.application.refusal(.bodyTooLarge(limit: handling.bodyLimit), of: head))
        }
        self.handling = handling
        // The check refuses a body that no limit would let in, so it takes no room.
        let isRead = handling.bodyLimit < .max
        if isRead, length > 0, !server.budgets.bodies.hasRoom(for: length) {
            return refuse(refusal(.bodyMemoryFull))
        }
        guard head.hasBody else { return }
        if handling.checksFirst && isWorthWaitingFor { return check(handling) }
        readBody()
    }

    private func readBody() {
        state = .receiving
        connection.enter(.body)
        connection.pace.slowestRate = handling?.slowestRate
        if expectsContinue { connection.sendContinue() }
    }

    func receive(_ part: Span<UInt8>) {
        guard state == .receiving, let handling else { return }
        let body = body ?? ReceivedBody(server.budgets.bodies)
        self.body = body
        guard body.bytes.count + part.count <= handling.bodyLimit else {
            return refuse(refusal(.bodyTooLarge(limit: handling.bodyLimit)))
        }
        guard body.append(part, announced: head.contentLength) else {
            return refuse(refusal(.bodyMemoryFull))
        }
        connection.pace.bodyBytes = body.bytes.count
    }

    /// The body is complete.
    func end() {
        switch state {
        case .receiving: handle()
        case .dropping: state = .answered
        case .checking, .handling, .answered: break
        }
    }

    /// The rest of the request cannot be read.
    func refuse(_ problem: Problem) { refuse(server.application.refusal(problem, of: head)) }

    // MARK: Handling

    /// Small bodies usually arrive with the headers. Such requests are authenticated in the handler's own round trip,
    /// and the body is dropped if the request is refused.
    private var isWorthWaitingFor: Bool {
        head.hasBody
            && (head.isChunked || (head.contentLength ?? 0) > 16 * 1024 || head.headers["Expect"] != nil)
    }

    private func check(_ handling: Handling) {
        guard let request else { return }
        state = .checking
        connection.enter(.handling)
        // The task starts on this thread and may end before this returns.
        Task.immediate(executorPreference: server.loop) { [self] in
            if let response = await handling.handler.check(request) {
                refuse(response)
            } else {
                readBody()
            }
            connection.wake()
        }
    }

    private func handle() {
        state = .handling
        connection.enter(.handling)
        guard let request, let handler = handling?.handler else { return }
        let hasBegun = handler.begin(request) { [self] response in
            if let response { answered(response) } else { respondInTask() }
        }
        guard !hasBegun else { return }
        Task.immediate(executorPreference: server.loop) { [self] in
            answered(await handler.respond(to: request))
        }
    }

    /// Later in this turn: it is called where the database's results are read, which must not send anything.
    private func respondInTask() {
        Task(executorPreference: server.loop) { [self] in
            guard let request, let handler = handling?.handler else { return }
            answered(await handler.respond(to: request))
        }
    }

    private func answered(_ response: consuming Response) {
        self.response = response
        body = nil
        state = .answered
        connection.wake()
    }

    // MARK: Answers

    /// Answers before the request is read to its end; the connection then ends.
    private func refuse(_ response: Response) {
        isRefused = true
        mustClose = true
        body = nil
        self.response = response
        state = .answered
    }

    /// Answers after the body, which is small or empty, was read. An earlier answer would end the connection.
    private func drop(_ response: Response) {
        self.response = response
        state = .dropping
        if head.hasBody { connection.enter(.body) }
    }

    /// Worded by the application.
    private func refusal(_ problem: Problem) -> Response {
        let response = handling?.handler.refusal(of: problem) ?? server.application.refusal(problem, of: head)
        return response.withRetryAfter
    }

    /// The answer, with room for it in the server's memory.
    ///
    /// - Parameter isFollowed: whether the client sent more without waiting for the answer.
    func takeAnswer(isFollowed: Bool) -> (Response, AnswerBytes)? {
        guard var response = response.take() else { return nil }
        if let upgrade = response.upgrade {
            switch server.reserve(upgrade, for: connection) {
            case .success(let socket): self.socket = socket
            case .failure(let problem): response = refusal(problem)
            }
        }
        // What follows a request for a WebSocket may be frames, which must not be read as requests.
        if isFollowed && socket == nil && asksForUpgrade { mustClose = true }
        // A write is not undone because memory is low, so its answer, which is small, is always sent.
        let mustFit = head.method == .get || head.method == .head
        var bytes = AnswerBytes(response.body, server.budgets.answers, mustFit: mustFit)
        if bytes == nil {
            response = refusal(.answerMemoryFull)
            bytes = AnswerBytes(response.body, server.budgets.answers, mustFit: false)
        }
        guard let bytes else { return nil }
        sent = Result(response)
        return (response, bytes)
    }

    private var asksForUpgrade: Bool { head.headers["Upgrade"] != nil }
}

extension Problem {
    static let bodyMemoryFull = overloaded(
        "The server is busy with large requests. Nothing was changed; try again."
    )
    static let answerMemoryFull = overloaded("The server is busy with large answers. Try again.")

    package static func overloaded(_ detail: String) -> Problem {
        Problem(status: 503, code: "overloaded", title: "Overloaded", detail: detail)
    }

    package static func bodyTooLarge(limit: Int) -> Problem {
        Problem(
            status: 413,
            code: "body_too_large",
            title: "Body too large",
            detail: limit == 0
                ? "This call accepts no body." : "The body of this call may have at most \(limit) bytes."
        )
    }
}
