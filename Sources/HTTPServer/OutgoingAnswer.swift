internal import CLinux
internal import Glibc
internal import ParlayAPI

/// An answer on its way to the kernel.
struct OutgoingAnswer {
    enum Outcome {
        case sent
        /// The rest has to wait until the socket takes more.
        case blocked
        /// The peer has gone.
        case failed
    }

    private let head: [UInt8]
    private let body: AnswerBytes?
    /// Bytes of both that the kernel has.
    private var sent = 0

    /// How much one call sends: to a fast reader on this machine the kernel would otherwise copy all of a large answer,
    /// for as long as that takes.
    private static let block = 128 * 1024

    /// - Parameter date: the value of `Date`.
    init(_ response: Response, _ body: AnswerBytes, to request: RequestHead, closes: Bool, date: String) {
        // Without a body by their status (RFC 9110, 6.4.1), or with one that ends with the connection.
        let isBodiless =
            response.upgrade != nil || response.status < 200 || response.status == 204
            || response.status == 304
        self.body = isBodiless || request.method == .head ? nil : body
        let length = isBodiless ? nil : String(body.bytes.count)
        let own = response.headers["Connection"]
        let connection =
            closes
            ? own.map { $0 == "close" ? $0 : "close, \($0)" } ?? "close"
            : own ?? (request.isHTTP10 ? "Keep-Alive" : nil)
        let status = StatusLine.text(response.status)
        var room =
            168 + status.utf8.count + date.utf8.count + (connection?.utf8.count ?? 0) + request.id.utf8.count
        let fields = response.headers.fields
        // By a span, which copies no field.
        let span = fields.span
        for index in span.indices { room += span[index].name.utf8.count + span[index].value.utf8.count + 4 }
        var bytes: [UInt8] = []
        bytes.append(addingCapacity: room) { head in
            head.append("HTTP/1.1 ")
            head.append(status)
            head.append("Date", date)
            if let connection { head.append("Connection", connection) }
            let fields = fields.span
            for index in fields.indices where own == nil || !Headers.equal(fields[index].name, "Connection") {
                head.append(fields[index].name, fields[index].value)
            }
            head.append("X-Request-Id", request.id)
            if let length { head.append("Content-Length", length) }
            // No browser guesses another type than the one that is named.
            head.append("X-Content-Type-Options: nosniff\r\n\r\n")
        }
        head = bytes
    }

    mutating func write(to descriptor: Int32) -> Outcome {
        let bytes = body?.bytes ?? []
        let total = head.count + bytes.count
        while sent < total {
            let start = max(0, sent - head.count)
            let end = min(bytes.count, start + Self.block)
            let count = unsafe head.withUnsafeBytes { head in
                unsafe bytes.withUnsafeBytes { body in
                    let first = unsafe UnsafeRawBufferPointer(rebasing: head[min(sent, head.count)...])
                    let second = unsafe UnsafeRawBufferPointer(rebasing: body[start..<end])
                    return unsafe parlay_send_two(
                        descriptor,
                        first.baseAddress,
                        first.count,
                        second.baseAddress,
                        second.count
                    )
                }
            }
            if count < 0 {
                if errno == EINTR { continue }
                return errno == EAGAIN ? .blocked : .failed
            }
            sent += count
            if sent < total && end < bytes.count { return .blocked }
        }
        return .sent
    }
}

extension OutputSpan<UInt8> {
    /// A field, in one step: each step checks and counts.
    fileprivate mutating func append(_ name: String, _ value: String) {
        let (name, value) = (name.utf8.span, value.utf8.span)
        precondition(name.count + value.count + 4 <= freeCapacity, "the room was counted wrongly")
        unsafe withUnsafeMutableBufferPointer { buffer, count in
            guard let start = buffer.baseAddress else { return }
            var end = unsafe start + count
            unsafe end.append(name)
            unsafe end.append(0x3A, 0x20)
            unsafe end.append(value)
            unsafe end.append(0x0D, 0x0A)
            count += name.count + value.count + 4
        }
    }

    fileprivate mutating func append(_ text: String) {
        let text = text.utf8.span
        precondition(text.count <= freeCapacity, "the room was counted wrongly")
        unsafe withUnsafeMutableBufferPointer { buffer, count in
            unsafe text.withUnsafeBufferPointer { text in
                _ = unsafe UnsafeMutableBufferPointer(rebasing: buffer[count...]).update(from: text)
            }
            count += text.count
        }
    }
}

extension UnsafeMutablePointer<UInt8> {
    /// Copies, and moves behind the copy.
    fileprivate mutating func append(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            if let first = bytes.baseAddress { unsafe update(from: first, count: bytes.count) }
        }
        unsafe self += bytes.count
    }

    fileprivate mutating func append(_ first: UInt8, _ second: UInt8) {
        unsafe self[0] = first
        unsafe self[1] = second
        unsafe self += 2
    }
}
