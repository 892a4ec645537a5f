internal import Synchronization

/// A bound on bytes that are held at once, over all loops of a server.
///
/// An eighth is kept for what is small, so that a crowd which holds all the rest cannot keep ordinary requests out.
package final class MemoryBudget: Sendable {
    /// Up to so many bytes are small: what a login, a move or the answer to it takes.
    static let smallSize = 4096

    package let limit: Int
    private let stored = Atomic<Int>(0)

    package init(limit: Int) { self.limit = limit }

    /// Bytes held now.
    package var held: Int { stored.load(ordering: .relaxed) }

    /// Whether something of `size` bytes would fit. Reserves nothing.
    func hasRoom(for size: Int) -> Bool { held + size <= bound(size) }

    /// Takes `count` more bytes for something that then has `size` bytes in all; false when they do not fit.
    func take(_ count: Int, of size: Int) -> Bool {
        let before = stored.add(count, ordering: .relaxed).oldValue
        if before + count <= bound(size) { return true }
        giveBack(count)
        return false
    }

    /// Takes bytes that are there already and cannot be refused.
    func force(_ count: Int) { stored.add(count, ordering: .relaxed) }

    func giveBack(_ count: Int) { stored.subtract(count, ordering: .relaxed) }

    private func bound(_ size: Int) -> Int { size > Self.smallSize ? limit - limit / 8 : limit }
}

/// What a server may hold for its clients.
package final class Budgets: Sendable {
    /// Bodies that come, or are being handled.
    package let bodies: MemoryBudget
    /// Answers that their clients have not taken.
    package let answers: MemoryBudget

    private let memoryReturn = MemoryReturn()

    init(_ settings: ServerSettings) {
        bodies = MemoryBudget(limit: settings.bodyMemory)
        answers = MemoryBudget(limit: settings.answerMemory)
    }

    /// Call it about once a second.
    func look(_ now: Int64) { memoryReturn.look(bodies.held + answers.held, now: now) }
}
