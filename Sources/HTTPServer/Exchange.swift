internal import CMicroHTTPD
internal import Glibc
package import ParlayAPI
internal import Reactor

/// One request and its answer, from the request line to the last byte.
///
/// `@unchecked Sendable`: libmicrohttpd's callbacks and the request's task all run on the connection's loop, and
/// nothing else accesses it.
@safe final class Exchange: @unchecked Sendable {
    enum State {
        case headers
        /// `RequestHandler.check` runs; the connection is suspended.
        case checking
        /// The check passed; the daemon calls once more with only the headers.
        case checked
        case receiving
        /// The answer is ready; a small body is read and dropped first, so that the connection can be reused.
        case dropping
        /// The handler runs; the connection is suspended.
        case handling
        case answered
        case sent
    }

    let connection: OpaquePointer
    let server: LoopServer
    /// Its connection's, which holds this exchange until it ends.
    let record: ConnectionRecord
    /// As sent; `nil` if it is not UTF-8, or not to be compared (`MarkRun`).
    let target: String?
    /// The position of the target in the daemon's buffer, and its bytes.
    let targetStart: UInt
    let targetCount: Int
    let start = Instant.now
    let trace = RequestTrace()
    var state = State.headers
    var head: RequestHead?
    var handling: Handling?
    /// `nil` before the first byte, and once the handler has answered.
    var body: ReceivedBody?
    var response: Response?
    /// The answer is 101 and not sent yet.
    var pending: PendingSocket?
    var linger: LingeringSocket?
    var mustClose = false
    var isSuspended = false

    init(
        _ connection: OpaquePointer,
        target: UnsafePointer<CChar>,
        record: ConnectionRecord,
        server: LoopServer
    ) {
        unsafe self.connection = connection
        self.record = record
        let text = unsafe String(validatingCString: target)
        self.target = text.flatMap { MarkRun.isTooLong(in: $0) ? nil : $0 }
        targetStart = UInt(bitPattern: target)
        unsafe targetCount = text?.utf8.count ?? strlen(target)
        self.server = server
    }

    /// The request with the body read so far; `nil` before the headers are complete.
    private var request: Request? {
        guard let head, let handling else { return nil }
        return Request(head: head, parameters: handling.parameters, body: body?.bytes ?? [], trace: trace)
    }

    /// Called by the daemon: once with the headers, once for each part of the body, once at its end, and again after
    /// a resume. False closes the connection.
    func advance(
        _ method: UnsafePointer<CChar>?,
        _ version: UnsafePointer<CChar>?,
        _ part: UnsafeRawBufferPointer,
        taken: () -> Void
    ) -> Bool {
        switch state {
        case .headers:
            guard let method = unsafe method, let version = unsafe version else { return false }
            return unsafe begin(method, version)
        case .checking:
            return true
        case .handling:
            suspend()
            return true
        case .checked:
            state = .receiving
            return true
        case .receiving where unsafe !part.isEmpty:
            return unsafe receive(part, taken: taken)
        case .receiving:
            return handle()
        case .dropping where unsafe !part.isEmpty:
            taken()
            return true
        case .dropping, .answered:
            return send()
        case .sent:
            return true
        }
    }

    private func begin(_ method: UnsafePointer<CChar>, _ version: UnsafePointer<CChar>) -> Bool {
        let head: RequestHead
        switch unsafe server.readHead(of: self, method: method, version: version) {
        case .success(let read): head = read
        case .failure(let refusal):
            self.head = refusal.head
            return refuse(server.application.refusal(refusal.problem, of: refusal.head))
        }
        self.head = head
        switch server.application.admit(head, trace: trace) {
        case .respond(let response):
            return isWorthWaitingFor(head) ? refuse(response) : drop(response)
        case .handle(let handling):
            if (head.contentLength ?? 0) > handling.bodyLimit {
                let problem = Problem.bodyTooLarge(limit: handling.bodyLimit)
                return refuse(server.application.refusal(problem, of: head))
            }
            self.handling = handling
            // The check refuses a body that no limit would let in, so it takes no room.
            let isRead = handling.bodyLimit < .max
            if isRead, let length = head.contentLength, length > 0,
                !server.budgets.bodies.hasRoom(for: length)
            {
                return refuse(refusal(.bodyMemoryFull))
            }
            record.slowestRate = handling.slowestRate
            enter(head.hasBody ? .body : .handling)
            if handling.checksFirst && isWorthWaitingFor(head) { return check() }
            state = .receiving
            return true
        }
    }

    private func receive(_ part: UnsafeRawBufferPointer, taken: () -> Void) -> Bool {
        let body = body ?? ReceivedBody(server.budgets.bodies)
        self.body = body
        guard let handling, body.bytes.count + part.count <= handling.bodyLimit else {
            return refuseMidway(.bodyTooLarge(limit: handling?.bodyLimit ?? 0))
        }
        guard unsafe body.append(part, announced: head?.contentLength) else {
            return refuseMidway(.bodyMemoryFull)
        }
        record.bodyBytes = body.bytes.count
        taken()
        return true
    }

    /// Small bodies usually arrive with the headers. Such requests are authenticated in the handler's own round trip,
    /// and the body is dropped if the request is refused.
    private func isWorthWaitingFor(_ head: RequestHead) -> Bool {
        head.hasBody
            && (head.isChunked || (head.contentLength ?? 0) > 16 * 1024 || head.headers["Expect"] != nil)
    }

    private func check() -> Bool {
        guard let request, let handler = handling?.handler else { return false }
        state = .checking
        enter(.handling)
        // The task starts on this thread and may end before this returns.
        Task.immediate(executorPreference: server.loop) { [self] in
            response = await handler.check(request)
            state = response == nil ? .checked : .answered
            if response != nil { closeAfterAnswer() }
            enter(.body)
            resumeIfSuspended()
        }
        switch state {
        case .answered: return send()
        case .checked: state = .receiving
        default: suspend()
        }
        return true
    }

    private func handle() -> Bool {
        state = .handling
        enter(.handling)
        guard let request, let handler = handling?.handler else { return false }
        let hasBegun = handler.begin(request) { [self] response in
            if let response { answered(response) } else { respondInTask() }
        }
        if !hasBegun {
            Task.immediate(executorPreference: server.loop) { [self] in
                answered(await handler.respond(to: request))
            }
        }
        // Does not suspend yet: on resuming, the daemon would read from the socket, and close it without an answer at
        // the end of the stream. The daemon calls again immediately, no longer reading, and then `advance` suspends.
        return state == .answered ? send() : true
    }

    /// Later in this turn: it is called where the database's results are read, which must not send anything.
    private func respondInTask() {
        Task(executorPreference: server.loop) { [self] in
            guard let request, let handler = handling?.handler else { return }
            answered(await handler.respond(to: request))
        }
    }

    private func answered(_ response: Response) {
        self.response = response
        body = nil
        state = .answered
        resumeIfSuspended()
    }

    private func resumeIfSuspended() {
        guard isSuspended else { return }
        isSuspended = false
        server.resume(self)
    }

    private func suspend() {
        isSuspended = true
        unsafe MHD_suspend_connection(connection)
    }

    /// Answers before the body is read; the daemon then closes the connection.
    private func refuse(_ response: Response) -> Bool {
        closeAfterAnswer()
        self.response = response
        return send()
    }

    /// Answers after the body, which is small or empty, was read. An earlier answer would close the connection.
    private func drop(_ response: Response) -> Bool {
        self.response = response
        state = .dropping
        return true
    }

    private func closeAfterAnswer() {
        linger = server.linger(self)
        mustClose = true
    }

    /// A chunked body exceeded its limit, or there is no memory for more of it. libmicrohttpd accepts no answer in
    /// the middle of a body, so the answer is written directly to the socket, whose send buffer is empty, and the
    /// connection is closed.
    private func refuseMidway(_ problem: Problem) -> Bool {
        guard let head else { return false }
        let response = refusal(problem)
        body = nil
        let socket = unsafe parlay_mhd_socket(connection)
        linger = server.linger(self)
        RawAnswer.write(response, requestID: head.id, to: socket)
        self.response = response
        state = .sent
        return false
    }

    /// The server refused the input and answered it itself.
    func endedPast(_ head: RequestHead, _ response: Response, _ linger: LingeringSocket?) {
        self.head = head
        self.response = response
        self.linger = linger
        state = .sent
    }

    /// Worded by the application.
    private func refusal(_ problem: Problem) -> Response {
        guard let head else { return Response(status: problem.status) }
        let response = handling?.handler.refusal(of: problem) ?? server.application.refusal(problem, of: head)
        return response.withRetryAfter
    }

    private func send() -> Bool {
        guard let answer = response else { return false }
        if let upgrade = answer.upgrade {
            switch server.reserve(upgrade, for: self) {
            case .success(let pending):
                self.pending = pending
                state = .sent
                enter(.answering)
                return server.queueUpgrade(answer, for: self)
            case .failure(let problem):
                response = refusal(problem)
                return send()
            }
        }
        // A write is not undone because memory is low, so its answer, which is small, is always sent.
        let mustFit = head?.method == .get || head?.method == .head
        guard let bytes = AnswerBytes(answer.body, server.budgets.answers, mustFit: mustFit) else {
            return sendRefusal(.answerMemoryFull)
        }
        state = .sent
        enter(.answering)
        return server.queue(answer, bytes, for: self)
    }

    /// Replaces an answer that there is no memory for.
    private func sendRefusal(_ problem: Problem) -> Bool {
        let answer = refusal(problem)
        response = answer
        guard let bytes = AnswerBytes(answer.body, server.budgets.answers, mustFit: false) else {
            return false
        }
        state = .sent
        enter(.answering)
        return server.queue(answer, bytes, for: self)
    }

    private func enter(_ phase: ConnectionRecord.Phase) { record.enter(phase, now: server.loop.turnStart) }

    /// Called once when the daemon is done with the request, for any reason.
    func finished() {
        linger?.start()
        server.completed(self)
    }
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
