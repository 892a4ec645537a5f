/// Calls that wait for a `FairLimiter`: tenants in a ring, each with a ring of its accounts, each with its calls in order.
/// Few wait, so arrays do.
struct FairQueue {
    struct Waiter: Sendable {
        let number: UInt64
        let caller: FairLimiter.Caller
        /// Called with `nil` when the wait was in vain.
        let resume: @Sendable (FairLimiter.Permit?) -> Void
    }

    private struct AccountTurn {
        let account: AccountID
        var waiters: [Waiter]
    }

    private struct TenantTurn {
        let tenant: TenantID
        var accounts: [AccountTurn]

        var count: Int { accounts.reduce(0) { $0 + $1.waiters.count } }
    }

    private var ring: [TenantTurn] = []
    private(set) var count = 0
    private var lastNumber: UInt64 = 0

    func count(of tenant: TenantID) -> Int { ring.first { $0.tenant == tenant }?.count ?? 0 }

    /// Adds a call behind those of its account; an account that waits for nothing yet gets the last turn of its tenant, and
    /// such a tenant the last turn of all. The answer is the call's number.
    mutating func append(
        _ caller: FairLimiter.Caller,
        _ resume: @escaping @Sendable (FairLimiter.Permit?) -> Void
    ) -> UInt64 {
        lastNumber += 1
        count += 1
        let waiter = Waiter(number: lastNumber, caller: caller, resume: resume)
        let new = AccountTurn(account: caller.account, waiters: [waiter])
        guard let tenant = ring.firstIndex(where: { $0.tenant == caller.tenant }) else {
            ring.append(TenantTurn(tenant: caller.tenant, accounts: [new]))
            return lastNumber
        }
        if let account = ring[tenant].accounts.firstIndex(where: { $0.account == caller.account }) {
            ring[tenant].accounts[account].waiters.append(waiter)
        } else {
            ring[tenant].accounts.append(new)
        }
        return lastNumber
    }

    /// Takes out the first call, in the order of the turns, whose caller may run. Its account and its tenant have had their
    /// turn.
    mutating func next(where mayRun: (FairLimiter.Caller) -> Bool) -> Waiter? {
        for tenant in ring.indices {
            for account in ring[tenant].accounts.indices {
                guard let first = ring[tenant].accounts[account].waiters.first, mayRun(first.caller) else {
                    continue
                }
                var accountTurn = ring[tenant].accounts.remove(at: account)
                accountTurn.waiters.removeFirst()
                if !accountTurn.waiters.isEmpty { ring[tenant].accounts.append(accountTurn) }
                let tenantTurn = ring.remove(at: tenant)
                if !tenantTurn.accounts.isEmpty { ring.append(tenantTurn) }
                count -= 1
                return first
            }
        }
        return nil
    }

    /// Takes out the latest call of the account that waits for most, if that account would still wait for more than the
    /// caller does. So a crowd of one account's calls keeps nobody else out.
    ///
    /// - Parameter tenants: whose calls are looked at; `nil` for all.
    mutating func makeRoom(for caller: FairLimiter.Caller, among tenants: Set<TenantID>?) -> Waiter? {
        let candidates = ring.filter { tenants?.contains($0.tenant) ?? true }.flatMap(\.accounts)
        guard let longest = candidates.max(by: { $0.waiters.count < $1.waiters.count }),
            let last = longest.waiters.last
        else { return nil }
        let own = candidates.first { $0.waiters.first?.caller == caller }?.waiters.count ?? 0
        return longest.waiters.count - 1 > own ? remove(last.number) : nil
    }

    /// `nil` when it waits no more.
    mutating func remove(_ number: UInt64) -> Waiter? {
        for tenant in ring.indices {
            for account in ring[tenant].accounts.indices {
                let waiters = ring[tenant].accounts[account].waiters
                guard let index = waiters.firstIndex(where: { $0.number == number }) else { continue }
                let waiter = ring[tenant].accounts[account].waiters.remove(at: index)
                if ring[tenant].accounts[account].waiters.isEmpty {
                    ring[tenant].accounts.remove(at: account)
                }
                if ring[tenant].accounts.isEmpty { ring.remove(at: tenant) }
                count -= 1
                return waiter
            }
        }
        return nil
    }
}
