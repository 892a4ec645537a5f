import ParlayAPI
import Reactor
import Security
import Synchronization
import Tenancy
import Testing

@testable import Tenancy

@Suite struct RequestBudgetTests {
    private final class Clock: Sendable {
        let time = Mutex(Instant(nanoseconds: 0))
        func advance(milliseconds: Int64) { time.withLock { $0 = $0 + .milliseconds(milliseconds) } }
    }

    private let clock = Clock()

    private let ada = AccountID(rawValue: 1)

    private func budget(capacity: Int = 65_536) -> RequestBudget {
        let clock = clock
        return RequestBudget(capacity: capacity) { clock.time.withLock { $0 } }
    }

    private func key(_ text: String = "token", tenant: Int64 = 1) -> RequestBudget.TokenKey {
        RequestBudget.TokenKey(tenant: TenantID(rawValue: tenant), digest: sha256(text))
    }

    private func rates(rate: Int64 = 50, burst: Int64 = 100) -> RequestRates {
        var settings = TenantSettings.defaults
        settings.requestsPerSecond = rate
        settings.requestBurst = burst
        return settings.rates
    }

    @Test func `the defaults are 50 a second and 100 at once`() {
        #expect(TenantSettings.defaults.requestsPerSecond == 50)
        #expect(TenantSettings.defaults.requestBurst == 100)
    }

    @Test func `as many as the burst pass at once, then as many as come back`() {
        let (budget, key, rates) = (budget(), key(), rates())
        #expect(budget.charge(key, rates) == RequestBudget.Verdict(mustVerify: true))
        var verdict = budget.verify(key, of: ada, rates)
        #expect(verdict.allowance == RequestBudget.Allowance(limit: 100, remaining: 99, reset: 1, window: 2))
        for left in (0..<99).reversed() {
            verdict = budget.charge(key, rates)
            #expect(verdict.retryAfter == nil)
            #expect(verdict.allowance?.remaining == Int64(left))
        }
        #expect(verdict.allowance?.reset == 2)
        for _ in 0..<3 {
            let refused = budget.charge(key, rates)
            #expect(refused.retryAfter == 1)
            #expect(refused.allowance?.remaining == 0)
            #expect(!refused.mustVerify)
        }
        // One comes back in 20 ms; refused ones cost nothing.
        clock.advance(milliseconds: 19)
        #expect(budget.charge(key, rates).retryAfter == 1)
        clock.advance(milliseconds: 1)
        #expect(budget.charge(key, rates).retryAfter == nil)
        #expect(budget.charge(key, rates).retryAfter == 1)
        clock.advance(milliseconds: 2000)
        #expect(budget.charge(key, rates).allowance?.remaining == 99)
        clock.advance(milliseconds: 3_600_000)
        #expect(budget.charge(key, rates).allowance?.remaining == 99)
    }

    @Test func `a body counts once more for each 16 KiB, and an answer for each 256 KiB`() {
        #expect([0, 16_383, 16_384, 65_536].map(RequestBudget.extra(forReceived:)) == [0, 0, 1, 4])
        #expect([262_143, 262_144, 36_700_160].map(RequestBudget.extra(forSent:)) == [0, 1, 140])
        let (budget, key, rates) = (budget(), key(), rates())
        #expect(budget.verify(key, of: ada, extra: 4, rates).allowance?.remaining == 95)
        #expect(budget.charge(key, extra: 2, rates).allowance?.remaining == 92)
        #expect(budget.add(12, to: key, rates)?.remaining == 80)
        #expect(budget.add(12, to: self.key("unknown"), rates) == nil)
    }

    @Test func `what a request turns out to cost delays the next ones, by one burst at most`() {
        let (budget, key, rates) = (budget(), key(), rates())
        _ = budget.verify(key, of: ada, rates)
        let owing = budget.add(10_000, to: key, rates)
        #expect(owing == RequestBudget.Allowance(limit: 100, remaining: 0, reset: 4, window: 2))
        #expect(budget.charge(key, rates).retryAfter == 3)
        clock.advance(milliseconds: 2_019)
        #expect(budget.charge(key, rates).retryAfter == 1)
        clock.advance(milliseconds: 1)
        // The request itself needs room, what it costs besides does not.
        #expect(budget.charge(key, extra: 50, rates).retryAfter == nil)
        #expect(budget.charge(key, rates).retryAfter == 2)
    }

    @Test func `a slow rate says how long to wait, and a token long refused must be proved again`() {
        let (budget, key, rates) = (budget(), key(), rates(rate: 1, burst: 3))
        for _ in 0..<3 { _ = budget.verify(key, of: ada, rates) }
        #expect(budget.charge(key, rates).retryAfter == 1)
        clock.advance(milliseconds: 1001)
        #expect(budget.charge(key, rates).retryAfter == nil)
        let refused = budget.charge(key, rates)
        #expect(refused.retryAfter == 1)
        #expect(refused.mustVerify)
        #expect(!budget.verify(key, of: ada, rates).mustVerify)
        #expect(!budget.charge(key, rates).mustVerify)
    }

    @Test func `other rates count at once`() {
        let (budget, key) = (budget(), key())
        for _ in 0..<100 { _ = budget.verify(key, of: ada, rates()) }
        #expect(budget.charge(key, rates()).retryAfter != nil)
        #expect(budget.charge(key, rates(burst: 200)).retryAfter == nil)
        #expect(budget.charge(key, rates(burst: 10)).retryAfter == 2)
    }

    @Test func `all tokens of an account share its budget, and other accounts have their own`() {
        let (budget, rates) = (budget(), rates(burst: 3))
        for text in ["a", "b", "c"] {
            #expect(budget.verify(key(text), of: ada, rates).retryAfter == nil)
        }
        for text in ["a", "b", "c"] { #expect(budget.charge(key(text), rates).retryAfter == 1) }
        #expect(budget.verify(key("d"), of: ada, rates).retryAfter == 1)
        let others = [
            (key("e"), AccountID(rawValue: 2)), (key("a", tenant: 2), ada),
            (key("f"), AccountID(rawValue: 17)),
        ]
        for (key, account) in others {
            #expect(budget.verify(key, of: account, rates).allowance?.remaining == 2)
            #expect(budget.charge(key, rates).allowance?.remaining == 1)
        }
    }

    @Test func `a token that was refused is looked up before its account is charged again`() {
        let (budget, rates) = (budget(), rates(burst: 3))
        _ = budget.verify(key("stolen"), of: ada, rates)
        budget.forget(key("stolen"))
        for _ in 0..<10 {
            #expect(budget.charge(key("stolen"), rates) == RequestBudget.Verdict(mustVerify: true))
        }
        #expect(budget.verify(key("own"), of: ada, rates).allowance?.remaining == 1)
    }

    @Test func `exactly the burst passes on many threads`() async {
        let (budget, key, rates) = (budget(), key(), rates())
        let results = await withTaskGroup(of: Int.self, returning: [Int].self) { group in
            for _ in 0..<8 { group.addTask { await Self.passing(50, budget, key, ada, rates) } }
            var results: [Int] = []
            for await result in group { results.append(result) }
            return results
        }
        let passed = results.reduce(0, +)
        #expect(passed == 100)
    }

    @concurrent private static func passing(
        _ count: Int,
        _ budget: RequestBudget,
        _ key: RequestBudget.TokenKey,
        _ account: AccountID,
        _ rates: RequestRates
    ) async -> Int {
        var passed = 0
        for _ in 0..<count where budget.verify(key, of: account, rates).retryAfter == nil { passed += 1 }
        return passed
    }

    @Test func `memory is bounded, and accounts that rest are forgotten first`() {
        let (budget, rates) = (budget(capacity: 1600), rates(burst: 2))
        func verify(_ name: String, _ number: Int) -> RequestBudget.Verdict {
            let account = AccountID(rawValue: Int64(number) * 10 + Int64(name.count))
            return budget.verify(key("\(name) \(number)"), of: account, rates)
        }
        for number in 0..<1500 { _ = verify("resting", number) }
        clock.advance(milliseconds: 100)
        for number in 0..<20 { for _ in 0..<2 { _ = verify("busy", number) } }
        for number in 0..<1000 { _ = verify("new", number) }
        #expect(budget.accountCount <= 1600 && budget.tokenCount <= 1600)
        #expect((0..<20).allSatisfy { verify("busy", $0).retryAfter == 1 })
        // All of them busy: the bound holds all the same.
        for number in 0..<5000 { _ = verify("a crowd", number) }
        #expect(budget.accountCount <= 1600 && budget.tokenCount <= 1600)
    }
}
