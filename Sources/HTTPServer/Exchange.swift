internal import CMicroHTTPD
internal import ParlayAPI
internal import Reactor

/// One request and its answer, from the request line to the last byte.
///
/// `@unchecked Sendable`: libmicrohttpd's callbacks and the request's task all run on the loop of the connection,
/// and nothing else sees it.
@safe final class Exchange: @unchecked Sendable {
    enum State {
        case headers
        /// `Handling.checkFirst` runs; the connection is suspended.
        case checking
        case receiving
        /// The handler runs; the connection is suspended.
        case handling
        case answered
        case sent
    }

    let connection: OpaquePointer
    let server: LoopServer
    let target: String
    let start = MonotonicClock.now
    let trace = RequestTrace()
    var state = State.headers
    var head: RequestHead?
    var handling: Handling?
    var body: [UInt8] = []
    var response: Response?
    var linger: LingeringSocket?
    var mustClose = false
    var isSuspended = false

    init(_ connection: OpaquePointer, target: String, server: LoopServer) {
        unsafe self.connection = connection
        self.target = target
        self.server = server
    }

    /// The request with what was read of its body; `nil` before the headers are complete.
    private var request: Request? {
        guard let head, let handling else { return nil }
        return Request(head: head, parameters: handling.parameters, body: body, trace: trace)
    }

    /// The daemon's call: once with the headers, once for each part of the body, once at its end, and again after a
    /// resume. False closes the connection.
    func advance(_ method: UnsafePointer<CChar>?, _ part: UnsafeRawBufferPointer, taken: () -> Void) -> Bool {
        switch state {
        case .headers:
            return unsafe begin(method)
        case .checking, .handling:
            return true
        case .receiving where unsafe !part.isEmpty:
            guard let handling, body.count + part.count <= handling.bodyLimit else {
                return refuseMidway()
            }
            unsafe body.append(contentsOf: part)
            server.record(of: self)?.bodyBytes = body.count
            taken()
            return true
        case .receiving:
            return handle()
        case .answered:
            return send()
        case .sent:
            return true
        }
    }

    private func begin(_ method: UnsafePointer<CChar>?) -> Bool {
        let head: RequestHead
        switch server.readHead(of: self, method: unsafe method.map { unsafe String(cString: $0) } ?? "") {
        case .success(let read): head = read
        case .failure(let refusal):
            self.head = refusal.head
            mustClose = true
            return refuse(server.application.refusal(refusal.problem, of: refusal.head), hasBody: true)
        }
        self.head = head
        switch server.application.admit(head, trace: trace) {
        case .respond(let response):
            return refuse(response, hasBody: head.hasBody)
        case .handle(let handling):
            if (head.contentLength ?? 0) > handling.bodyLimit {
                let problem = Problem.bodyTooLarge(limit: handling.bodyLimit)
                return refuse(server.application.refusal(problem, of: head), hasBody: true)
            }
            self.handling = handling
            server.record(of: self)?.enter(head.hasBody ? .body : .handling)
            if handling.checkFirst != nil && isWorthChecking(head) { return check() }
            state = .receiving
            return true
        }
    }

    /// Small bodies usually arrive with the headers: those are authenticated in the handler's own round trip.
    private func isWorthChecking(_ head: RequestHead) -> Bool {
        head.hasBody && (head.isChunked || (head.contentLength ?? 0) > 16 * 1024 || head.headers["Expect"] != nil)
    }

    private func check() -> Bool {
        guard let request, let checkFirst = handling?.checkFirst else { return false }
        state = .checking
        run { [self] in
            if let refusal = await checkFirst(request) {
                linger = unsafe LingeringSocket(duplicating: parlay_mhd_socket(connection), on: server.loop)
                response = refusal
                state = .answered
            } else {
                state = .receiving
            }
        }
        return true
    }

    private func handle() -> Bool {
        guard let request, let respond = handling?.respond else { return false }
        state = .handling
        server.record(of: self)?.enter(.handling)
        run { [self] in
            response = await respond(request)
            state = .answered
        }
        return state == .answered ? send() : true
    }

    /// Starts the request's task on this thread. It suspends the connection only if it really waits.
    private func run(_ body: @escaping @Sendable () async -> Void) {
        let isDone = Flag()
        Task.immediate(executorPreference: server.loop) { [self] in
            await body()
            isDone.value = true
            if isSuspended {
                isSuspended = false
                server.resume(self)
            }
        }
        if !isDone.value {
            isSuspended = true
            unsafe MHD_suspend_connection(connection)
        }
    }

    /// Answers before the body is read.
    private func refuse(_ response: Response, hasBody: Bool) -> Bool {
        if hasBody {
            linger = unsafe LingeringSocket(duplicating: parlay_mhd_socket(connection), on: server.loop)
            mustClose = true
        }
        self.response = response
        guard !hasBody else { return send() }
        // An answer queued this early makes the daemon close the connection; the next call is the request's end.
        state = .answered
        return true
    }

    /// A chunked body grew past its limit: libmicrohttpd takes no answer in the middle of a body, so it is written
    /// to the socket here, which holds nothing else, and the connection is closed.
    private func refuseMidway() -> Bool {
        guard let head, let handling else { return false }
        let problem = Problem.bodyTooLarge(limit: handling.bodyLimit)
        let response = server.application.refusal(problem, of: head)
        let socket = unsafe parlay_mhd_socket(connection)
        linger = LingeringSocket(duplicating: socket, on: server.loop)
        RawAnswer.write(response, requestID: head.id, to: socket)
        self.response = response
        state = .sent
        return false
    }

    private func send() -> Bool {
        guard let response else { return false }
        state = .sent
        server.record(of: self)?.enter(.answering(bytes: response.body.count))
        return server.queue(response, for: self)
    }

    /// Called once when the daemon is done with the request, however it ended.
    func finished() {
        linger?.start()
        server.completed(self)
    }
}

/// A mutable Boolean that a closure and its maker share.
///
/// `@unchecked Sendable`: both run on one loop's thread.
private final class Flag: @unchecked Sendable { var value = false }

extension Problem {
    static func bodyTooLarge(limit: Int) -> Problem {
        Problem(
            status: 413,
            code: "body_too_large",
            title: "Body too large",
            detail: limit == 0
                ? "This call takes no body." : "The body of this call may hold at most \(limit) bytes."
        )
    }
}
