/// Elements that wait for their turn, each of a caller: the groups of callers in a ring, each with a ring of its callers, each with
/// its elements in order. So one with many elements delays another by at most one turn. Only few elements wait, so
/// arrays are fast enough.
package struct FairQueue<Caller: Hashable & Sendable, Group: Hashable, Element> {
    package struct Waiter {
        package let number: UInt64
        package let caller: Caller
        package let element: Element
    }

    private struct Line {
        let caller: Caller
        var waiters: [Waiter]
    }

    private struct Turn {
        let group: Group
        var lines: [Line]

        var count: Int { lines.reduce(0) { $0 + $1.waiters.count } }
    }

    private let group: @Sendable (Caller) -> Group
    private var ring: [Turn] = []
    package private(set) var count = 0
    private var lastNumber: UInt64 = 0

    /// - Parameter group: callers of one group share its turns.
    package init(groupedBy group: @escaping @Sendable (Caller) -> Group) { self.group = group }

    package func count(of group: Group) -> Int { ring.first { $0.group == group }?.count ?? 0 }

    /// Adds an element after those of its caller. A new caller gets the last turn of its group, and a new group the
    /// last turn of all. Returns the element's number.
    package mutating func append(_ element: Element, for caller: Caller) -> UInt64 {
        lastNumber += 1
        count += 1
        let waiter = Waiter(number: lastNumber, caller: caller, element: element)
        let new = Line(caller: caller, waiters: [waiter])
        let group = group(caller)
        guard let turn = ring.firstIndex(where: { $0.group == group }) else {
            ring.append(Turn(group: group, lines: [new]))
            return lastNumber
        }
        if let line = ring[turn].lines.firstIndex(where: { $0.caller == caller }) {
            ring[turn].lines[line].waiters.append(waiter)
        } else {
            ring[turn].lines.append(new)
        }
        return lastNumber
    }

    /// Removes the first element, in the order of turns, whose caller may run. The caller and its group have then had
    /// their turn.
    package mutating func next(where mayRun: (Caller) -> Bool = { _ in true }) -> Waiter? {
        for turn in ring.indices {
            for line in ring[turn].lines.indices {
                guard let first = ring[turn].lines[line].waiters.first, mayRun(first.caller) else { continue }
                var rest = ring[turn].lines.remove(at: line)
                rest.waiters.removeFirst()
                if !rest.waiters.isEmpty { ring[turn].lines.append(rest) }
                let group = ring.remove(at: turn)
                if !group.lines.isEmpty { ring.append(group) }
                count -= 1
                return first
            }
        }
        return nil
    }

    /// Removes the latest element of the caller with the most, if that one still has more than `caller` afterwards. So
    /// one caller's elements cannot keep all others out.
    ///
    /// - Parameter groups: the groups to look at; `nil` for all.
    package mutating func makeRoom(for caller: Caller, among groups: Set<Group>?) -> Waiter? {
        let candidates = ring.filter { groups?.contains($0.group) ?? true }.flatMap(\.lines)
        guard let longest = candidates.max(by: { $0.waiters.count < $1.waiters.count }),
            let last = longest.waiters.last
        else { return nil }
        let own = candidates.first { $0.caller == caller }?.waiters.count ?? 0
        return longest.waiters.count - 1 > own ? remove(last.number) : nil
    }

    /// `nil` if it no longer waits.
    package mutating func remove(_ number: UInt64) -> Waiter? {
        for turn in ring.indices {
            for line in ring[turn].lines.indices {
                guard let index = ring[turn].lines[line].waiters.firstIndex(where: { $0.number == number })
                else { continue }
                let waiter = ring[turn].lines[line].waiters.remove(at: index)
                if ring[turn].lines[line].waiters.isEmpty { ring[turn].lines.remove(at: line) }
                if ring[turn].lines.isEmpty { ring.remove(at: turn) }
                count -= 1
                return waiter
            }
        }
        return nil
    }
}

extension FairQueue.Waiter: Sendable where Element: Sendable {}
