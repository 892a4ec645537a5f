/// What the requests of an account cost it.
extension Session {
    var tokenKey: RequestBudget.TokenKey? {
        token.map { RequestBudget.TokenKey(tenant: tenant.id, digest: $0) }
    }

    /// Charges the request to the account before doing anything for it.
    ///
    /// A token that this process has not seen recently is looked up first: only valid ones are counted.
    ///
    /// - Throws: `TenancyError.tooManyRequests`.
    func spend() async throws {
        guard try !spendIfKnown(), let tokenKey else { return }
        let account = try await principal().accountID
        try take(budget.verify(tokenKey, of: account, extra: announced, tenant.settings))
    }

    /// The same for a token that this process has seen recently; false if it must be looked up first.
    func spendIfKnown() throws -> Bool {
        if let excess { throw TenancyError.tooManyRequests(seconds: excess) }
        guard let tokenKey, allowance == nil else { return true }
        let verdict = budget.charge(tokenKey, extra: announced, tenant.settings)
        if verdict.mustProve { return false }
        try take(verdict)
        return true
    }

    /// Charges the size of a body that came in chunks, and of the answer before it is compressed. Refuses nothing: what the
    /// account owes delays its next requests.
    func spend(received: Int = 0, sent: Int = 0) {
        let extra = RequestBudget.extra(forReceived: received) + RequestBudget.extra(forSent: sent)
        guard extra > 0, allowance != nil, excess == nil, let tokenKey else { return }
        allowance = budget.add(extra, to: tokenKey, tenant.settings) ?? allowance
    }

    /// Charges a call without a token to its address, for work that strangers may ask for.
    ///
    /// - Throws: `TenancyError.tooManyRequests`.
    package func spendByAddress() throws {
        let verdict = budget.charge(address, in: tenant)
        if verdict.retryAfter != nil { try take(verdict) }
    }

    private func take(_ verdict: RequestBudget.Verdict) throws {
        allowance = verdict.allowance
        excess = verdict.retryAfter
        if let excess { throw TenancyError.tooManyRequests(seconds: excess) }
    }
}
