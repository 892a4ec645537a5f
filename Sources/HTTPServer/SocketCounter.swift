internal import Synchronization

/// Counts WebSockets over all loops of a server.
final class SocketCounter: Sendable {
    private let limit: Int
    private let stored = Atomic<Int>(0)

    init(limit: Int) { self.limit = limit }

    var count: Int { stored.load(ordering: .relaxed) }

    /// One socket in the count, as long as anything holds it.
    final class Place {
        private let counter: SocketCounter
        fileprivate init(in counter: SocketCounter) { self.counter = counter }
        deinit { counter.stored.subtract(1, ordering: .relaxed) }
    }

    /// `nil` at the limit.
    func take() -> Place? {
        let place = Place(in: self)
        return stored.add(1, ordering: .relaxed).newValue <= limit ? place : nil
    }
}
