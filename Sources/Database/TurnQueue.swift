internal import Reactor

/// The owner of a call that needs its own connection. Requesters take turns, so that one with many calls does not
/// delay the others.
package struct Requester: Hashable, Sendable {
    let group: Int64
    let member: Int64

    package init(group: Int64, member: Int64) {
        self.group = group
        self.member = member
    }

    /// Calls by the process itself.
    package static let process = Requester(group: 0, member: 0)
}

/// The calls that wait for a connection. Requesters take turns; the calls of one requester are served in order.
struct TurnQueue<Element> {
    final class Waiter {
        let requester: Requester
        let element: Element
        /// Ends the wait.
        var timer: TimerID?

        init(_ element: Element, for requester: Requester) {
            self.element = element
            self.requester = requester
        }
    }

    private var lines: [Requester: [Waiter]] = [:]
    /// Requesters with waiting calls, the next one first.
    private var turns: [Requester] = []
    private(set) var count = 0

    func count(of requester: Requester) -> Int { lines[requester]?.count ?? 0 }

    mutating func append(_ waiter: Waiter) {
        if lines[waiter.requester] == nil { turns.append(waiter.requester) }
        lines[waiter.requester, default: []].append(waiter)
        count += 1
    }

    mutating func popFirst() -> Waiter? {
        guard let requester = turns.first, let waiter = lines[requester]?.removeFirst() else { return nil }
        turns.removeFirst()
        count -= 1
        if lines[requester]?.isEmpty == true { lines[requester] = nil } else { turns.append(requester) }
        return waiter
    }

    /// False if it is no longer waiting.
    mutating func remove(_ waiter: Waiter) -> Bool {
        guard let index = lines[waiter.requester]?.firstIndex(where: { $0 === waiter }) else { return false }
        lines[waiter.requester]?.remove(at: index)
        count -= 1
        if lines[waiter.requester]?.isEmpty == true {
            lines[waiter.requester] = nil
            turns.removeAll { $0 == waiter.requester }
        }
        return true
    }
}
