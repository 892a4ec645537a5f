#if os(Linux)
/// Splits what a server sends into messages and control frames (RFC 6455, section 5).
struct FrameParser {
    enum Event: Equatable {
        case message(WebSocketMessage)
        case ping([UInt8])
        case pong
        /// 1005 if the frame has no code.
        case close(code: UInt16, reason: String)
    }

    /// What the server must not send, and the code to close with.
    struct Violation: Error, Equatable {
        let code: UInt16
        let reason: String

        static func protocolError(_ reason: String) -> Violation { Violation(code: 1002, reason: reason) }
        static let text = Violation(code: 1007, reason: "text that is not UTF-8")
        static let tooLong = Violation(code: 1009, reason: "a message that is too long")
    }

    private enum Opcode {
        static let continuation: UInt8 = 0
        static let text: UInt8 = 1
        static let binary: UInt8 = 2
        static let close: UInt8 = 8
        static let ping: UInt8 = 9
        static let pong: UInt8 = 10
    }

    private struct Header {
        var isFinal: Bool
        var opcode: UInt8
        var length: Int
        /// Of the header itself.
        var size: Int
    }

    private let limit: Int
    private var bytes: [UInt8] = []
    /// Up to here they are read.
    private var position = 0
    /// The message that is not complete yet.
    private var opcode: UInt8?
    private var fragments: [UInt8] = []

    init(limit: Int = WebSocketLimits.messageBytes) { self.limit = limit }

    mutating func append(_ more: ArraySlice<UInt8>) {
        if position > 0 {
            bytes.removeFirst(position)
            position = 0
        }
        bytes.append(contentsOf: more)
    }

    /// The next event; `nil` until there are more bytes.
    mutating func next() throws(Violation) -> Event? {
        while let header = try header(), bytes.count - position >= header.size + header.length {
            let start = position + header.size
            let payload = bytes[start..<start + header.length]
            position = start + header.length
            if let event = try event(header, payload) { return event }
        }
        return nil
    }

    private func header() throws(Violation) -> Header? {
        guard bytes.count - position >= 2 else { return nil }
        let (first, second) = (bytes[position], bytes[position + 1])
        guard first & 0x70 == 0 else { throw .protocolError("reserved bits") }
        guard second & 0x80 == 0 else { throw .protocolError("a masked frame") }
        var header = Header(isFinal: first & 0x80 != 0, opcode: first & 0x0F, length: Int(second), size: 2)
        try check(header)
        if header.length >= 126 {
            let count = header.length == 126 ? 2 : 8
            header.size += count
            guard bytes.count - position >= header.size else { return nil }
            var length: UInt64 = 0
            for byte in bytes[position + 2..<position + header.size] { length = length << 8 | UInt64(byte) }
            guard length > (count == 2 ? 125 : 0xFFFF), length <= UInt64(Int64.max) else {
                throw .protocolError("a length in a wrong form")
            }
            guard length <= UInt64(limit) else { throw .tooLong }
            header.length = Int(length)
        }
        let isControl = header.opcode >= Opcode.close
        guard isControl || header.length <= limit - fragments.count else { throw .tooLong }
        return header
    }

    private func check(_ header: Header) throws(Violation) {
        switch header.opcode {
        case Opcode.continuation:
            guard opcode != nil else { throw .protocolError("a continuation of nothing") }
        case Opcode.text, Opcode.binary:
            guard opcode == nil else { throw .protocolError("a message within a message") }
        case Opcode.close, Opcode.ping, Opcode.pong:
            guard header.isFinal else { throw .protocolError("a fragmented control frame") }
            guard header.length <= 125 else { throw .protocolError("a long control frame") }
        default: throw .protocolError("an unknown opcode")
        }
    }

    private mutating func event(_ header: Header, _ payload: ArraySlice<UInt8>) throws(Violation) -> Event? {
        switch header.opcode {
        case Opcode.ping: return .ping(Array(payload))
        case Opcode.pong: return .pong
        case Opcode.close: return try Self.close(payload)
        default: break
        }
        if header.opcode != Opcode.continuation { opcode = header.opcode }
        if header.isFinal, fragments.isEmpty {
            defer { opcode = nil }
            return .message(try message(payload))
        }
        fragments.append(contentsOf: payload)
        guard header.isFinal else { return nil }
        defer {
            opcode = nil
            fragments = []
        }
        return .message(try message(fragments[...]))
    }

    private func message(_ payload: ArraySlice<UInt8>) throws(Violation) -> WebSocketMessage {
        guard opcode == Opcode.text else { return .data(Array(payload)) }
        guard let text = String(validating: payload, as: UTF8.self) else { throw .text }
        return .text(text)
    }

    private static func close(_ payload: ArraySlice<UInt8>) throws(Violation) -> Event {
        guard !payload.isEmpty else { return .close(code: 1005, reason: "") }
        guard payload.count >= 2 else { throw .protocolError("half a close code") }
        let code = UInt16(payload[payload.startIndex]) << 8 | UInt16(payload[payload.startIndex + 1])
        guard (1000...1003).contains(code) || (1007...1014).contains(code) || (3000...4999).contains(code)
        else { throw .protocolError("the close code \(code)") }
        guard let reason = String(validating: payload.dropFirst(2), as: UTF8.self) else { throw .text }
        return .close(code: code, reason: reason)
    }
}

/// The frames that this client sends: control frames only.
enum ControlFrame {
    static func pong(_ payload: [UInt8]) -> [UInt8] { frame(0x8A, payload) }

    /// - Parameter code: `nil` sends none.
    static func close(_ code: UInt16?) -> [UInt8] {
        frame(0x88, code.map { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] } ?? [])
    }

    /// Masked with a random key, as frames of clients must be (RFC 6455, section 5.3).
    private static func frame(_ first: UInt8, _ payload: [UInt8]) -> [UInt8] {
        // Of the system's cryptographic generator.
        let key = (0..<4).map { _ in UInt8.random(in: .min ... .max) }
        // A ping has at most 125 bytes.
        let payload = payload.prefix(125)
        return [first, 0x80 | UInt8(payload.count)] + key
            + payload.enumerated().map { $1 ^ key[$0 & 3] }
    }
}
#endif
