import Synchronization
import Tenancy
import TestDatabases
import Testing

@testable import Tenancy

@Suite struct FairLimiterTests {
    private static func caller(_ account: Int64, of tenant: Int64 = 1) -> FairLimiter.Caller {
        FairLimiter.Caller(tenant: TenantID(rawValue: tenant), account: AccountID(rawValue: account))
    }

    /// Waits until so many wait.
    private static func waiting(_ count: Int, for limiter: FairLimiter) async {
        while limiter.waiting != count { await Task.yield() }
    }

    private final class Order: Sendable {
        let calls = Mutex<[String]>([])
    }

    /// Lets calls of these callers wait, one behind the other, then runs them one at a time; the answer is their order.
    private func order(_ callers: [(name: String, caller: FairLimiter.Caller)], limitPerCaller: Int = 1)
        async throws
        -> [String]
    {
        let limiter = FairLimiter(limit: 1, limitPerCaller: limitPerCaller)
        var running: FairLimiter.Permit? = try await limiter.acquire(for: Self.caller(99, of: 99))
        let order = Order()
        var tasks: [Task<Void, any Error>] = []
        for (name, caller) in callers {
            tasks.append(
                Task {
                    let permit = try await limiter.acquire(for: caller)
                    order.calls.withLock { $0.append(name) }
                    withExtendedLifetime(permit) {}
                }
            )
            await Self.waiting(tasks.count, for: limiter)
        }
        withExtendedLifetime(running) {}
        running = nil
        for task in tasks { try await task.value }
        return order.calls.withLock { $0 }
    }

    @Test func `so many run, the others when one ends`() async throws {
        let limiter = FairLimiter(limit: 2, limitPerCaller: 2)
        var first: FairLimiter.Permit? = try await limiter.acquire(for: Self.caller(1))
        let second = try await limiter.acquire(for: Self.caller(2))
        let third = Task { _ = try await limiter.acquire(for: Self.caller(3)) }
        await Self.waiting(1, for: limiter)
        withExtendedLifetime(first) {}
        first = nil
        try await third.value
        #expect(limiter.waiting == 0)
        withExtendedLifetime(second) {}
    }

    @Test func `one account does not take all permits, and does not hold up those behind it`() async throws {
        let limiter = FairLimiter(limit: 3, limitPerCaller: 2)
        let own = [
            try await limiter.acquire(for: Self.caller(1)), try await limiter.acquire(for: Self.caller(1)),
        ]
        let late = Task { _ = try await limiter.acquire(for: Self.caller(1)) }
        await Self.waiting(1, for: limiter)
        _ = try await limiter.acquire(for: Self.caller(2))
        #expect(limiter.waiting == 1)
        withExtendedLifetime(own) {}
        _ = consume own
        try await late.value
    }

    @Test func `the accounts of a tenant take turns`() async throws {
        let calls = [("a1", 1), ("a2", 1), ("a3", 1), ("b1", 2), ("b2", 2), ("c1", 3)] as [(String, Int64)]
        let order = try await order(calls.map { ($0.0, Self.caller($0.1)) })
        #expect(order == ["a1", "b1", "c1", "a2", "b2", "a3"])
    }

    @Test func `tenants take turns, however many accounts they have`() async throws {
        let crowd = (1...6).map { (name: "crowd \($0)", caller: Self.caller($0, of: 1)) }
        let order = try await order(
            crowd + [("small 1", Self.caller(1, of: 2)), ("small 2", Self.caller(2, of: 2))]
        )
        #expect(
            order == [
                "crowd 1", "small 1", "crowd 2", "small 2", "crowd 3", "crowd 4", "crowd 5", "crowd 6",
            ]
        )
    }

    @Test func `a full queue refuses`() async throws {
        let limiter = FairLimiter(limit: 1, queueLimit: 2)
        var running: FairLimiter.Permit? = try await limiter.acquire(for: Self.caller(1))
        let next = Task { _ = try await limiter.acquire(for: Self.caller(2)) }
        await Self.waiting(1, for: limiter)
        let another = Task { _ = try await limiter.acquire(for: Self.caller(3, of: 2)) }
        await Self.waiting(2, for: limiter)
        await #expect(throws: TenancyError.overloaded) {
            try await limiter.acquire(for: Self.caller(4, of: 3))
        }
        withExtendedLifetime(running) {}
        running = nil
        try await next.value
        try await another.value
    }

    @Test func `a tenant holds at most half of the queue`() async throws {
        let limiter = FairLimiter(limit: 1, queueLimit: 4)
        var running: FairLimiter.Permit? = try await limiter.acquire(for: Self.caller(9))
        let first = Task { _ = try await limiter.acquire(for: Self.caller(1)) }
        let second = Task { _ = try await limiter.acquire(for: Self.caller(2)) }
        await Self.waiting(2, for: limiter)
        await #expect(throws: TenancyError.overloaded) { try await limiter.acquire(for: Self.caller(3)) }
        let other = Task { _ = try await limiter.acquire(for: Self.caller(3, of: 2)) }
        await Self.waiting(3, for: limiter)
        withExtendedLifetime(running) {}
        running = nil
        for task in [first, second, other] { try await task.value }
    }

    @Test func `an account that fills the queue gives way to others`() async throws {
        let limiter = FairLimiter(limit: 1, queueLimit: 6)
        var running: FairLimiter.Permit? = try await limiter.acquire(for: Self.caller(9))
        var flood: [Task<Void, any Error>] = []
        for number in 1...3 {
            flood.append(Task { _ = try await limiter.acquire(for: Self.caller(1)) })
            await Self.waiting(number, for: limiter)
        }
        let other = Task { _ = try await limiter.acquire(for: Self.caller(2)) }
        let last = flood[2]
        await #expect(throws: TenancyError.overloaded) { try await last.value }
        withExtendedLifetime(running) {}
        running = nil
        try await other.value
        var refused = 0
        for task in flood {
            do { try await task.value } catch TenancyError.overloaded { refused += 1 }
        }
        #expect(refused == 1 && limiter.waiting == 0)
    }

    @Test(.database) func `who waits for too long is refused, and waits no more`() async throws {
        let limiter = FairLimiter(limit: 1, timeout: .milliseconds(1))
        let running = try await limiter.acquire(for: Self.caller(1))
        try await TestDatabase.current.onLoop {
            _ = await #expect(throws: TenancyError.overloaded) {
                try await limiter.acquire(for: Self.caller(2))
            }
        }
        #expect(limiter.waiting == 0)
        withExtendedLifetime(running) {}
    }
}
