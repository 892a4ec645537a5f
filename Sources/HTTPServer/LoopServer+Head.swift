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
        exchange.record.noteRequestLine(at: UInt(bitPattern: method))
        let fields = FramingFields(raw.headers)
        let isOld = unsafe strcmp(version, "HTTP/1.0") == 0
        let (path, query) = Self.parts(of: RequestTarget.origin(exchange.target ?? ""))
        let head = RequestHead(
            methodName: unsafe String(cString: method),
            path: path,
            query: query,
            headers: raw.headers,
            peer: exchange.record.seat.peer,
            id: fields.requestID.flatMap(Self.acceptable) ?? makeID(),
            contentLength: fields.encodings.isEmpty ? fields.lengths.first.flatMap { Int($0) } : nil,
            isChunked: !fields.encodings.isEmpty,
            isHTTP10: isOld
        )
        let reason =
            !raw.isWellFormed
            ? "The request line or a header field is malformed."
            : Self.targetError(exchange.target) ?? Self.hostError(fields, isOld: isOld)
                ?? Self.framingError(fields, isOld: isOld)
        if let reason {
            return .failure(HeadRefusal(problem: .badRequest(reason), head: head))
        }
        if fields.expects, let problem = Self.expectationError(raw.headers) {
            return .failure(HeadRefusal(problem: problem, head: head))
        }
        return .success(head)
    }

    /// The fields by which a request is framed and checked, found in one pass.
    private struct FramingFields {
        var hosts = 0
        /// The last one.
        var host = ""
        var lengths: [String] = []
        var encodings: [String] = []
        var expects = false
        /// The first one.
        var requestID: String?

        init(_ headers: Headers) {
            for field in headers.fields {
                let (name, value) = (field.name, field.value)
                switch name.utf8.count {
                case 4 where Headers.equal(name, "Host"):
                    hosts += 1
                    host = value
                case 6 where Headers.equal(name, "Expect"): expects = true
                case 12 where requestID == nil && Headers.equal(name, "X-Request-Id"): requestID = value
                case 14 where Headers.equal(name, "Content-Length"): lengths.append(value)
                case 17 where Headers.equal(name, "Transfer-Encoding"): encodings.append(value)
                default: break
                }
            }
        }
    }

    /// The path, and what follows the first `?`.
    private static func parts(of target: String) -> (path: String, query: String?) {
        let bytes = target.utf8.span
        for index in bytes.indices where bytes[index] == UInt8(ascii: "?") {
            let mark = target.utf8.index(target.startIndex, offsetBy: index)
            return (String(target[..<mark]), String(target[target.utf8.index(after: mark)...]))
        }
        return (target, nil)
    }

    private static func targetError(_ target: String?) -> String? {
        let reason = "The request target must be UTF-8 without spaces and control characters."
        guard let target else { return reason }
        let bytes = target.utf8.span
        for index in bytes.indices where bytes[index] <= 0x20 || bytes[index] == 0x7F { return reason }
        return RequestTarget.hasBadHost(target) ? "The request target must name a valid host." : nil
    }

    private static func hostError(_ fields: FramingFields, isOld: Bool) -> String? {
        guard fields.hosts == 1 || fields.hosts == 0 && isOld else { return "Send exactly one Host header." }
        return fields.hosts == 0 || HostField.isValid(fields.host)
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
    private static func framingError(_ fields: FramingFields, isOld: Bool) -> String? {
        let (lengths, encodings) = (fields.lengths, fields.encodings)
        if encodings.isEmpty && lengths.count <= 1 { return nil }
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
