/// Names a scheduled timer.
package struct TimerID: Hashable, Sendable { fileprivate let rawValue: UInt64 }

/// A binary heap of deadlines. Cancelled timers stay in the heap, without their closure, until they surface.
struct TimerHeap {
    private struct Entry {
        let deadline: Int64
        let id: UInt64
    }

    private var entries: [Entry] = []
    private var bodies: [UInt64: () -> Void] = [:]
    private var nextID: UInt64 = 1

    /// The earliest deadline of a live timer, in nanoseconds of `MonotonicClock`.
    var nextDeadline: Int64? {
        mutating get {
            while let first = entries.first {
                if bodies[first.id] != nil { return first.deadline }
                removeFirst()
            }
            return nil
        }
    }

    mutating func insert(deadline: Int64, _ body: @escaping () -> Void) -> TimerID {
        let id = nextID
        nextID += 1
        bodies[id] = body
        entries.append(Entry(deadline: deadline, id: id))
        var child = entries.count - 1
        while child > 0, entries[child].deadline < entries[(child - 1) / 2].deadline {
            entries.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
        return TimerID(rawValue: id)
    }

    mutating func cancel(_ timer: TimerID) { bodies[timer.rawValue] = nil }

    /// Takes out the closures of every due timer, those due first first. The caller runs them, because they may
    /// schedule others.
    mutating func takeDue(now: Int64) -> [() -> Void] {
        var due: [() -> Void] = []
        while let first = entries.first, first.deadline <= now {
            removeFirst()
            if let body = bodies.removeValue(forKey: first.id) { due.append(body) }
        }
        return due
    }

    private mutating func removeFirst() {
        entries.swapAt(0, entries.count - 1)
        entries.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < entries.count && entries[child].deadline < entries[least].deadline {
                least = child
            }
            if least == parent { return }
            entries.swapAt(parent, least)
            parent = least
        }
    }
}
