internal import ParlayAPI

/// How messages travel to a client that only listens.
package enum PushForm: Sendable {
    /// Frames (RFC 6455).
    case webSocket
    /// Server-sent events (WHATWG HTML, 9.2).
    case eventStream

    /// The bytes of a message, to be sent to any number of sockets of this form.
    ///
    /// - Parameters:
    ///   - text: UTF-8, and for an event stream without line breaks.
    ///   - id: what a client of an event stream sends as `Last-Event-ID` when it resumes.
    package func message(_ text: [UInt8], id: Int64? = nil) -> [UInt8] {
        switch self {
        case .webSocket: return FrameWriter.frame(.text, text)
        case .eventStream:
            var bytes = id.map { Array("id: \($0)\n".utf8) } ?? []
            bytes.reserveCapacity(bytes.count + text.count + 8)
            bytes += Array("data: ".utf8)
            bytes += text
            bytes += Array("\n\n".utf8)
            return bytes
        }
    }

    /// What is sent from time to time, so that neither side nor a proxy takes the connection for dead.
    var ping: [UInt8] {
        switch self {
        case .webSocket: FrameWriter.frame(.ping, [])
        case .eventStream: Array(":\n\n".utf8)
        }
    }

    /// The last message. An event stream has no codes of its own: it names them in an event called `close`.
    func closing(_ code: UInt16, _ reason: String) -> [UInt8] {
        switch self {
        case .webSocket: return FrameWriter.close(code, reason)
        case .eventStream:
            let data: JSONObject = ["code": .integer(Int64(code)), "reason": .string(reason)]
            return Array("event: close\n".utf8) + message(JSONValue.object(data).jsonBytes())
        }
    }

    /// The end of the message to which the byte at `position` belongs.
    ///
    /// - Parameter messages: whole ones of ours.
    func end(ofMessageAt position: Int, in messages: [UInt8]) -> Int {
        switch self {
        case .webSocket: FrameQueue.end(ofFrameAt: position, in: messages)
        case .eventStream: Self.end(ofEventAt: position, in: messages)
        }
    }

    /// An event ends with an empty line.
    private static func end(ofEventAt position: Int, in events: [UInt8]) -> Int {
        let newline = UInt8(ascii: "\n")
        var end = max(position + 1, 2)
        while end < events.count, events[end - 1] != newline || events[end - 2] != newline { end += 1 }
        return min(end, events.count)
    }
}
