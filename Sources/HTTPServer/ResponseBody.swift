internal import CMicroHTTPD
package import Reactor

/// The bytes of an answer. libmicrohttpd sends them from their place in memory; neither kind is copied.
package enum ResponseBody: Sendable {
    /// Created for one answer, and counted against the server's memory for answers until the client has read it.
    case owned([UInt8])
    /// One copy for all answers.
    case shared(SharedBytes)

    package var bytes: [UInt8] {
        switch self {
        case .owned(let bytes): bytes
        case .shared(let shared): shared.bytes
        }
    }

    package var count: Int { bytes.count }

    /// In the format of RFC 1952; `nil` if zlib has no memory.
    ///
    /// - Parameter pool: compresses what is large, unless it is full.
    package func gzipped(on pool: BlockingPool? = nil) async -> ResponseBody? {
        switch self {
        case .owned(let bytes): await Gzip.compress(bytes, on: pool).map { .owned($0) }
        case .shared(let shared): shared.gzipped.map { .shared($0) }
        }
    }
}

/// Bytes that are the same for every request, such as a page that is rendered once.
package final class SharedBytes: Sendable {
    package let bytes: [UInt8]
    /// Compressed once; `nil` if zlib has no memory, and for bytes that are already compressed.
    package let gzipped: SharedBytes?

    /// How long the bytes will be sent.
    package enum Lifetime: Sendable {
        /// As long as the process lives: they are compressed as well as zlib can, in some 50 ms per megabyte.
        case long
        /// Until the next change: they are compressed fast.
        case short
    }

    /// Also compresses them: not on a loop.
    package convenience init(compressing bytes: [UInt8], for lifetime: Lifetime = .long) {
        self.init(bytes, gzipped: Gzip.compress(bytes, for: lifetime).map { SharedBytes($0) })
    }

    private init(_ bytes: [UInt8], gzipped: SharedBytes? = nil) {
        self.bytes = bytes
        self.gzipped = gzipped
    }
}

/// Holds the bytes of an answer while libmicrohttpd reads them.
final class AnswerBytes {
    private let bytes: [UInt8]
    private let charge: (budget: MemoryBudget, count: Int)?

    /// - Parameter mustFit: whether to return `nil` for a large answer if the server's memory for answers is full.
    init?(_ body: ResponseBody, _ budget: MemoryBudget, mustFit: Bool) {
        bytes = body.bytes
        guard case .owned = body, !bytes.isEmpty else {
            charge = nil
            return
        }
        let count = bytes.count
        if !budget.take(count, of: count) {
            guard !mustFit || count <= MemoryBudget.smallSize else { return nil }
            budget.force(count)
        }
        charge = (budget, count)
    }

    deinit {
        if let charge { charge.budget.giveBack(charge.count) }
    }

    /// A response that owns this object until libmicrohttpd is done with it.
    ///
    /// The address is used after the closure that provides it, against the rule, because libmicrohttpd sends later.
    /// It stays valid: an unbridged array, as all are on Linux, has its elements in one heap object that does not
    /// move while it is referenced; `bytes` references it, never changes, and lives until `release` below.
    func makeResponse() -> OpaquePointer? {
        guard !bytes.isEmpty else {
            return unsafe MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
        }
        let retained = unsafe Unmanaged.passRetained(self)
        let response = unsafe bytes.withUnsafeBytes { bytes in
            unsafe MHD_create_response_from_buffer_with_free_callback_cls(
                bytes.count,
                UnsafeMutableRawPointer(mutating: bytes.baseAddress),
                { object in
                    guard let object = unsafe object else { return }
                    unsafe Unmanaged<AnswerBytes>.fromOpaque(object).release()
                },
                retained.toOpaque()
            )
        }
        if unsafe response == nil { unsafe retained.release() }
        return unsafe response
    }
}
