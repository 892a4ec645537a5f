internal import CZlib
package import Reactor

/// Compresses answers with zlib, at its fastest level for bodies that are sent once.
package enum Gzip {
    /// The bytes in the format of RFC 1952; `nil` if zlib has no memory.
    static func compress(_ bytes: [UInt8], for lifetime: SharedBytes.Lifetime) -> [UInt8]? {
        let level = lifetime == .long ? Z_BEST_COMPRESSION : Z_BEST_SPEED
        guard let deflater = Deflater(level: level) else { return nil }
        var output: [UInt8] = []
        return deflater.append(bytes[...], isLast: true, to: &output) ? output : nil
    }

    /// Bytes compressed in one step, well under a millisecond. The loop serves other requests between two steps.
    private static let stretch = 64 * 1024

    /// The bytes in the format of RFC 1952; `nil` if zlib has no memory.
    ///
    /// - Parameter pool: compresses what takes more than one step, unless it is full.
    package static func compress(_ bytes: [UInt8], on pool: BlockingPool? = nil) async -> [UInt8]? {
        if let pool, bytes.count > stretch,
            let compressed = try? await pool.run({ compress(bytes, for: .short) })
        {
            return compressed
        }
        guard let deflater = Deflater() else { return nil }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count / 3 + 64)
        var start = 0
        while true {
            let end = min(start + stretch, bytes.count)
            guard deflater.append(bytes[start..<end], isLast: end == bytes.count, to: &output) else {
                return nil
            }
            if end == bytes.count { return output }
            start = end
            await EventLoop.current?.sleep(for: .zero)
        }
    }
}

/// One zlib stream. Its state must not move in memory, because zlib keeps its address.
@safe private final class Deflater {
    private let stream: UnsafeMutablePointer<z_stream>

    init?(level: Int32 = Z_BEST_SPEED) {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        // 15 is the whole window, 16 more adds gzip's header, 8 is zlib's usual memory: 256 KiB in all.
        let code = unsafe deflateInit2_(
            stream,
            level,
            Z_DEFLATED,
            15 + 16,
            8,
            Z_DEFAULT_STRATEGY,
            ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size)
        )
        guard code == Z_OK else {
            unsafe stream.deallocate()
            return nil
        }
    }

    deinit {
        _ = unsafe deflateEnd(stream)
        unsafe stream.deallocate()
    }

    func append(_ input: ArraySlice<UInt8>, isLast: Bool, to output: inout [UInt8]) -> Bool {
        unsafe input.withUnsafeBufferPointer { input in
            unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16 * 1024) { buffer in
                // zlib only reads the input.
                unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                unsafe stream.pointee.avail_in = UInt32(input.count)
                repeat {
                    unsafe stream.pointee.next_out = buffer.baseAddress
                    unsafe stream.pointee.avail_out = UInt32(buffer.count)
                    let code = unsafe deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
                    guard code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR else { return false }
                    let count = unsafe buffer.count - Int(stream.pointee.avail_out)
                    unsafe output.append(contentsOf: buffer[..<count])
                } while unsafe stream.pointee.avail_out == 0
                return true
            }
        }
    }
}
