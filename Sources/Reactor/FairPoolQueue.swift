/// A bounded queue that its users share fairly. The user whose last turn is longest ago comes first, and when it is
/// full, the users with the most elements make room for others.
///
/// A user has few elements, and few users wait, so choosing looks at all of them.
struct FairPoolQueue<User: Hashable, Element> {
    enum Outcome {
        case queued
        /// Queued in place of this element, the newest of the user with the most elements.
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
    /// The number of the last turn of each recent user. A new user counts as if the last turn had been `headStart`
    /// turns ago. So new users come soon, but a stream of them keeps nobody waiting for longer.
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
        // Of users with as many elements as this one would have, the one whose last turn was later makes room.
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

    /// The next element; `nil` if none is waiting.
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
            // Waiting users are kept. A user that was dropped counts as new.
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
