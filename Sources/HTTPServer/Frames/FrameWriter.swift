internal import CWslay

/// Encodes whole frames of a server, which are not masked, with libwslay.
enum FrameWriter {
    enum Opcode: UInt8 {
        case text = 1
        case close = 8
        case ping = 9
        case pong = 10
    }

    private final class Output {
        var bytes: [UInt8] = []
    }

    /// - Parameter payload: at most 125 bytes in a control frame.
    static func frame(_ opcode: Opcode, _ payload: [UInt8]) -> [UInt8] {
        let output = Output()
        output.bytes.reserveCapacity(payload.count + 10)
        var callbacks = wslay_frame_callbacks()
        unsafe callbacks.send_callback = { data, size, _, output in
            guard let output = unsafe output else { return -1 }
            let bytes = unsafe UnsafeBufferPointer(start: data, count: size)
            unsafe Unmanaged<Output>.fromOpaque(output).takeUnretainedValue().bytes.append(
                contentsOf: bytes
            )
            return size
        }
        var context: OpaquePointer?
        // Not retained: the callback runs only below.
        let code = unsafe wslay_frame_context_init(
            &context,
            &callbacks,
            Unmanaged.passUnretained(output).toOpaque()
        )
        guard code == 0 else { preconditionFailure("out of memory") }
        defer { unsafe wslay_frame_context_free(context) }
        let sent = unsafe payload.withUnsafeBufferPointer { payload in
            var part = unsafe wslay_frame_iocb()
            unsafe part.fin = 1
            unsafe part.opcode = opcode.rawValue
            unsafe part.payload_length = UInt64(payload.count)
            unsafe part.data = payload.baseAddress
            unsafe part.data_length = payload.count
            return unsafe wslay_frame_send(context, &part)
        }
        precondition(sent == payload.count, "a control frame has at most 125 bytes")
        return withExtendedLifetime(output) { output.bytes }
    }

    /// - Parameter reason: cut at 123 bytes, between characters.
    static func close(_ code: UInt16?, _ reason: String = "") -> [UInt8] {
        guard let code else { return frame(.close, []) }
        var payload = [UInt8(code >> 8), UInt8(code & 255)]
        for scalar in reason.unicodeScalars {
            let bytes = UTF8.encode(scalar).map(Array.init) ?? []
            guard payload.count + bytes.count <= 125 else { break }
            payload += bytes
        }
        return frame(.close, payload)
    }
}
