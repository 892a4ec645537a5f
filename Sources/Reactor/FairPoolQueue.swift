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
        let arrival: Int
        /// As in `turns`.
        var turn: Int
    }

    private let capacity: Int
    private let share: Int
    private let headStart: Int
    private let memory: Int
    private var lines: [User: Line] = [:]
    /// Numbers the last turn of each user who was seen lately. A user who had none stands as if it had been `headStart`
    /// turns ago when the user first came. So newcomers come soon, but a stream of them keeps nobody out for longer.
    private var turns: [User: Int] = [:]
    private var turn = 0
    private var arrivals = 0

    private(set) var count = 0

    /// - Parameters:
    ///   - capacity: how many elements wait in all.
    ///   - share: how many of them may be one user's.
    ///   - memory: how many users' turns are remembered.
    init(capacity: Int, share: Int, memory: Int = 8192) {
        self.capacity = capacity
        self.share = share
        self.memory = memory
        headStart = capacity * 4
    }

    mutating func append(_ element: Element, of user: User) -> Outcome {
        let last = lastTurn(of: user)
        let held = lines[user]?.elements.count ?? 0
        guard held < share else { return .refused }
        guard count >= capacity else {
            add(element, of: user)
            return .queued
        }
        // Of users with as much as this one would have, the one whose last turn was later gives way.
        let candidate = lines.max { left, right in
            (left.value.elements.count, left.value.turn) < (right.value.elements.count, right.value.turn)
        }
        guard let candidate,
            (candidate.value.elements.count, candidate.value.turn) > (held + 1, last),
            let replaced = removeNewest(of: candidate.key)
        else { return .refused }
        add(element, of: user)
        return .replaced(replaced)
    }

    /// The next element; `nil` when none waits.
    mutating func next() -> Element? {
        let first = lines.min { left, right in
            (left.value.turn, left.value.arrival) < (right.value.turn, right.value.arrival)
        }
        guard let user = first?.key, var line = first?.value else { return nil }
        turn += 1
        turns[user] = turn
        line.turn = turn
        let element = line.elements.removeFirst()
        lines[user] = line.elements.isEmpty ? nil : line
        count -= 1
        return element
    }

    mutating func removeNewest(of user: User) -> Element? {
        guard let element = lines[user]?.elements.popLast() else { return nil }
        if lines[user]?.elements.isEmpty == true { lines[user] = nil }
        count -= 1
        return element
    }

    private mutating func lastTurn(of user: User) -> Int {
        if let known = turns[user] { return known }
        if turns.count >= memory {
            // Those who wait are kept. Who is forgotten and comes again counts as new.
            let limit = turns.values.sorted()[turns.count / 2]
            turns = turns.filter { $0.value > limit || lines[$0.key] != nil }
        }
        turns[user] = turn - headStart
        return turn - headStart
    }

    private mutating func add(_ element: Element, of user: User) {
        count += 1
        if lines[user] == nil {
            arrivals += 1
            lines[user] = Line(elements: [], arrival: arrivals, turn: turns[user] ?? turn - headStart)
        }
        lines[user]?.elements.append(element)
    }
}
