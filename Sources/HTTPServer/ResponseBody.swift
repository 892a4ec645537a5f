package import ParlayAPI
package import Reactor

/// The bytes of an answer, which are sent from their place in memory.
package enum ResponseBody: Sendable {
    /// Created for one answer, and counted against the server's memory for answers until the client has read it.
    case owned([UInt8])
    /// The same for many bytes.
    case large(LargeBytes)
    /// One copy for all answers.
    case shared(SharedBytes)
    /// Of an answer inside the process: the value, whose JSON is written if somebody asks for it.
    case unwritten(any JSONWritable)

    init(_ bytes: [UInt8]) {
        self = bytes.count > Allocator.muchMemory ? .large(LargeBytes(bytes)) : .owned(bytes)
    }

    package var bytes: [UInt8] {
        switch self {
        case .owned(let bytes): bytes
        case .large(let large): large.bytes
        case .shared(let shared): shared.bytes
        case .unwritten(let value): value.jsonBytes()
        }
    }

    package var count: Int { bytes.count }

    /// In the format of RFC 1952; `nil` if zlib has no memory.
    ///
    /// - Parameter pool: compresses what is large, unless it is full.
    package func gzipped(on pool: BlockingPool? = nil) async -> ResponseBody? {
        switch self {
        case .owned, .large, .unwritten: await Gzip.compress(bytes, on: pool).map { ResponseBody($0) }
        case .shared(let shared): shared.gzipped.map { .shared($0) }
        }
    }
}

/// Bytes of one answer that no loop frees, even if the last reference to them ends there.
package final class LargeBytes: Sendable {
    package let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    deinit {
        let bytes = bytes
        Disposal.dispose { withExtendedLifetime(bytes) {} }
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

/// Holds the bytes of an answer until they are sent.
final class AnswerBytes {
    private let body: ResponseBody
    private let charge: (budget: MemoryBudget, count: Int)?

    /// - Parameter mustFit: whether to return `nil` for a large answer if the server's memory for answers is full.
    init?(_ body: ResponseBody, _ budget: MemoryBudget, mustFit: Bool) {
        self.body = body
        // One that is larger than half of all is answered too, when there is room for the half.
        let count = min(body.count, budget.limit / 2)
        let isShared = if case .shared = body { true } else { false }
        guard !isShared, count > 0 else {
            charge = nil
            return
        }
        if !budget.take(count, of: count) {
            guard !mustFit || count <= MemoryBudget.smallSize else { return nil }
            budget.force(count)
        }
        charge = (budget, count)
    }

    deinit {
        if let charge { charge.budget.giveBack(charge.count) }
    }

    var bytes: [UInt8] { body.bytes }
}
