/// The users of a `FairPoolQueue` who are preferred, or those who are not. The user whose last turn is longest ago comes first. A turn
/// is that of all keys of the user, and the user's last turn is the latest one of its keys: so a user who comes under many
/// networks, or under many names, takes turns as one.
///
/// A user has few elements, and few users wait, so choosing looks at all of them.
struct FairPoolLane<Key: Hashable & Sendable, Element> {
    typealias User = FairPoolUser<Key>

    private struct Line {
        var elements: [Element]
        /// Numbers the arrival of the first element.
        let arrival: Int
    }

    private let share: Int
    private let headStart: Int
    private let memory: Int
    private var lines: [User: Line] = [:]
    /// The waiting elements of each key.
    private var held: [Key: Int] = [:]
    /// The number of the last turn of each recent key. A new key counts as if its last turn had been `headStart` turns ago.
    /// So new users come soon, but a stream of them delays no one for longer.
    private var turns: [Key: Int] = [:]
    private var turn = 0
    private var arrivals = 0

    private(set) var count = 0

    /// - Parameters:
    ///   - share: how many elements may wait under the narrowest key of a user.
    ///   - headStart: see `turns`.
    ///   - memory: how many keys' turns are remembered.
    init(share: Int, headStart: Int, memory: Int) {
        self.share = share
        self.headStart = headStart
        self.memory = memory
    }

    /// Remembers the user, even if it is refused then; returns whether it has less than its share.
    mutating func admits(_ user: User) -> Bool {
        for key in user.keys where turns[key] == nil {
            if turns.count >= memory { forget() }
            turns[key] = turn - headStart
        }
        return user.keys.last.map { held[$0, default: 0] < share } ?? false
    }

    mutating func add(_ element: Element, of user: User) {
        count += 1
        for key in user.keys { held[key, default: 0] += 1 }
        if lines[user] == nil {
            arrivals += 1
            lines[user] = Line(elements: [], arrival: arrivals)
        }
        lines[user]?.elements.append(element)
    }

    /// The next element; `nil` if none is waiting.
    mutating func next() -> Element? {
        let first = lines.min { left, right in
            (lastTurns(of: left.key), left.value.arrival) < (lastTurns(of: right.key), right.value.arrival)
        }
        guard let user = first?.key, let element = lines[user]?.elements.removeFirst() else { return nil }
        turn += 1
        for key in user.keys { turns[key] = turn }
        removed(of: user)
        return element
    }

    mutating func removeNewest(of user: User) -> Element? {
        guard let element = lines[user]?.elements.popLast() else { return nil }
        removed(of: user)
        return element
    }

    /// Removes the newest element of the user with the most, if that is more than `user` would have then. Of users with as
    /// many, the one whose last turn was later makes room. What both have in common is not compared.
    mutating func makeRoom(for user: User) -> Element? {
        let turns = lastTurns(of: user)
        let candidates = lines.keys.filter { other in
            (amounts(of: other, without: user), lastTurns(of: other))
                > (amounts(of: user, without: other, adding: 1), turns)
        }
        return greediest(of: candidates).flatMap { removeNewest(of: $0) }
    }

    /// Removes the newest element of the user with the most.
    mutating func makeRoom() -> Element? {
        greediest(of: Array(lines.keys)).flatMap { removeNewest(of: $0) }
    }

    private func greediest(of users: [User]) -> User? {
        users.max { left, right in
            (amounts(of: left), lastTurns(of: left)) < (amounts(of: right), lastTurns(of: right))
        }
    }

    private mutating func removed(of user: User) {
        count -= 1
        for key in user.keys {
            let left = held[key, default: 1] - 1
            held[key] = left == 0 ? nil : left
        }
        if lines[user]?.elements.isEmpty == true { lines[user] = nil }
    }

    /// Keeps what is waiting, and of the others those with the latest turns. A key that was dropped counts as new.
    private mutating func forget() {
        let limit = turns.values.sorted()[turns.count / 2]
        turns = turns.filter { $0.value > limit || held[$0.key] != nil }
    }

    private func lastTurns(of user: User) -> FairPoolRank {
        FairPoolRank(user.keys.lazy.map { turns[$0] ?? turn - headStart })
    }

    /// How many elements wait under each key.
    private func amounts(of user: User, without other: User? = nil, adding more: Int = 0) -> FairPoolRank {
        let keys = user.keys.lazy.filter { key in other.map { !$0.keys.contains(key) } ?? true }
        return FairPoolRank(keys.map { held[$0, default: 0] + more })
    }
}

/// The three greatest of some numbers, compared in that order. Users are compared by all of them, so that of two who share a
/// range the network decides.
private struct FairPoolRank: Comparable {
    private var first = Int.min
    private var second = Int.min
    private var third = Int.min

    init(_ numbers: some Sequence<Int>) {
        for number in numbers {
            if number > first {
                (first, second, third) = (number, first, second)
            } else if number > second {
                (second, third) = (number, second)
            } else if number > third {
                third = number
            }
        }
    }

    static func < (left: FairPoolRank, right: FairPoolRank) -> Bool {
        (left.first, left.second, left.third) < (right.first, right.second, right.third)
    }
}
