internal import Synchronization

/// Counts connections by address, an IPv6 network counting as one, over all loops of a server.
final class AddressCounter: Sendable {
    /// By `PeerAddress.network`.
    private let counts = Mutex<[PeerAddress: Int]>([:])

    /// One connection in the count, as long as anything holds it.
    final class Seat {
        let peer: PeerAddress
        private let counter: AddressCounter

        init(of peer: PeerAddress, in counter: AddressCounter) {
            self.counter = counter
            self.peer = peer
            counter.counts.withLock { $0[peer.network, default: 0] += 1 }
        }

        deinit {
            counter.counts.withLock { counts in
                guard let count = counts[peer.network] else { return }
                counts[peer.network] = count > 1 ? count - 1 : nil
            }
        }
    }

    /// `nil` at the limit.
    func seat(for peer: PeerAddress, limit: Int) -> Seat? {
        let seat = Seat(of: peer, in: self)
        return counts.withLock { $0[peer.network, default: 0] <= limit } ? seat : nil
    }

    func isFull(_ peer: PeerAddress, limit: Int) -> Bool {
        counts.withLock { $0[peer.network, default: 0] >= limit }
    }
}
