internal import CWslay
internal import Glibc

/// What the head of a frame says (RFC 6455, 5.2).
struct FrameHead: Equatable {
    let isFinal: Bool
    /// RSV1 to RSV3; not 0 only with extensions, which there are none of.
    let reserved: UInt8
    let opcode: UInt8
    let isMasked: Bool
    let length: UInt64

    var isControl: Bool { opcode & 8 != 0 }
}

/// Splits the bytes of one peer into frames with libwslay, unmasked, in any pieces. It has a buffer of
/// 4 KiB, so a socket keeps one only while a frame is incomplete.
@safe final class FrameReader {
    enum Outcome: Equatable {
        /// All bytes were read.
        case more
        /// The bytes are not frames, and no more can be read.
        case violation
        /// The consumer wants no more.
        case stopped
    }

    /// The position of a piece in its frame.
    struct Place: Equatable {
        let isFirst: Bool
        let isLast: Bool
    }

    private var context: OpaquePointer?
    /// Set only during `read`.
    private var input = unsafe UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    /// Bytes that libwslay has and has not delivered: the beginning of a head.
    private var buffered = 0
    /// Bytes of the current frame's payload that are still missing.
    private var missing: UInt64 = 0

    /// `nil` without memory.
    init?() {
        var callbacks = wslay_frame_callbacks()
        unsafe callbacks.recv_callback = { buffer, size, _, reader in
            guard let buffer = unsafe buffer, let reader = unsafe reader else { return -1 }
            return unsafe Unmanaged<FrameReader>.fromOpaque(reader).takeUnretainedValue().fill(buffer, size)
        }
        // Not retained: the callback runs only during `read`.
        let code = unsafe wslay_frame_context_init(
            &context,
            &callbacks,
            Unmanaged.passUnretained(self).toOpaque()
        )
        guard code == 0 else { return nil }
    }

    deinit { unsafe wslay_frame_context_free(context) }

    /// Whether the next byte begins a frame, so that another peer's bytes can be read next.
    var isAtBoundary: Bool { buffered == 0 && missing == 0 }

    /// Calls `take` with each piece of a payload, and once for an empty payload, until it returns false.
    func read(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ take: (FrameHead, Place, Span<UInt8>) -> Bool
    ) -> Outcome {
        unsafe input = unsafe bytes
        defer { unsafe input = UnsafeBufferPointer(start: nil, count: 0) }
        while true {
            var part = unsafe wslay_frame_iocb()
            let count = unsafe wslay_frame_recv(context, &part)
            guard count >= 0 else {
                guard count == Int(WSLAY_ERR_WANT_READ.rawValue) else { return .violation }
                if unsafe input.isEmpty { return .more }
                continue
            }
            let head = unsafe FrameHead(
                isFinal: part.fin != 0,
                reserved: part.rsv,
                opcode: part.opcode,
                isMasked: part.mask != 0,
                length: part.payload_length
            )
            let isFirst = missing == 0
            if isFirst {
                buffered -= Self.size(of: head)
                missing = head.length
            }
            buffered -= count
            missing -= UInt64(count)
            let payload = unsafe UnsafeBufferPointer(start: part.data, count: count)
            let place = Place(isFirst: isFirst, isLast: missing == 0)
            guard unsafe take(head, place, payload.span) else { return .stopped }
        }
    }

    private func fill(_ buffer: UnsafeMutablePointer<UInt8>, _ size: Int) -> Int {
        let count = unsafe min(size, input.count)
        guard count > 0, let start = unsafe input.baseAddress else { return -1 }
        unsafe buffer.update(from: start, count: count)
        unsafe input = UnsafeBufferPointer(rebasing: input[count...])
        buffered += count
        return count
    }

    /// libwslay refuses lengths that are not in their shortest form, so the size follows from the length.
    private static func size(of head: FrameHead) -> Int {
        2 + (head.length < 126 ? 0 : head.length < 65_536 ? 2 : 8) + (head.isMasked ? 4 : 0)
    }
}
