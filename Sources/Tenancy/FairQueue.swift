/// Calls that wait for a `FairLimiter`: tenants in a ring, each with a ring of its accounts, each with its calls in
/// order. Only few calls wait, so arrays are fast enough.
struct FairQueue {
    struct Waiter: Sendable {
        let number: UInt64
        let caller: FairLimiter.Caller
        /// Called with `nil` if the wait failed.
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

    /// Adds a call after those of its account. A new account gets the last turn of its tenant, and a new tenant the
    /// last turn of all. Returns the call's number.
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

    /// Removes the first call, in the order of turns, whose caller may run. Its account and its tenant have then had
    /// their turn.
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

    /// Removes the latest call of the account with the most waiting calls, if that account still has more than the
    /// caller afterwards. So one account's calls cannot keep all others out.
    ///
    /// - Parameter tenants: the tenants to look at; `nil` for all.
    mutating func makeRoom(for caller: FairLimiter.Caller, among tenants: Set<TenantID>?) -> Waiter? {
        let candidates = ring.filter { tenants?.contains($0.tenant) ?? true }.flatMap(\.accounts)
        guard let longest = candidates.max(by: { $0.waiters.count < $1.waiters.count }),
            let last = longest.waiters.last
        else { return nil }
        let own = candidates.first { $0.waiters.first?.caller == caller }?.waiters.count ?? 0
        return longest.waiters.count - 1 > own ? remove(last.number) : nil
    }

    /// `nil` if it no longer waits.
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
