/// The rules of RFC 6455 for what a client sends, after libwslay has read the frames: fragments, text in UTF-8, control
/// frames and close codes. Messages are checked, and only kept if someone reads them.
struct MessageReader {
    enum Event: Equatable {
        case ping([UInt8])
        case pong
        /// A whole message; only with `keepsText`.
        case text([UInt8])
        /// `nil` when the frame has no code.
        case close(code: UInt16?, reason: String)
        /// The connection fails with this code.
        case failure(code: UInt16, reason: String)
    }

    /// Bytes of one message, all fragments together.
    let limit: Int
    /// A message has begun and its last fragment has not come.
    private var isFragmented = false
    private var isText = false
    private var size: UInt64 = 0
    private var text = UTF8Check()
    /// The payload of a control frame that came in pieces.
    private var control: [UInt8] = []
    var keepsText = false
    private var kept: [UInt8] = []

    init(limit: Int) { self.limit = limit }

    mutating func receive(_ head: FrameHead, _ place: FrameReader.Place, _ payload: Span<UInt8>) -> Event? {
        if place.isFirst, let failure = begin(head) { return failure }
        return head.isControl
            ? receiveControl(head, place, payload) : receiveData(head, place, payload)
    }

    private mutating func begin(_ head: FrameHead) -> Event? {
        guard head.reserved == 0 else { return .violation("a reserved bit is set") }
        guard head.isMasked else { return .violation("a frame is not masked") }
        switch head.opcode {
        case 0:
            guard isFragmented else { return .violation("nothing to continue") }
        case 1, 2:
            guard !isFragmented else { return .violation("the last message is not finished") }
            isText = head.opcode == 1
            size = 0
            text = UTF8Check()
        case 8, 9, 10:
            guard head.isFinal, head.length <= 125 else { return .violation("a control frame is too long") }
            return nil
        default: return .violation("unknown opcode")
        }
        isFragmented = !head.isFinal
        let (sum, overflows) = size.addingReportingOverflow(head.length)
        size = sum
        guard !overflows, sum <= UInt64(limit) else {
            return .failure(code: 1009, reason: "a message may have at most \(limit) bytes")
        }
        return nil
    }

    private mutating func receiveData(
        _ head: FrameHead,
        _ place: FrameReader.Place,
        _ payload: Span<UInt8>
    ) -> Event? {
        guard isText else { return nil }
        let isWhole = place.isLast && head.isFinal
        guard text.receive(payload), !isWhole || text.isComplete else {
            return .failure(code: 1007, reason: "a text is not UTF-8")
        }
        guard keepsText else { return nil }
        for index in payload.indices { kept.append(payload[index]) }
        guard isWhole else { return nil }
        defer { kept = [] }
        return .text(kept)
    }

    private mutating func receiveControl(
        _ head: FrameHead,
        _ place: FrameReader.Place,
        _ payload: Span<UInt8>
    ) -> Event? {
        for index in payload.indices { control.append(payload[index]) }
        guard place.isLast else { return nil }
        let whole = control
        control = []
        switch head.opcode {
        case 9: return .ping(whole)
        case 10: return .pong
        default: return Self.close(whole)
        }
    }

    private static func close(_ payload: [UInt8]) -> Event {
        guard !payload.isEmpty else { return .close(code: nil, reason: "") }
        guard payload.count >= 2 else { return .violation("half a close code") }
        let code = UInt16(payload[0]) << 8 | UInt16(payload[1])
        guard mayBeSent(code) else { return .violation("this close code is not allowed") }
        guard let reason = String(validating: payload[2...], as: UTF8.self) else {
            return .failure(code: 1007, reason: "the reason is not UTF-8")
        }
        return .close(code: code, reason: reason)
    }

    /// RFC 6455, 7.4, and the codes that were registered with IANA since (1012 to 1014).
    static func mayBeSent(_ code: UInt16) -> Bool {
        switch code {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}

extension MessageReader.Event {
    static func violation(_ reason: String) -> Self { .failure(code: 1002, reason: reason) }
}
