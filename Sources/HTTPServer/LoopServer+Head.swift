internal import CMicroHTTPD
internal import Glibc
internal import ParlayAPI

struct HeadRefusal: Error {
    let problem: Problem
    let head: RequestHead
}

extension LoopServer {
    /// Reads the head, whose lines `RequestFraming` has checked, or says why the request is refused and its
    /// connection closed.
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
        let isOld = unsafe strcmp(version, "HTTP/1.0") == 0
        let head = RequestHead(
            methodName: methodName,
            path: mark.map { String(target[..<$0]) } ?? target,
            query: mark.map { String(target[target.utf8.index(after: $0)...]) },
            headers: headers,
            peer: record(of: exchange)?.seat.peer ?? PeerAddress(bytes: []),
            id: headers["X-Request-Id"].flatMap(Self.acceptable) ?? makeID(),
            contentLength: encodings.isEmpty ? lengths.first.flatMap { Int($0) } : nil,
            isChunked: !encodings.isEmpty,
            isHTTP10: isOld
        )
        let reason =
            !raw.isWellFormed
            ? "The request line or a header field is malformed."
            : Self.targetError(exchange.target) ?? Self.hostError(headers, isOld: isOld)
                ?? Self.framingError(lengths: lengths, encodings: encodings, isOld: isOld)
        if let reason {
            return .failure(HeadRefusal(problem: .badRequest(reason), head: head))
        }
        if let problem = Self.expectationError(headers) {
            return .failure(HeadRefusal(problem: problem, head: head))
        }
        return .success(head)
    }

    private static func targetError(_ target: String?) -> String? {
        guard let target, target.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            return "The request target must be UTF-8 without spaces and control characters."
        }
        return nil
    }

    private static func hostError(_ headers: Headers, isOld: Bool) -> String? {
        let hosts = headers.values(of: "Host")
        guard hosts.count == 1 || hosts.isEmpty && isOld else { return "Send exactly one Host header." }
        return hosts.allSatisfy(HostField.isValid)
            ? nil : "Host must be a name or an address, optionally with a port."
    }

    /// `100-continue` is the only defined expectation (RFC 9110, 10.1.1).
    private static func expectationError(_ headers: Headers) -> Problem? {
        let expected = headers.values(of: "Expect").flatMap { $0.split(separator: ",") }
        let isMet = expected.allSatisfy {
            $0.filter { $0 != " " && $0 != "\t" }.lowercased() == "100-continue"
        }
        guard !isMet else { return nil }
        return Problem(
            status: 417,
            code: "expectation_failed",
            title: "Expectation failed",
            detail: "Only \"Expect: 100-continue\" is supported."
        )
    }

    /// Framing that two programs could read differently is refused (RFC 9112, 6.1 and 6.3).
    private static func framingError(lengths: [String], encodings: [String], isOld: Bool) -> String? {
        if !encodings.isEmpty && !lengths.isEmpty {
            return "Send either Transfer-Encoding or Content-Length, not both."
        }
        if isOld && !encodings.isEmpty { return "Transfer-Encoding is not allowed in HTTP/1.0." }
        if lengths.count > 1 { return "Send only one Content-Length." }
        if encodings.count > 1 || encodings.first.map({ $0.lowercased() != "chunked" }) == true {
            return "Only \"Transfer-Encoding: chunked\" is supported."
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
