/// Frames or events that the kernel has not taken. They share the bytes of their arrays with all other queues. An array may hold
/// several whole frames.
struct FrameQueue {
    private var frames: [[UInt8]] = []
    /// The position of the first frame in `frames`, and how many of its bytes were sent.
    private var head = 0
    private var offset = 0
    private(set) var bytes = 0

    /// How many bytes one call sends at most from several frames.
    static let batch = 64 * 1024

    var isEmpty: Bool { head == frames.count }

    mutating func append(_ frame: [UInt8]) {
        guard !frame.isEmpty else { return }
        frames.append(frame)
        bytes += frame.count
    }

    /// Adds a control frame before the frames that have not begun.
    mutating func insert(_ frame: [UInt8]) {
        guard !frame.isEmpty else { return }
        frames.insert(frame, at: offset > 0 ? head + 1 : head)
        bytes += frame.count
    }

    /// Drops the frames that have not begun.
    mutating func dropWaiting(_ form: PushForm) {
        let first = offset > 0 ? head + 1 : head
        for frame in frames[first...] { bytes -= frame.count }
        frames.removeSubrange(first...)
        if offset > 0 {
            let end = form.end(ofMessageAt: offset - 1, in: frames[head])
            bytes -= frames[head].count - end
            frames[head].removeSubrange(end...)
            if offset == end {
                head += 1
                offset = 0
            }
        }
        tidy()
    }

    /// The end of the frame that the byte at `position` belongs to. The frames are ours: whole, and not masked.
    static func end(ofFrameAt position: Int, in frames: [UInt8]) -> Int {
        var end = 0
        while end <= position {
            let short = Int(frames[end + 1])
            let extra = short < 126 ? 0 : short == 126 ? 2 : 8
            let length =
                extra == 0 ? short : frames[(end + 2)..<(end + 2 + extra)].reduce(0) { $0 << 8 | Int($1) }
            end += 2 + extra + length
        }
        return end
    }

    mutating func removeAll() { self = FrameQueue() }

    /// Calls `write` with the next bytes: the rest of a frame in its place, or several frames joined in `scratch`.
    /// Removes as many bytes as it returns; a negative result removes none.
    mutating func send(
        joinedIn scratch: inout [UInt8],
        _ write: (UnsafeRawBufferPointer) -> Int
    ) -> (offered: Int, sent: Int) {
        guard head < frames.count else { return (0, 0) }
        let result: (offered: Int, sent: Int)
        if head + 1 == frames.count || frames[head].count - offset >= Self.batch / 4 {
            result = unsafe frames[head].withUnsafeBytes { frame in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: frame[offset...])
                return unsafe (rest.count, write(rest))
            }
        } else {
            join(in: &scratch)
            result = unsafe scratch.withUnsafeBytes { joined in unsafe (joined.count, write(joined)) }
        }
        if result.sent > 0 { remove(result.sent) }
        return result
    }

    private func join(in scratch: inout [UInt8]) {
        scratch.removeAll(keepingCapacity: true)
        scratch.append(contentsOf: frames[head][offset...])
        for index in (head + 1)..<frames.count {
            guard scratch.count + frames[index].count <= Self.batch else { break }
            scratch.append(contentsOf: frames[index])
        }
    }

    private mutating func remove(_ count: Int) {
        var count = count
        bytes -= count
        while count > 0 {
            let rest = frames[head].count - offset
            guard count >= rest else {
                offset += count
                break
            }
            count -= rest
            frames[head] = []
            head += 1
            offset = 0
        }
        tidy()
    }

    private mutating func tidy() {
        if head == frames.count {
            // A few slots are kept for the next message, but not those of a crowd of them.
            frames.removeAll(keepingCapacity: frames.capacity <= 8)
            head = 0
        } else if head > 64 && head > frames.count / 2 {
            frames.removeFirst(head)
            head = 0
        }
    }
}
