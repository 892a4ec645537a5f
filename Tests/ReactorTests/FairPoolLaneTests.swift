import Testing

@testable internal import Reactor

/// Users with several keys, and preferred ones.
@Suite struct FairPoolLaneTests {
    private typealias Queue = FairPoolQueue<String, String>

    private static func drained(_ queue: inout Queue) -> [String] {
        var elements: [String] = []
        while let element = queue.next() { elements.append(element) }
        return elements
    }

    /// A stranger at a network of a range: `r1.n2`.
    private static func stranger(_ name: String) -> FairPoolUser<String> {
        FairPoolUser(String(name.prefix { $0 != "." }), name)
    }

    /// A known account at a network of a range.
    private static func known(_ account: String, _ network: String) -> FairPoolUser<String> {
        FairPoolUser("@" + account, String(network.prefix { $0 != "." }), network, isPreferred: true)
    }

    private static func fill(_ queue: inout Queue, _ networks: String...) {
        for network in networks { _ = queue.append(network, of: stranger(network)) }
    }

    private static func isRefused(_ outcome: Queue.Outcome) -> Bool {
        if case .refused = outcome { true } else { false }
    }

    private static func replaced(_ outcome: Queue.Outcome) -> String? {
        if case .replaced(let element) = outcome { element } else { nil }
    }

    @Test func `networks of one range take turns as one, and within it by network`() {
        var queue = Queue(capacity: 12, share: 4)
        Self.fill(&queue, "a.1", "a.2", "a.3", "a.1", "b.1", "b.1", "c.1")
        #expect(Self.drained(&queue) == ["a.1", "b.1", "c.1", "a.2", "b.1", "a.3", "a.1"])
    }

    @Test func `a full queue drops from the range with the most, and there from the network with the most`() {
        var queue = Queue(capacity: 5, share: 4)
        Self.fill(&queue, "a.1", "a.2", "a.2", "b.1", "b.2")
        #expect(Self.replaced(queue.append("c.1", of: Self.stranger("c.1"))) == "a.2")
        // Now a and b have as many as c would have.
        #expect(Self.isRefused(queue.append("c.2", of: Self.stranger("c.2"))))
        #expect(queue.count == 5)
    }

    @Test func `who shares a crowd's range still gets a place from the network with more`() {
        var queue = Queue(capacity: 4, share: 4)
        Self.fill(&queue, "a.1", "a.1", "a.1", "a.1")
        #expect(Self.replaced(queue.append("a.2", of: Self.stranger("a.2"))) == "a.1")
        #expect(Self.replaced(queue.append("a.2", of: Self.stranger("a.2"))) == "a.1")
        #expect(Self.isRefused(queue.append("a.2", of: Self.stranger("a.2"))))
        #expect(Self.drained(&queue) == ["a.1", "a.2", "a.1", "a.2"])
    }

    @Test func `the share is one of the narrowest key`() {
        var queue = Queue(capacity: 10, share: 2)
        Self.fill(&queue, "a.1", "a.1", "a.1", "a.2", "a.2")
        #expect(queue.count == 4)
        // One network with many accounts has no more.
        for name in ["ann", "bob", "cem"] { _ = queue.append(name, of: Self.known(name, "b.1")) }
        #expect(queue.count == 6)
    }

    @Test func `preferred users come first, and of every four turns one is of the others`() {
        var queue = Queue(capacity: 16, share: 4)
        Self.fill(&queue, "a.1", "b.1", "c.1", "d.1")
        for number in 1...6 { _ = queue.append("k\(number)", of: Self.known("k\(number)", "k\(number).1")) }
        #expect(
            Self.drained(&queue) == ["k1", "k2", "k3", "a.1", "k4", "k5", "k6", "b.1", "c.1", "d.1"]
        )
    }

    @Test func `others need not wait for a run of preferred turns that went before`() {
        var queue = Queue(capacity: 16, share: 8)
        for number in 1...6 { _ = queue.append("k\(number)", of: Self.known("k\(number)", "k\(number).1")) }
        for _ in 1...4 { _ = queue.next() }
        Self.fill(&queue, "a.1")
        #expect(Self.drained(&queue) == ["a.1", "k5", "k6"])
    }

    @Test func `in a full queue preferred users take all places but a fourth, and others take that back`() {
        var queue = Queue(capacity: 8, share: 8)
        for number in 1...8 { Self.fill(&queue, "s\(number).1") }
        for number in 1...6 {
            let outcome = queue.append("k\(number)", of: Self.known("k\(number)", "k\(number).1"))
            #expect(Self.replaced(outcome) != nil, "\(number)")
        }
        // Two places are the others'; a seventh has as few as all that wait.
        #expect(Self.isRefused(queue.append("k7", of: Self.known("k7", "k7.1"))))
        #expect(Self.drained(&queue).filter { $0.hasPrefix("s") }.count == 2)

        for number in 1...8 { _ = queue.append("k\(number)", of: Self.known("k\(number)", "k\(number).2")) }
        #expect(Self.replaced(queue.append("s", of: Self.stranger("x.1")))?.hasPrefix("k") == true)
        #expect(Self.replaced(queue.append("s", of: Self.stranger("y.1")))?.hasPrefix("k") == true)
        #expect(Self.isRefused(queue.append("s", of: Self.stranger("z.1"))))
    }

    @Test func `an account at many networks takes turns as one, and so do many accounts of one range`() {
        var queue = Queue(capacity: 64, share: 8)
        for number in 1...10 { _ = queue.append("eve", of: Self.known("eve", "r\(number).1")) }
        for number in 1...10 { _ = queue.append("bot", of: Self.known("bot\(number)", "range.\(number)")) }
        _ = queue.append("owner", of: Self.known("owner", "home.1"))
        #expect(queue.next() == "eve")
        #expect(queue.next() == "bot")
        #expect(queue.next() == "owner")
        // Everything else has had its turn together with those.
        _ = queue.append("other", of: Self.known("other", "office.1"))
        #expect(queue.next() == "other")
    }

    @Test func `an owner beside a crowd of networks that never come again comes next, or after one of them`()
    {
        var queue = FairPoolQueue<Int, String>(capacity: 64, share: 8, memory: 512)
        var address = 1
        func crowd(_ count: Int) {
            for _ in 0..<count {
                address += 1
                _ = queue.append("crowd", of: FairPoolUser(address, -address))
            }
        }
        // Many more than it remembers.
        for _ in 0..<20 {
            crowd(80)
            _ = queue.next()
        }
        for _ in 0..<17 {
            crowd(80)
            let outcome = queue.append("owner", of: FairPoolUser(0, -1, -2, isPreferred: true))
            if case .refused = outcome { Issue.record("refused") }
            crowd(80)
            #expect([queue.next(), queue.next()].contains("owner"))
        }
    }

    @Test func `a first visitor beside a crowd of one range, and beside a crowd of accounts, gets in`() {
        var queue = FairPoolQueue<Int, String>(capacity: 64, share: 8)
        for number in 1...2001 {
            _ = queue.append("crowd", of: FairPoolUser(1, 1000 + number))
            _ = queue.append("bought", of: FairPoolUser(-number, 100_000 + number, isPreferred: true))
            if number % 4 == 3 { _ = queue.next() }
        }
        #expect(queue.count == 64)
        if case .refused = queue.append("visitor", of: FairPoolUser(2, 3)) { Issue.record("refused") }
        let soon = (0..<8).compactMap { _ in queue.next() }
        #expect(soon.contains("visitor"), "\(soon)")
    }

    @Test func `a call that its pool cannot take leaves no trace`() {
        var queue = Queue(capacity: 4, share: 1)
        let user = Self.known("ann", "a.1")
        _ = queue.append("ann", of: user)
        #expect(queue.removeNewest(of: user) == "ann")
        #expect(queue.removeNewest(of: user) == nil)
        #expect(queue.count == 0)
        _ = queue.append("ann", of: user)
        #expect(queue.next() == "ann")
    }
}
