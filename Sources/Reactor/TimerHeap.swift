/// Names a scheduled timer.
package struct TimerID: Hashable, Sendable { fileprivate let rawValue: UInt64 }

/// A binary heap of deadlines. Cancelled timers stay in the heap, without their closure, until they surface.
struct TimerHeap {
    private struct Entry {
        let deadline: Instant
        let id: UInt64

        /// Timers due at the same time fire in the order of their creation.
        static func < (left: Entry, right: Entry) -> Bool {
            (left.deadline, left.id) < (right.deadline, right.id)
        }
    }

    private var entries: [Entry] = []
    private var bodies: [UInt64: () -> Void] = [:]
    private var nextID: UInt64 = 1

    /// The earliest deadline of a live timer.
    var nextDeadline: Instant? {
        mutating get {
            while let first = entries.first {
                if bodies[first.id] != nil { return first.deadline }
                removeFirst()
            }
            return nil
        }
    }

    mutating func insert(deadline: Instant, _ body: @escaping () -> Void) -> TimerID {
        let id = nextID
        nextID += 1
        bodies[id] = body
        entries.append(Entry(deadline: deadline, id: id))
        var child = entries.count - 1
        while child > 0, entries[child] < entries[(child - 1) / 2] {
            entries.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
        return TimerID(rawValue: id)
    }

    mutating func cancel(_ timer: TimerID) { bodies[timer.rawValue] = nil }

    /// Removes the closure of the timer that is due first; `nil` if none is. The caller runs it, because it may
    /// schedule and cancel timers, including due ones.
    mutating func removeDue(now: Instant) -> (() -> Void)? {
        while let first = entries.first, first.deadline <= now {
            removeFirst()
            if let body = bodies.removeValue(forKey: first.id) { return body }
        }
        return nil
    }

    private mutating func removeFirst() {
        entries.swapAt(0, entries.count - 1)
        entries.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < entries.count && entries[child] < entries[least] {
                least = child
            }
            if least == parent { return }
            entries.swapAt(parent, least)
            parent = least
        }
    }
}
