import Synchronization
import TestSupport
import Testing

@testable import Tenancy

@Suite struct CallGateTests {
    private static func caller(_ account: Int64) -> CallGate.Caller {
        CallGate.Caller(tenant: TenantID(rawValue: 1), account: AccountID(rawValue: account))
    }

    /// Waits until so many wait in the line.
    private static func waiting(_ count: Int, at gate: CallGate) async {
        while gate.waiting != count { await Task.yield() }
    }

    private final class Order: Sendable {
        let accounts = Mutex<[Int64]>([])
    }

    @Test func `so many are inside, the others come in when one leaves`() async throws {
        let gate = CallGate(places: 2, placesPerCaller: 2)
        var first: CallGate.Pass? = try await gate.enter(Self.caller(1))
        let second = try await gate.enter(Self.caller(2))
        async let third = gate.enter(Self.caller(3))
        await Self.waiting(1, at: gate)
        withExtendedLifetime(first) {}
        first = nil
        _ = try await third
        #expect(gate.waiting == 0)
        withExtendedLifetime(second) {}
    }

    @Test func `one account does not take all places, and does not hold up those behind it`() async throws {
        let gate = CallGate(places: 3, placesPerCaller: 2)
        let own = [try await gate.enter(Self.caller(1)), try await gate.enter(Self.caller(1))]
        let late = Task { _ = try await gate.enter(Self.caller(1)) }
        await Self.waiting(1, at: gate)
        _ = try await gate.enter(Self.caller(2))
        #expect(gate.waiting == 1)
        withExtendedLifetime(own) {}
        _ = consume own
        try await late.value
    }

    @Test func `those come in first whose account was let in the longest ago`() async throws {
        let gate = CallGate(places: 1, placesPerCaller: 1)
        var inside: CallGate.Pass? = try await gate.enter(Self.caller(1))
        let order = Order()
        let tasks = [1, 1, 1, 2, 3].map { (account: Int64) in
            Task {
                let pass = try await gate.enter(Self.caller(account))
                order.accounts.withLock { $0.append(account) }
                withExtendedLifetime(pass) {}
            }
        }
        await Self.waiting(5, at: gate)
        withExtendedLifetime(inside) {}
        inside = nil
        for task in tasks { try await task.value }
        let came = order.accounts.withLock { $0 }
        #expect(Set(came.prefix(2)) == [2, 3] && came.suffix(3) == [1, 1, 1], "\(came)")
    }

    @Test func `a line that is full refuses`() async throws {
        let gate = CallGate(places: 1, lineLength: 1)
        var inside: CallGate.Pass? = try await gate.enter(Self.caller(1))
        async let next = gate.enter(Self.caller(2))
        await Self.waiting(1, at: gate)
        await #expect(throws: TenancyError.overloaded) { try await gate.enter(Self.caller(3)) }
        withExtendedLifetime(inside) {}
        inside = nil
        _ = try await next
    }

    @Test(.database) func `who waits for too long is refused, and its place in the line is free`()
        async throws
    {
        let gate = CallGate(places: 1, patience: .milliseconds(1))
        let inside = try await gate.enter(Self.caller(1))
        try await TestDatabase.current.onLoop {
            _ = await #expect(throws: TenancyError.overloaded) { try await gate.enter(Self.caller(2)) }
        }
        #expect(gate.waiting == 0)
        withExtendedLifetime(inside) {}
    }
}
