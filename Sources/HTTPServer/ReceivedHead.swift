internal import ParlayAPI

/// The request line and the fields of a request, as far as they were read, and what follows from them for the bytes
/// after them.
struct ReceivedHead {
    private(set) var methodName = "other"
    /// As sent; `nil` if it is not UTF-8, or not to be compared (`MarkRun`).
    private(set) var target: String? = ""
    private(set) var isHTTP10 = false
    private(set) var headers = Headers()
    /// The announced size of the body.
    private(set) var contentLength: UInt64?
    private(set) var isChunked = false
    /// The first `X-Request-Id`.
    private(set) var requestID: String?
    /// Whether the client waits for 100 before it sends the body.
    private(set) var expectsContinue = false
    /// Whether the client wants the connection to end after the answer.
    var closes: Bool { asksToClose || isHTTP10 && !asksToStay }

    private var asksToClose = false
    private var asksToStay = false
    private var hosts = 0
    private var isHostValid = true
    private var lengths = 0
    private var encodings = 0
    private var isExpectationMet = true

    // MARK: The request line

    /// Returns the number of the query's parameters.
    mutating func readRequestLine(_ line: Span<UInt8>) throws(RequestRefusal) -> Int {
        var spaces = 0
        var first = 0
        var last = 0
        var isQuery = false
        var parameters = 0
        for index in line.indices {
            switch line[index] {
            case ASCII.space:
                if spaces == 0 { first = index }
                last = index
                spaces += 1
            case UInt8(ascii: "?") where !isQuery:
                isQuery = true
                parameters = 1
            case UInt8(ascii: "&") where isQuery: parameters += 1
            // A fragment is not sent (RFC 9110, 4.2.5), and some programs drop it.
            case ASCII.tab, UInt8(ascii: "#"): throw Self.badTarget
            default: break
            }
        }
        guard spaces == 2, last > first + 1 else {
            throw .malformed("The request line must be a method, a target and HTTP/1.1.")
        }
        try readVersion(line.extracting((last + 1)...))
        let method = line.extracting(..<first)
        guard ASCII.isToken(method) else { throw Self.malformed }
        methodName = Self.text(method)
        let target = unsafe line.extracting((first + 1)..<last).withUnsafeBufferPointer { bytes in
            unsafe String(validating: bytes, as: UTF8.self)
        }
        self.target = target.flatMap { MarkRun.isTooLong(in: $0) ? nil : $0 }
        return parameters
    }

    private mutating func readVersion(_ text: Span<UInt8>) throws(RequestRefusal) {
        // Case matters (RFC 9112, 2.3).
        guard text.count == 8, text[0] == UInt8(ascii: "H"), text[1] == UInt8(ascii: "T"),
            text[2] == UInt8(ascii: "T"), text[3] == UInt8(ascii: "P"), text[4] == UInt8(ascii: "/"),
            ASCII.isDigit(text[5]), text[6] == UInt8(ascii: "."), ASCII.isDigit(text[7])
        else { throw .malformed("The request line must end in HTTP/1.1.") }
        guard text[5] == UInt8(ascii: "1") else { throw .version }
        isHTTP10 = text[7] == UInt8(ascii: "0")
    }

    // MARK: Fields

    /// Returns for how many parts it counts: a list of cookies is one for each.
    mutating func readField(_ line: Span<UInt8>) throws(RequestRefusal) -> Int {
        let colon = try Self.colon(line)
        let name = line.extracting(..<colon)
        let raw = line.extracting((colon + 1)...)
        let value = raw.extracting(ASCII.trim(raw))
        let text = Self.text(value)
        guard !MarkRun.isTooLong(in: text) else { throw Self.malformed }
        if headers.fields.isEmpty { headers = Headers(capacity: 8) }
        headers.add(Self.text(name), text)
        switch colon {
        case 4 where ASCII.equal(name, "host"):
            hosts += 1
            isHostValid = HostField.isValid(text)
        case 6 where ASCII.equal(name, "expect"):
            expectsContinue = true
            // The only defined expectation (RFC 9110, 10.1.1).
            let isOther = ASCII.hasItem(value) { !ASCII.equal($0, "100-continue") }
            isExpectationMet = isExpectationMet && !isOther
        case 6 where ASCII.equal(name, "cookie"):
            var parts = 2
            for index in value.indices
            where value[index] == UInt8(ascii: ";") || value[index] == UInt8(ascii: ",") { parts += 1 }
            return parts
        case 10 where ASCII.equal(name, "connection"):
            asksToClose = asksToClose || ASCII.lists(value, "close")
            asksToStay = asksToStay || ASCII.lists(value, "keep-alive")
        case 12 where requestID == nil && ASCII.equal(name, "x-request-id"): requestID = text
        case 14 where ASCII.equal(name, "content-length"):
            lengths += 1
            contentLength = try Self.length(raw.extracting(Self.start(raw)))
        case 17 where ASCII.equal(name, "transfer-encoding"):
            encodings += 1
            isChunked = ASCII.equal(raw.extracting(Self.start(raw)), "chunked")
        default: break
        }
        return 1
    }

    /// The position of a field's colon. A line that begins with a space would continue the previous one (RFC 9112,
    /// 5.2).
    static func colon(_ line: Span<UInt8>) throws(RequestRefusal) -> Int {
        guard line[0] != ASCII.space, line[0] != ASCII.tab else {
            throw .malformed("A header must not continue on a second line.")
        }
        for index in line.indices where line[index] == UInt8(ascii: ":") {
            guard index > 0 else { break }
            guard ASCII.isToken(line.extracting(..<index)) else { throw malformed }
            return index
        }
        throw .malformed("A header has no name or no colon.")
    }

    /// What follows the spaces after the colon. Spaces at the end stay: they make a length or an encoding invalid, because
    /// some programs do not drop them.
    private static func start(_ text: Span<UInt8>) -> PartialRangeFrom<Int> { ASCII.trim(text).lowerBound... }

    private static func length(_ text: Span<UInt8>) throws(RequestRefusal) -> UInt64 {
        var length: UInt64 = 0
        guard !text.isEmpty else { throw .malformed("Content-Length must be a decimal number.") }
        for index in text.indices {
            guard ASCII.isDigit(text[index]) else {
                throw .malformed("Content-Length must be a decimal number.")
            }
            guard length < UInt64(Int64.max) / 10 else { throw .bodyTooLarge }
            length = length * 10 + UInt64(text[index] - UInt8(ascii: "0"))
        }
        return length
    }

    private static func text(_ bytes: Span<UInt8>) -> String {
        unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    private static let malformed = RequestRefusal.malformed(
        "The request line or a header field is malformed."
    )

    // MARK: The whole

    /// What can be said when all fields are read.
    func check() throws(RequestRefusal) {
        guard let target else { throw Self.badTarget }
        guard !RequestTarget.hasBadHost(target) else {
            throw .malformed("The request target must name a valid host.")
        }
        if let reason = hostError ?? framingError { throw .malformed(reason) }
        guard isExpectationMet else { throw .expectation }
    }

    private static let badTarget = RequestRefusal.malformed(
        "The request target must be UTF-8 without spaces, control characters and #."
    )

    private var hostError: String? {
        guard hosts == 1 || hosts == 0 && isHTTP10 else { return "Send exactly one Host header." }
        return isHostValid ? nil : "Host must be a name or an address, optionally with a port."
    }

    /// Framing that two programs could read differently is refused (RFC 9112, 6.1 and 6.3).
    private var framingError: String? {
        if encodings == 0 && lengths <= 1 { return nil }
        if encodings > 0 && lengths > 0 {
            return "Send either Transfer-Encoding or Content-Length, not both."
        }
        if isHTTP10 && encodings > 0 { return "Transfer-Encoding is not allowed in HTTP/1.0." }
        if lengths > 1 { return "Send only one Content-Length." }
        return encodings > 1 || !isChunked ? "Only \"Transfer-Encoding: chunked\" is supported." : nil
    }
}
