internal import Glibc
internal import ParlayAPI
internal import Reactor

extension LoopServer {
    /// Checks bytes that the daemon is about to read. Returns how many of them it may have, or a negated errno.
    func received(_ bytes: UnsafeBufferPointer<UInt8>, on socket: Int32) -> Int {
        guard let record = record(on: socket) else { return bytes.count }
        guard !record.isRefused else { return -Int(EAGAIN) }
        if record.framing.completed <= record.ended { record.framing.endUpgrade() }
        guard let fault = unsafe record.framing.receive(bytes.span) else {
            return unsafe hold(bytes, on: record)
        }
        record.isRefused = true
        if record.framing.completed > record.ended {
            // Earlier requests still wait for their answers; the last of these closes the connection.
            return fault.start > 0 ? fault.start : -Int(EAGAIN)
        }
        refuse(fault.refusal, on: record)
        // The daemon closes the connection without an answer of its own.
        return -Int(ECONNRESET)
    }

    /// Keeps what came after a request for a WebSocket from the daemon, which would take it for the next request.
    private func hold(_ bytes: UnsafeBufferPointer<UInt8>, on record: ConnectionRecord) -> Int {
        let rest = bytes.count - record.framing.heldBack
        guard rest < bytes.count else { return bytes.count }
        unsafe record.early += bytes[rest...]
        guard record.early.count <= settings.bufferSize else { return -Int(ECONNRESET) }
        return rest > 0 ? rest : -Int(EAGAIN)
    }

    /// Writes the answer past the daemon: no other request runs on the connection.
    private func refuse(_ refusal: RequestFraming.Refusal, on record: ConnectionRecord) {
        let exchange = record.exchange
        let head = exchange?.head ?? unknownHead(of: record)
        let response = application.refusal(problem(for: refusal), of: head)
        let linger = LingeringSocket(duplicating: record.socket, seat: record.seat, on: loop)
        RawAnswer.write(response, requestID: head.id, to: record.socket)
        if let exchange {
            exchange.endedPast(head, response, linger)
            return
        }
        linger?.start()
        observer(
            CompletedRequest(
                id: head.id,
                method: "other",
                status: response.status,
                problemCode: response.problemCode,
                duration: .zero,
                bytes: response.body.count,
                trace: RequestTrace(),
                loop: loop.index
            )
        )
    }

    /// For a request whose head was not read.
    private func unknownHead(of record: ConnectionRecord) -> RequestHead {
        RequestHead(
            methodName: "other",
            path: "",
            query: nil,
            headers: Headers(),
            peer: record.seat.peer,
            id: makeID(),
            contentLength: nil,
            isChunked: false
        )
    }

    private func problem(for refusal: RequestFraming.Refusal) -> Problem {
        switch refusal {
        case .malformed(let reason): .badRequest(reason)
        case .tooManyParameters: .badRequest("The query has too many parameters.")
        case .bodyTooLarge:
            Problem(
                status: 413,
                code: "body_too_large",
                title: "Body too large",
                detail: "No call accepts a body of this size."
            )
        case .targetTooLong:
            Problem(
                status: 414,
                code: "uri_too_long",
                title: "URI too long",
                detail: "The request line may have at most \(settings.headerLimit) bytes."
            )
        case .headersTooLarge:
            Problem(
                status: 431,
                code: "headers_too_large",
                title: "Headers too large",
                detail:
                    "The request line and headers may have at most \(settings.headerLimit) bytes and about 300 fields."
            )
        case .version:
            Problem(
                status: 505,
                code: "http_version_not_supported",
                title: "HTTP version not supported",
                detail: "Send HTTP/1.1 or HTTP/1.0."
            )
        }
    }
}

extension Problem {
    static func badRequest(_ reason: String) -> Problem {
        Problem(status: 400, code: "bad_request", title: "Bad request", detail: reason)
    }
}
