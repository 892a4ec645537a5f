/// A bounded queue that its users share fairly. Those whose turn is longest ago come first, and when it is full, those who
/// hold most of it make room for others.
///
/// A user has few elements, and there are few users who wait: choosing looks at all of them.
struct FairPoolQueue<User: Hashable, Element> {
    enum Outcome {
        case queued
        /// Queued in place of this element, the newest of the user who held the most.
        case replaced(Element)
        case refused
    }

    private struct Line {
        var elements: [Element]
        /// Numbers the arrival of the first element.
        var arrival: UInt64
    }

    private let capacity: Int
    private let share: Int
    private let memory: Int
    private var lines: [User: Line] = [:]
    /// Numbers the last turn of each user who was seen lately. Who is not here had none.
    private var turns: [User: UInt64] = [:]
    private var number: UInt64 = 0

    private(set) var count = 0

    /// - Parameters:
    ///   - capacity: how many elements wait in all.
    ///   - share: how many of them may be one user's.
    ///   - memory: how many users' last turns are remembered.
    init(capacity: Int, share: Int, memory: Int = 4096) {
        self.capacity = capacity
        self.share = share
        self.memory = memory
    }

    mutating func append(_ element: Element, of user: User) -> Outcome {
        let held = lines[user]?.elements.count ?? 0
        guard held < share else { return .refused }
        guard count >= capacity else {
            add(element, of: user)
            return .queued
        }
        // Of users with as much as this one would have, the one whose last turn was later gives way.
        let candidate = lines.max { left, right in
            (left.value.elements.count, turn(left.key)) < (right.value.elements.count, turn(right.key))
        }
        guard let candidate, (candidate.value.elements.count, turn(candidate.key)) > (held + 1, turn(user)),
            let replaced = removeNewest(of: candidate.key)
        else { return .refused }
        add(element, of: user)
        return .replaced(replaced)
    }

    /// The next element; `nil` when none waits.
    mutating func next() -> Element? {
        let first = lines.min { left, right in
            (turn(left.key), left.value.arrival) < (turn(right.key), right.value.arrival)
        }
        guard let user = first?.key, var line = first?.value else { return nil }
        let element = line.elements.removeFirst()
        lines[user] = line.elements.isEmpty ? nil : line
        count -= 1
        number += 1
        turns[user] = number
        // Each turn has a number of its own, so that this leaves half.
        if turns.count > memory {
            let oldest = number - UInt64(memory / 2)
            turns = turns.filter { $0.value > oldest }
        }
        return element
    }

    private func turn(_ user: User) -> UInt64 { turns[user] ?? 0 }

    private mutating func add(_ element: Element, of user: User) {
        count += 1
        if lines[user] == nil {
            number += 1
            lines[user] = Line(elements: [], arrival: number)
        }
        lines[user]?.elements.append(element)
    }

    mutating func removeNewest(of user: User) -> Element? {
        guard let element = lines[user]?.elements.popLast() else { return nil }
        if lines[user]?.elements.isEmpty == true { lines[user] = nil }
        count -= 1
        return element
    }
}
