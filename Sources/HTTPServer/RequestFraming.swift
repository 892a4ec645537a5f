/// Follows the bytes of one connection from request to request (RFC 9112) before libmicrohttpd reads them, and stops
/// at the first byte that another program might read differently, or that libmicrohttpd would refuse itself.
///
/// libmicrohttpd 0.9.75 accepts a bare line feed at the end of any line, also in the framing of chunks and in
/// trailers, and has no setting against it. It answers what it refuses with an HTML page, sometimes twice, and some
/// of these requests never end. Input that passes this check causes none of that.
struct RequestFraming {
    enum Refusal: Error, Equatable {
        case malformed(String)
        case bodyTooLarge
        case targetTooLong
        case tooManyParameters
        case headersTooLarge
        case version
    }

    struct Fault: Equatable {
        let refusal: Refusal
        /// How many of the bytes belong to requests before the refused one.
        let start: Int
    }

    private enum Part {
        /// Between requests; a few empty lines are skipped (RFC 9112, 2.2).
        case start
        case requestLine
        case fields
        case body
        case chunkSize
        case chunkExtension
        case chunkSizeLineFeed
        case chunkData
        case chunkDataReturn
        case chunkDataLineFeed
        case trailers
        /// The last request asks for a WebSocket: what follows belongs to it if it is accepted.
        case upgrade
        /// The server refuses this request for its head and closes the connection: nothing after it is read.
        case unread
    }

    /// Bytes of the request line and headers.
    private let headerLimit: Int
    /// The memory that libmicrohttpd has for one connection.
    private let memory: Int
    private var part = Part.start
    /// The beginning of a line that arrived in parts.
    private var line: [UInt8] = []
    /// Bytes of the head, the trailers or the line of a chunk so far.
    private var size = 0
    private var emptyLines = 0
    /// The memory that libmicrohttpd needs in addition, to list the parts of the head.
    private var listing = 0
    private var trailers = 0
    private var digits = 0
    /// Bytes of the body or chunk that are still missing.
    private var remaining: UInt64 = 0
    private var lengths = 0
    private var encodings = 0
    private var isChunked = false
    private var isOld = false
    private var asksForUpgrade = false
    /// How many of the last bytes came after a request for a WebSocket.
    private(set) var heldBack = 0
    /// Requests that were read completely.
    private(set) var completed = 0

    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
    private static let space = UInt8(ascii: " ")
    private static let tab = UInt8(ascii: "\t")
    /// libmicrohttpd's memory for each field, parameter and cookie.
    private static let entrySize = 64
    /// What it must have left for the trailers and the head of the answer.
    private static let reserve = 3 * 1024
    private static let trailerLimit = 2048
    private static let trailerCount = 16
    private static let chunkLineLimit = 1024
    private static let emptyLineLimit = 8

    init(headerLimit: Int, memory: Int) {
        self.headerLimit = headerLimit
        self.memory = memory
    }

    /// Reads on; an error ends the connection.
    mutating func receive(_ bytes: Span<UInt8>) -> Fault? {
        var index = 0
        var start = 0
        heldBack = 0
        do throws(Refusal) {
            while index < bytes.count {
                if part == .upgrade {
                    heldBack = bytes.count - index
                    return nil
                }
                index = try step(bytes, index)
                if part == .start { start = index }
            }
        } catch {
            return Fault(refusal: error, start: start)
        }
        return nil
    }

    /// The request for a WebSocket was answered, and the connection stays with HTTP.
    mutating func endUpgrade() {
        if part == .upgrade { part = .start }
    }

    private mutating func step(_ bytes: Span<UInt8>, _ index: Int) throws(Refusal) -> Int {
        switch part {
        case .start, .requestLine, .fields, .trailers: return try readLine(bytes, index)
        case .body, .chunkData:
            let count = Int(min(remaining, UInt64(bytes.count - index)))
            remaining -= UInt64(count)
            if remaining == 0 {
                if part == .body { endRequest() } else { part = .chunkDataReturn }
            }
            return index + count
        case .unread: return bytes.count
        default:
            try readChunkFraming(bytes[index])
            return index + 1
        }
    }

    // MARK: Lines

    /// Reads to the end of a line, or of the bytes.
    private mutating func readLine(_ bytes: Span<UInt8>, _ start: Int) throws(Refusal) -> Int {
        if part == .start && line.isEmpty && bytes[start] != Self.carriageReturn {
            guard RawHead.isToken(bytes[start]) else {
                throw .malformed("This is not an HTTP/1.1 request.")
            }
            part = .requestLine
        }
        var index = start
        if line.last == Self.carriageReturn {
            guard bytes[start] == Self.lineFeed else { throw Self.bareReturn }
            index += 1
            line.removeLast()
            try count(1)
            try takeCollected()
            return index
        }
        index = Self.skipPlain(bytes, index)
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte >= Self.space || byte == Self.tab { continue }
            if byte == Self.lineFeed {
                throw .malformed("A line ends with a line feed but no carriage return.")
            }
            guard byte == Self.carriageReturn else {
                throw .malformed("The request line or a header contains a control character.")
            }
            guard index < bytes.count else { break }
            guard bytes[index] == Self.lineFeed else { throw Self.bareReturn }
            try count(index + 1 - start)
            if line.isEmpty {
                try take(bytes.extracting(start..<(index - 1)))
            } else {
                for position in start..<(index - 1) { line.append(bytes[position]) }
                try takeCollected()
            }
            return index + 1
        }
        try count(index - start)
        for position in start..<index { line.append(bytes[position]) }
        return index
    }

    /// Skips bytes, eight at a time, while there is no control character among the eight.
    private static func skipPlain(_ bytes: Span<UInt8>, _ start: Int) -> Int {
        var index = start
        while index + 8 <= bytes.count {
            let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
            // Subtracting borrows for a byte below 0x20, whose high bit is not set itself.
            if (word &- 0x2020_2020_2020_2020) & ~word & 0x8080_8080_8080_8080 != 0 { break }
            index += 8
        }
        return index
    }

    private static let bareReturn = Refusal.malformed(
        "A line contains a carriage return without a line feed."
    )

    private mutating func count(_ bytes: Int) throws(Refusal) {
        size += bytes
        switch part {
        case .requestLine where size > headerLimit: throw .targetTooLong
        case .fields where size > headerLimit: throw .headersTooLarge
        case .trailers where size > Self.trailerLimit: throw .headersTooLarge
        default: break
        }
    }

    private mutating func takeCollected() throws(Refusal) {
        let whole = line
        line.removeAll()
        try take(whole.span)
    }

    private mutating func take(_ line: Span<UInt8>) throws(Refusal) {
        switch part {
        case .start:
            emptyLines += 1
            guard emptyLines <= Self.emptyLineLimit else {
                throw .malformed("There are too many empty lines.")
            }
        case .requestLine:
            try readRequestLine(line)
            part = .fields
        case .fields where line.isEmpty: endHead()
        case .fields: try readField(line)
        case .trailers where line.isEmpty: endRequest()
        case .trailers:
            trailers += 1
            guard trailers <= Self.trailerCount else { throw .headersTooLarge }
            _ = try Self.colon(line)
        default: break
        }
    }

    // MARK: The head

    private mutating func readRequestLine(_ line: Span<UInt8>) throws(Refusal) {
        var spaces = 0
        var first = 0
        var last = 0
        var mark = -1
        var parameters = 0
        for index in line.indices {
            switch line[index] {
            case Self.space:
                if spaces == 0 { first = index }
                last = index
                spaces += 1
            case UInt8(ascii: "?") where mark < 0:
                mark = index
                parameters = 1
            case UInt8(ascii: "&") where mark >= 0: parameters += 1
            default: break
            }
        }
        guard spaces == 2, last > first + 1 else {
            throw .malformed("The request line must be a method, a target and HTTP/1.1.")
        }
        try readVersion(line.extracting((last + 1)...))
        listing = parameters * Self.entrySize
        guard fits else { throw .tooManyParameters }
    }

    private mutating func readVersion(_ text: Span<UInt8>) throws(Refusal) {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard text.count == 8, Self.equal(text.extracting(..<5), "http/"), text[0] == UInt8(ascii: "H"),
            text[1] == UInt8(ascii: "T"), text[2] == UInt8(ascii: "T"), text[3] == UInt8(ascii: "P"),
            digits.contains(text[5]), text[6] == UInt8(ascii: "."), digits.contains(text[7])
        else { throw .malformed("The request line must end in HTTP/1.1.") }
        guard text[5] == UInt8(ascii: "1") else { throw .version }
        isOld = text[7] == UInt8(ascii: "0")
    }

    private mutating func readField(_ line: Span<UInt8>) throws(Refusal) {
        let colon = try Self.colon(line)
        listing += Self.entrySize
        let name = line.extracting(..<colon)
        switch colon {
        case 14 where Self.equal(name, "content-length"):
            lengths += 1
            remaining = try Self.length(line.extracting(Self.valueStart(line, after: colon)...))
        case 17 where Self.equal(name, "transfer-encoding"):
            encodings += 1
            isChunked = Self.equal(line.extracting(Self.valueStart(line, after: colon)...), "chunked")
        case 7 where Self.equal(name, "upgrade"):
            asksForUpgrade = asksForUpgrade || Self.contains(line.extracting((colon + 1)...), "websocket")
        case 6 where Self.equal(name, "cookie"):
            // libmicrohttpd copies and lists them.
            listing += line.count + Self.entrySize
            for index in line.indices
            where line[index] == UInt8(ascii: ";") || line[index] == UInt8(ascii: ",") {
                listing += Self.entrySize
            }
        default: break
        }
        guard fits else { throw .headersTooLarge }
    }

    /// Whether libmicrohttpd can list the head, however much of the following bytes it has read. Its buffer is half
    /// of its memory, and grows by an eighth if the head is larger.
    private var fits: Bool { max(memory / 2, size + size / 8) + listing + Self.reserve <= memory }

    /// The position of a field's colon. A line that begins with a space would continue the previous one (RFC 9112,
    /// 5.2).
    private static func colon(_ line: Span<UInt8>) throws(Refusal) -> Int {
        guard line[0] != space, line[0] != tab else {
            throw .malformed("A header must not continue on a second line.")
        }
        for index in line.indices where line[index] == UInt8(ascii: ":") && index > 0 { return index }
        throw .malformed("A header has no name or no colon.")
    }

    /// After the spaces. Trailing spaces count as part of the value, because libmicrohttpd keeps them.
    private static func valueStart(_ line: Span<UInt8>, after colon: Int) -> Int {
        var start = colon + 1
        while start < line.count, line[start] == space || line[start] == tab { start += 1 }
        return start
    }

    private static func length(_ text: Span<UInt8>) throws(Refusal) -> UInt64 {
        var length: UInt64 = 0
        guard !text.isEmpty else { throw .malformed("Content-Length must be a decimal number.") }
        for index in text.indices {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[index]) else {
                throw .malformed("Content-Length must be a decimal number.")
            }
            guard length < UInt64(Int64.max) / 10 else { throw .bodyTooLarge }
            length = length * 10 + UInt64(text[index] - UInt8(ascii: "0"))
        }
        return length
    }

    private mutating func endHead() {
        if encodings == 0 && lengths <= 1 {
            if remaining == 0 { endRequest() } else { part = .body }
        } else if encodings == 1 && lengths == 0 && isChunked && !isOld {
            beginChunk()
        } else {
            part = .unread
        }
    }

    private mutating func endRequest() {
        completed += 1
        part = asksForUpgrade ? .upgrade : .start
        asksForUpgrade = false
        size = 0
        emptyLines = 0
        listing = 0
        trailers = 0
        remaining = 0
        lengths = 0
        encodings = 0
        isChunked = false
        isOld = false
    }

    // MARK: Chunks

    private mutating func beginChunk() {
        part = .chunkSize
        size = 0
        digits = 0
        remaining = 0
    }

    private mutating func readChunkFraming(_ byte: UInt8) throws(Refusal) {
        switch (part, byte) {
        case (.chunkSize, _):
            if let digit = RequestTarget.hexadecimal(byte) {
                digits += 1
                guard digits <= 16 else { throw .bodyTooLarge }
                remaining = remaining << 4 | UInt64(digit)
            } else if digits > 0 && byte == UInt8(ascii: ";") {
                part = .chunkExtension
            } else if digits > 0 && byte == Self.carriageReturn {
                part = .chunkSizeLineFeed
            } else {
                throw Self.malformedChunk
            }
        case (.chunkExtension, Self.carriageReturn): part = .chunkSizeLineFeed
        case (.chunkExtension, _):
            size += 1
            guard byte >= Self.space && byte != 0x7F || byte == Self.tab, size <= Self.chunkLineLimit else {
                throw Self.malformedChunk
            }
        case (.chunkSizeLineFeed, Self.lineFeed):
            size = 0
            part = remaining == 0 ? .trailers : .chunkData
        case (.chunkDataReturn, Self.carriageReturn): part = .chunkDataLineFeed
        case (.chunkDataLineFeed, Self.lineFeed): beginChunk()
        default: throw Self.malformedChunk
        }
    }

    private static let malformedChunk = Refusal.malformed(
        "A chunk of the body is malformed. Its size must be hexadecimal, and its lines must end with CR LF."
    )
}
