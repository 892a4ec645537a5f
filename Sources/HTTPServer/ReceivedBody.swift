/// The received part of a request's body, counted against the server's memory for bodies as long as it is held.
final class ReceivedBody {
    private(set) var bytes: [UInt8] = []
    private var room = 0
    private let budget: MemoryBudget

    init(_ budget: MemoryBudget) { self.budget = budget }

    deinit { budget.giveBack(room) }

    /// False if the server has no memory for the part.
    ///
    /// Capacity grows with the received bytes, to at most twice of them: announcing a length reserves nothing.
    func append(_ part: Span<UInt8>, announced: Int?) -> Bool {
        let size = bytes.count + part.count
        if size > room {
            let ample = min(max(2 * size, MemoryBudget.smallSize), announced ?? .max)
            let wanted = max(size, ample)
            guard budget.take(wanted - room, of: wanted) else { return false }
            room = wanted
            bytes.reserveCapacity(room)
        }
        unsafe part.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
        return true
    }
}
