/// A bounded queue that its users share fairly, in two lanes; see `FairPoolLane`. Preferred users come before the others, who get
/// every fourth turn, and a fourth of the queue is kept for them.
struct FairPoolQueue<Key: Hashable & Sendable, Element> {
    typealias User = FairPoolUser<Key>
    private typealias Lane = FairPoolLane<Key, Element>

    enum Outcome {
        case queued
        /// Queued in place of this element.
        case replaced(Element)
        case refused
    }

    /// Turns of preferred users after which one of the others has a turn, and how many quarters of the queue are theirs.
    private static var preferredTurns: Int { 3 }

    private let capacity: Int
    private let reserve: Int
    private var preferred: Lane
    private var others: Lane
    /// Turns of preferred users since the last one of the others.
    private var preferredRun = 0

    var count: Int { preferred.count + others.count }

    /// - Parameters:
    ///   - capacity: how many elements wait in all.
    ///   - share: how many of them may be of a user's narrowest key.
    ///   - memory: how many keys' turns are remembered in each lane.
    init(capacity: Int, share: Int, memory: Int = 16_384) {
        self.capacity = capacity
        reserve = capacity / (Self.preferredTurns + 1)
        preferred = Lane(share: share, headStart: capacity * 4, memory: memory)
        others = preferred
    }

    mutating func append(_ element: Element, of user: User) -> Outcome {
        let isAdmitted = user.isPreferred ? preferred.admits(user) : others.admits(user)
        guard isAdmitted else { return .refused }
        guard count >= capacity else {
            add(element, of: user)
            return .queued
        }
        guard let replaced = makeRoom(for: user) else { return .refused }
        add(element, of: user)
        return .replaced(replaced)
    }

    /// The next element; `nil` if none is waiting.
    mutating func next() -> Element? {
        guard preferred.count > 0, others.count == 0 || preferredRun < Self.preferredTurns else {
            preferredRun = 0
            return others.next()
        }
        preferredRun = min(preferredRun + 1, Self.preferredTurns)
        return preferred.next()
    }

    mutating func removeNewest(of user: User) -> Element? {
        user.isPreferred ? preferred.removeNewest(of: user) : others.removeNewest(of: user)
    }

    private mutating func makeRoom(for user: User) -> Element? {
        if user.isPreferred {
            others.count > reserve ? others.makeRoom() : preferred.makeRoom(for: user)
        } else {
            others.count < reserve ? preferred.makeRoom() : others.makeRoom(for: user)
        }
    }

    private mutating func add(_ element: Element, of user: User) {
        if user.isPreferred { preferred.add(element, of: user) } else { others.add(element, of: user) }
    }
}
