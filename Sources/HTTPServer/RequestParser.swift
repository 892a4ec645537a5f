internal import ParlayAPI

/// Reads the requests of one connection from its bytes (RFC 9112): a plain state machine without I/O.
///
/// Strict, because another program may stand in front: it stops at the first byte that two programs could read
/// differently. How the bytes are cut into pieces makes no difference.
///
///     while let event = try parser.next(bytes, &index) { … }
struct RequestParser {
    enum Event: Equatable {
        /// `head` is complete. Its body follows, if it has one.
        case head
        /// These of the given bytes are a part of the body.
        case body(Range<Int>)
        /// The request is complete.
        case end
    }

    struct Limits {
        /// Bytes of the request line and the fields together.
        var head = 32 * 1024
        /// Parameters of a query; and fields and cookies together.
        var parts = 300
        /// Bytes of the trailers.
        var trailer = 2048
        /// Trailers.
        var trailers = 16
        /// Bytes of the extensions of one chunk.
        var extensions = 1024
        /// Empty lines before a request (RFC 9112, 2.2).
        var emptyLines = 8
    }

    private enum Part {
        case start, requestLine, fields
        /// `remaining` bytes of the body are missing; none is also the end.
        case body
        case chunkSize, chunkExtension, chunkSizeLineFeed
        case chunkData, chunkDataReturn, chunkDataLineFeed
        case trailers
        /// Complete, and not yet reported.
        case end
    }

    /// Of the request under way, as far as it was read.
    private(set) var head = ReceivedHead()
    private let limits: Limits
    private var part = Part.start
    /// The beginning of a line that arrived in parts.
    private var line: [UInt8] = []
    /// Bytes of the head, the trailers or the extensions so far.
    private var size = 0
    /// Empty lines before the request, fields and cookies, trailers, or digits of a chunk's size.
    private var count = 0
    /// Bytes of the body or chunk that are missing.
    private var remaining: UInt64 = 0

    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    init(_ limits: Limits) { self.limits = limits }

    /// Whether nothing but empty lines has come of the next request.
    var isBetweenRequests: Bool { part == .start }

    /// Reads on from `index`, which it moves; `nil` if more bytes are needed. After an error nothing more can be read.
    mutating func next(_ bytes: Span<UInt8>, _ index: inout Int) throws(RequestRefusal) -> Event? {
        while true {
            switch part {
            case .end:
                self = RequestParser(limits)
                return .end
            case .body, .chunkData:
                guard remaining > 0 else {
                    part = part == .body ? .end : .chunkDataReturn
                    continue
                }
                guard index < bytes.count else { return nil }
                let start = index
                index += Int(min(remaining, UInt64(bytes.count - index)))
                remaining -= UInt64(index - start)
                return .body(start..<index)
            case _ where index == bytes.count: return nil
            case .start, .requestLine, .fields, .trailers:
                guard try readLine(bytes, &index) else { continue }
                return .head
            default:
                try readChunkFraming(bytes[index])
                index += 1
            }
        }
    }

    // MARK: Lines

    /// Reads to the end of a line, or of the bytes. Whether the head is complete now.
    private mutating func readLine(_ bytes: Span<UInt8>, _ index: inout Int) throws(RequestRefusal) -> Bool {
        let start = index
        if part == .start && line.isEmpty && bytes[start] != Self.carriageReturn {
            guard ASCII.isToken(bytes[start]) else { throw .malformed("This is not an HTTP/1.1 request.") }
            part = .requestLine
            count = 0
        }
        if line.last == Self.carriageReturn {
            guard bytes[start] == Self.lineFeed else { throw Self.bareReturn }
            index += 1
            line.removeLast()
            try add(1)
            return try takeCollected()
        }
        index = ASCII.skipPrintable(bytes, from: start)
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte >= ASCII.space && byte != ASCII.delete || byte == ASCII.tab { continue }
            guard byte == Self.carriageReturn else {
                // A limit that was passed before comes first, as it would in pieces.
                try add(index - 1 - start)
                throw .malformed(
                    byte == Self.lineFeed
                        ? "A line ends with a line feed but no carriage return."
                        : "The request line or a header contains a control character."
                )
            }
            guard index < bytes.count else { break }
            guard bytes[index] == Self.lineFeed else {
                try add(index - start)
                throw Self.bareReturn
            }
            index += 1
            try add(index - start)
            if line.isEmpty { return try take(bytes.extracting(start..<(index - 2))) }
            for position in start..<(index - 2) { line.append(bytes[position]) }
            return try takeCollected()
        }
        try add(index - start)
        for position in start..<index { line.append(bytes[position]) }
        return false
    }

    private static let bareReturn = RequestRefusal.malformed(
        "A line contains a carriage return without a line feed."
    )

    private mutating func add(_ bytes: Int) throws(RequestRefusal) {
        size += bytes
        switch part {
        case .requestLine where size > limits.head: throw .targetTooLong
        case .fields where size > limits.head: throw .headersTooLarge
        case .trailers where size > limits.trailer: throw .headersTooLarge
        default: break
        }
    }

    private mutating func takeCollected() throws(RequestRefusal) -> Bool {
        let whole = line
        line = []
        return try take(whole.span)
    }

    private mutating func take(_ line: Span<UInt8>) throws(RequestRefusal) -> Bool {
        switch part {
        case .start:
            count += 1
            guard count <= limits.emptyLines else { throw .malformed("There are too many empty lines.") }
        case .requestLine:
            guard try head.readRequestLine(line) <= limits.parts else { throw .tooManyParameters }
            part = .fields
        case .fields where line.isEmpty:
            try endHead()
            return true
        case .fields:
            count += try head.readField(line)
            guard count <= limits.parts else { throw .headersTooLarge }
        case .trailers where line.isEmpty: part = .end
        case .trailers:
            count += 1
            guard count <= limits.trailers else { throw .headersTooLarge }
            _ = try ReceivedHead.colon(line)
        default: break
        }
        return false
    }

    private mutating func endHead() throws(RequestRefusal) {
        try head.check()
        line = []
        if head.isChunked {
            beginChunk()
        } else {
            remaining = head.contentLength ?? 0
            part = .body
        }
    }

    // MARK: Chunks

    private mutating func beginChunk() {
        part = .chunkSize
        size = 0
        count = 0
        remaining = 0
    }

    private mutating func readChunkFraming(_ byte: UInt8) throws(RequestRefusal) {
        switch (part, byte) {
        case (.chunkSize, _):
            if let digit = RequestTarget.hexadecimal(byte) {
                count += 1
                guard count <= 16 else { throw .bodyTooLarge }
                remaining = remaining << 4 | UInt64(digit)
            } else if count > 0 && byte == UInt8(ascii: ";") {
                part = .chunkExtension
            } else if count > 0 && byte == Self.carriageReturn {
                part = .chunkSizeLineFeed
            } else {
                throw Self.malformedChunk
            }
        case (.chunkExtension, Self.carriageReturn): part = .chunkSizeLineFeed
        case (.chunkExtension, _):
            size += 1
            guard ASCII.isText(byte), size <= limits.extensions else { throw Self.malformedChunk }
        case (.chunkSizeLineFeed, Self.lineFeed):
            size = 0
            count = 0
            part = remaining == 0 ? .trailers : .chunkData
        case (.chunkDataReturn, Self.carriageReturn): part = .chunkDataLineFeed
        case (.chunkDataLineFeed, Self.lineFeed): beginChunk()
        default: throw Self.malformedChunk
        }
    }

    private static let malformedChunk = RequestRefusal.malformed(
        "A chunk of the body is malformed. Its size must be hexadecimal, and its lines must end with CR LF."
    )
}
