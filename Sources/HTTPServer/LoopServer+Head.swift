internal import CMicroHTTPD
internal import Glibc
internal import ParlayAPI

struct HeadRefusal: Error {
    let problem: Problem
    let head: RequestHead
}

extension LoopServer {
    /// Reads the head, or says why the request is refused and its connection closed.
    func readHead(
        of exchange: Exchange,
        method: UnsafePointer<CChar>,
        version: UnsafePointer<CChar>
    ) -> Result<RequestHead, HeadRefusal> {
        let raw = unsafe RawHead(
            of: exchange.connection,
            method: method,
            target: (exchange.targetStart, exchange.targetCount),
            version: version
        )
        record(of: exchange)?.noteRequestLine(at: UInt(bitPattern: method))
        let headers = raw.headers
        let lengths = headers.values(of: "Content-Length")
        let encodings = headers.values(of: "Transfer-Encoding")
        let target = RequestTarget.origin(exchange.target ?? "")
        let mark = target.utf8.firstIndex(of: UInt8(ascii: "?"))
        let methodName = unsafe String(cString: method)
        let head = RequestHead(
            methodName: methodName,
            path: mark.map { String(target[..<$0]) } ?? target,
            query: mark.map { String(target[target.utf8.index(after: $0)...]) },
            headers: headers,
            peer: record(of: exchange)?.seat.peer ?? PeerAddress(bytes: []),
            id: headers["X-Request-Id"].flatMap(Self.acceptable) ?? makeID(),
            contentLength: encodings.isEmpty ? lengths.first.flatMap { Int($0) } : nil,
            isChunked: !encodings.isEmpty
        )
        let isOld = unsafe strcmp(version, "HTTP/1.0") == 0
        let reason =
            !raw.isWellFormed
            ? "The request line or a header field is malformed."
            : Self.targetError(exchange.target) ?? Self.hostError(headers, isOld: isOld)
                ?? Self.framingError(lengths: lengths, encodings: encodings, isOld: isOld)
        if let reason {
            let problem = Problem(status: 400, code: "bad_request", title: "Bad request", detail: reason)
            return .failure(HeadRefusal(problem: problem, head: head))
        }
        if unsafe parlay_mhd_header_size(exchange.connection) > settings.headerLimit {
            let problem = Problem(
                status: 431,
                code: "headers_too_large",
                title: "Headers too large",
                detail: "The request line and headers may hold at most \(settings.headerLimit) bytes."
            )
            return .failure(HeadRefusal(problem: problem, head: head))
        }
        return .success(head)
    }

    private static func targetError(_ target: String?) -> String? {
        guard let target, target.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            return "The request target must be UTF-8 without blanks and control characters."
        }
        return nil
    }

    private static func hostError(_ headers: Headers, isOld: Bool) -> String? {
        let count = headers.values(of: "Host").count
        return count == 1 || count == 0 && isOld ? nil : "Host must stand once."
    }

    /// Framing that two programs could read in two ways is refused (RFC 9112, 6.1 and 6.3).
    private static func framingError(lengths: [String], encodings: [String], isOld: Bool) -> String? {
        if !encodings.isEmpty && !lengths.isEmpty {
            return "A request must not have both Transfer-Encoding and Content-Length."
        }
        if isOld && !encodings.isEmpty { return "HTTP/1.0 has no Transfer-Encoding." }
        if lengths.count > 1 { return "Content-Length must stand once." }
        if let length = lengths.first, Int(length) == nil || !length.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 })
        {
            return "Content-Length must be a decimal number."
        }
        if encodings.count > 1 || encodings.first.map({ $0.lowercased() != "chunked" }) == true {
            return "The only Transfer-Encoding taken is chunked."
        }
        return nil
    }

    private static func acceptable(_ id: String) -> String? {
        let isAcceptable =
            (1...128).contains(id.utf8.count)
            && id.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2E, 0x5F, 0x2D: true
                default: false
                }
            }
        return isAcceptable ? id : nil
    }
}
