#if os(Linux)
internal import CWslay

/// The frames of one socket (RFC 6455, section 5) by libwslay: it reads and checks what the server sends, joins fragments,
/// answers pings and close frames, and masks what the client sends. Used by one thread.
@safe final class FrameCodec {
    enum Event: Equatable {
        case message(WebSocketMessage)
        /// 1005 if the frame has no code.
        case close(code: UInt16, reason: String)
    }

    private var context: OpaquePointer?
    private var input: ArraySlice<UInt8> = []
    private var output: [UInt8] = []
    private var events: [Event] = []
    /// The close frame that is being received; `nil` during other frames.
    private var closePayload: [UInt8]?
    private var isBroken = false

    /// - Parameter limit: bytes of a message with all of its fragments.
    init(limit: Int = WebSocketLimits.messageBytes) throws(WebSocketError) {
        var callbacks = wslay_event_callbacks()
        unsafe callbacks.recv_callback = { context, buffer, size, _, codec in
            guard let buffer = unsafe buffer, let count = unsafe FrameCodec.of(codec)?.fill(buffer, size)
            else {
                unsafe wslay_event_set_error(context, Int32(WSLAY_ERR_WOULDBLOCK.rawValue))
                return -1
            }
            return count
        }
        unsafe callbacks.send_callback = { _, data, size, _, codec in
            unsafe FrameCodec.of(codec)?.output.append(
                contentsOf: UnsafeBufferPointer(start: data, count: size)
            )
            return size
        }
        unsafe callbacks.genmask_callback = { _, buffer, size, _ in
            // Of the system's cryptographic generator.
            for index in 0..<size { unsafe buffer?[index] = .random(in: .min ... .max) }
            return 0
        }
        unsafe callbacks.on_frame_recv_start_callback = { _, frame, codec in
            let isClose = unsafe frame?.pointee.opcode == UInt8(WSLAY_CONNECTION_CLOSE.rawValue)
            unsafe FrameCodec.of(codec)?.closePayload = isClose ? [] : nil
        }
        unsafe callbacks.on_frame_recv_chunk_callback = { _, chunk, codec in
            guard let chunk = unsafe chunk?.pointee else { return }
            unsafe FrameCodec.of(codec)?.closePayload?.append(
                contentsOf: UnsafeBufferPointer(start: chunk.data, count: chunk.data_length)
            )
        }
        unsafe callbacks.on_frame_recv_end_callback = { _, codec in
            unsafe FrameCodec.of(codec)?.receiveClose()
        }
        unsafe callbacks.on_msg_recv_callback = { _, message, codec in
            guard let message = unsafe message?.pointee else { return }
            let bytes = unsafe Array(UnsafeBufferPointer(start: message.msg, count: message.msg_length))
            unsafe FrameCodec.of(codec)?.receive(bytes, opcode: UInt32(message.opcode))
        }
        // Not retained: the callbacks run only within the calls below.
        let code = unsafe wslay_event_context_client_init(
            &context,
            &callbacks,
            Unmanaged.passUnretained(self).toOpaque()
        )
        guard code == 0 else { throw .failed(.other("There is no memory for a socket.")) }
        unsafe wslay_event_config_set_max_recv_msg_length(context, UInt64(limit))
    }

    deinit { unsafe wslay_event_context_free(context) }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> FrameCodec? {
        unsafe pointer.map { unsafe Unmanaged<FrameCodec>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Whether more can be read: not after a close frame, and not after something that breaks the protocol.
    var isReading: Bool { unsafe !isBroken && wslay_event_get_read_enabled(context) != 0 }

    /// Frames that wait to be sent.
    var queuedFrames: Int { unsafe wslay_event_get_queued_msg_count(context) }

    /// What broke the protocol, known once its close frame is taken by `takeOutput`.
    var violation: String {
        switch unsafe UInt32(wslay_event_get_status_code_sent(context)) {
        case WSLAY_CODE_INVALID_FRAME_PAYLOAD_DATA.rawValue: "text that is not UTF-8"
        case WSLAY_CODE_MESSAGE_TOO_BIG.rawValue: "a message that is too long"
        default: "a malformed frame"
        }
    }

    /// What the server's next bytes complete.
    func receive(_ bytes: ArraySlice<UInt8>) -> [Event] {
        input = bytes
        if unsafe wslay_event_recv(context) != 0 { isBroken = true }
        defer { events = [] }
        return events
    }

    /// Queues a close frame, unless there is one already.
    ///
    /// - Parameter code: 0 sends none.
    func close(_ code: UInt16) { unsafe _ = wslay_event_queue_close(context, code, nil, 0) }

    /// The bytes of all queued frames.
    func takeOutput() -> [UInt8] {
        unsafe _ = wslay_event_send(context)
        defer { output = [] }
        return output
    }

    private func fill(_ buffer: UnsafeMutablePointer<UInt8>, _ size: Int) -> Int? {
        guard !input.isEmpty else { return nil }
        let part = input.prefix(size)
        _ = unsafe UnsafeMutableBufferPointer(start: buffer, count: size).update(fromContentsOf: part)
        input = input.dropFirst(size)
        return part.count
    }

    private func receive(_ bytes: [UInt8], opcode: UInt32) {
        switch opcode {
        case WSLAY_TEXT_FRAME.rawValue: events.append(.message(.text(String(decoding: bytes, as: UTF8.self))))
        case WSLAY_BINARY_FRAME.rawValue: events.append(.message(.data(bytes)))
        default: break
        }
    }

    /// Answers a close frame before libwslay does, which refuses the codes 1012 to 1014: they were registered after RFC 6455,
    /// and the server closes slow readers with 1013. After this libwslay queues no close frame of its own.
    private func receiveClose() {
        guard let payload = closePayload else { return }
        guard payload.count >= 2 else {
            events.append(.close(code: 1005, reason: ""))
            return
        }
        let code = UInt16(payload[0]) << 8 | UInt16(payload[1])
        switch code {
        case 1000...1003, 1007...1014, 3000...4999:
            close(code)
            events.append(.close(code: code, reason: String(decoding: payload[2...], as: UTF8.self)))
        default: break
        }
    }
}
#endif
