import ParlayAPI
import Reactor
import Security
import Synchronization
import TestSupport
import Testing

@testable import Tenancy

@Suite struct TokenBudgetTests {
    private final class Clock: Sendable {
        let nanoseconds = Mutex<Int64>(1_000_000_000_000)
        func advance(milliseconds: Int64) { nanoseconds.withLock { $0 += milliseconds * 1_000_000 } }
    }

    private let clock = Clock()

    private func budget(capacity: Int = 65_536) -> TokenBudget {
        let clock = clock
        return TokenBudget(capacity: capacity) { clock.nanoseconds.withLock { $0 } }
    }

    private func key(_ text: String = "token", tenant: Int64 = 1) -> TokenBudget.Key {
        TokenBudget.Key(tenant: TenantID(rawValue: tenant), digest: sha256(text))
    }

    private func settings(rate: Int64 = 50, burst: Int64 = 100) -> TenantSettings {
        var settings = TenantSettings.defaults
        settings.requestsPerSecond = rate
        settings.requestBurst = burst
        return settings
    }

    @Test func `the defaults are 50 a second and 100 at once`() {
        #expect(TenantSettings.defaults.requestsPerSecond == 50)
        #expect(TenantSettings.defaults.requestBurst == 100)
    }

    @Test func `as many as the burst pass at once, then as many as come back`() {
        let (budget, key, settings) = (budget(), key(), settings())
        #expect(budget.charge(key, settings) == TokenBudget.Verdict(mustProve: true))
        var verdict = budget.prove(key, settings)
        #expect(verdict.allowance == TokenBudget.Allowance(limit: 100, remaining: 99, reset: 1))
        for left in (0..<99).reversed() {
            verdict = budget.charge(key, settings)
            #expect(verdict.retryAfter == nil)
            #expect(verdict.allowance?.remaining == Int64(left))
        }
        #expect(verdict.allowance?.reset == 2)
        for _ in 0..<3 {
            let refused = budget.charge(key, settings)
            #expect(refused.retryAfter == 1)
            #expect(refused.allowance?.remaining == 0)
            #expect(!refused.mustProve)
        }
        // One comes back in 20 ms; refused ones cost nothing.
        clock.advance(milliseconds: 19)
        #expect(budget.charge(key, settings).retryAfter == 1)
        clock.advance(milliseconds: 1)
        #expect(budget.charge(key, settings).retryAfter == nil)
        #expect(budget.charge(key, settings).retryAfter == 1)
        clock.advance(milliseconds: 2000)
        #expect(budget.charge(key, settings).allowance?.remaining == 99)
        clock.advance(milliseconds: 3_600_000)
        #expect(budget.charge(key, settings).allowance?.remaining == 99)
    }

    @Test func `a slow rate says how long to wait, and a token long refused must be proved again`() {
        let (budget, key, settings) = (budget(), key(), settings(rate: 1, burst: 3))
        for _ in 0..<3 { _ = budget.prove(key, settings) }
        #expect(budget.charge(key, settings).retryAfter == 1)
        clock.advance(milliseconds: 1001)
        #expect(budget.charge(key, settings).retryAfter == nil)
        let refused = budget.charge(key, settings)
        #expect(refused.retryAfter == 1)
        #expect(refused.mustProve)
        #expect(!budget.prove(key, settings).mustProve)
        #expect(!budget.charge(key, settings).mustProve)
    }

    @Test func `other settings count at once`() {
        let (budget, key) = (budget(), key())
        for _ in 0..<100 { _ = budget.prove(key, settings()) }
        #expect(budget.charge(key, settings()).retryAfter != nil)
        #expect(budget.charge(key, settings(burst: 200)).retryAfter == nil)
        #expect(budget.charge(key, settings(burst: 10)).retryAfter == 2)
    }

    @Test func `tokens have budgets of their own, and so have tenants`() {
        let (budget, settings) = (budget(), settings(burst: 1))
        for key in [key("a"), key("b"), key("a", tenant: 2)] {
            #expect(budget.prove(key, settings).retryAfter == nil)
            #expect(budget.charge(key, settings).retryAfter == 1)
        }
    }

    @Test func `exactly the burst passes on many threads`() async {
        let (budget, key, settings) = (budget(), key(), settings())
        let results = await withTaskGroup(of: Int.self, returning: [Int].self) { group in
            for _ in 0..<8 { group.addTask { await Self.passing(50, budget, key, settings) } }
            var results: [Int] = []
            for await result in group { results.append(result) }
            return results
        }
        let passed = results.reduce(0, +)
        #expect(passed == 100)
    }

    @concurrent private static func passing(
        _ count: Int,
        _ budget: TokenBudget,
        _ key: TokenBudget.Key,
        _ settings: TenantSettings
    ) async -> Int {
        var passed = 0
        for _ in 0..<count where budget.prove(key, settings).retryAfter == nil { passed += 1 }
        return passed
    }

    @Test func `memory is bounded, and resting tokens are forgotten first`() {
        let (budget, settings) = (budget(capacity: 1600), settings(burst: 2))
        let busy = (0..<20).map { key("busy \($0)") }
        for number in 0..<1500 { _ = budget.prove(key("resting \(number)"), settings) }
        clock.advance(milliseconds: 100)
        for key in busy { for _ in 0..<2 { _ = budget.prove(key, settings) } }
        for number in 0..<1000 { _ = budget.prove(key("new \(number)"), settings) }
        #expect(budget.count <= 1600)
        #expect(busy.allSatisfy { budget.charge($0, settings).retryAfter == 1 })
        // All of them busy: the bound holds all the same.
        for number in 0..<5000 { _ = budget.prove(key("crowd \(number)"), settings) }
        #expect(budget.count <= 1600)
    }
}
