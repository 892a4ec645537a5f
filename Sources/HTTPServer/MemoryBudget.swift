internal import Synchronization

/// A limit on bytes that are held at the same time, over all loops of a server.
///
/// An eighth is reserved for small bodies and answers, so that large ones cannot block ordinary requests.
package final class MemoryBudget: Sendable {
    /// The size up to which something is small: enough for a login, a move or the answer to one.
    static let smallSize = 4096

    package let limit: Int
    private let stored = Atomic<Int>(0)

    package init(limit: Int) { self.limit = limit }

    /// Bytes held now.
    package var held: Int { stored.load(ordering: .relaxed) }

    /// Whether `size` bytes would fit. Reserves nothing.
    func hasRoom(for size: Int) -> Bool { held + size <= bound(size) }

    /// Adds `count` bytes for something that then has `size` bytes in all; false if they do not fit.
    func take(_ count: Int, of size: Int) -> Bool {
        let before = stored.add(count, ordering: .relaxed).oldValue
        if before + count <= bound(size) { return true }
        giveBack(count)
        return false
    }

    /// Adds bytes that exist already and cannot be refused.
    func force(_ count: Int) { stored.add(count, ordering: .relaxed) }

    func giveBack(_ count: Int) { stored.subtract(count, ordering: .relaxed) }

    private func bound(_ size: Int) -> Int { size > Self.smallSize ? limit - limit / 8 : limit }
}

/// The memory that a server may use for its clients.
package final class Budgets: Sendable {
    /// Bodies that are being received or handled.
    package let bodies: MemoryBudget
    /// Answers that their clients have not read yet.
    package let answers: MemoryBudget

    /// Bytes of both.
    var held: Int { bodies.held + answers.held }

    init(_ settings: ServerSettings) {
        bodies = MemoryBudget(limit: settings.bodyMemory)
        answers = MemoryBudget(limit: settings.answerMemory)
    }
}
