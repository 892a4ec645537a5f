internal import HTTPServer
internal import ParlayAPI
package import Reactor
internal import Security
internal import Synchronization

/// Limits the requests of each account, with all its tokens together, and of each API key: a rate per second, and a burst after a pause.
/// Counted per process, in memory, over all its event loops.
///
/// A request counts once, and once more for each 16 KiB that it sends and each 256 KiB that its answer has, so that the work
/// of an account is limited and not only the number of its requests.
///
/// An account's bucket is one number, the time at which it will be full again; each request moves it by the time in
/// which one request is earned back (the generic cell rate algorithm, ITU-T I.371). Requests are charged before their
/// token is authenticated: a recently looked-up token is known to belong to its account, any other one is looked up
/// first.
package final class RequestBudget: Sendable {
    struct TokenKey: Hashable {
        let tenant: TenantID
        let digest: SHA256Digest

        /// A part of the digest is as good as all of it: only tokens that exist become keys, and no one chooses theirs.
        func hash(into hasher: inout Hasher) { hasher.combine(digest.leadingWord) }
    }

    private struct AccountKey: Hashable {
        let tenant: TenantID
        let account: AccountID
    }

    private struct AddressKey: Hashable {
        let tenant: TenantID
        let network: PeerAddress
    }

    /// The values of the `RateLimit` headers.
    struct Allowance: Equatable {
        let limit: Int64
        let remaining: Int64
        /// Seconds until it is full again.
        let reset: Int64
        /// Seconds in which an empty bucket fills.
        let window: Int64
    }

    struct Verdict: Equatable {
        /// `nil` for a token that is unknown here.
        var allowance: Allowance?
        /// Seconds until the next request, if this one is refused.
        var retryAfter: Int?
        /// The token must be looked up before it is trusted.
        var mustVerify: Bool
    }

    private struct Owner {
        let account: AccountID
        /// When the token was last looked up here.
        var verifiedAt: Instant
    }

    /// Separates locks that different requests take at the same time.
    private final class Shard<Key: Hashable & Sendable, Value: Sendable>: Sendable {
        let entries = Mutex<[Key: Value]>([:])
    }

    private static let receivedUnit = 16 * 1024
    private static let sentUnit = 256 * 1024

    /// As how many requests a body counts, besides the one that it is in.
    static func extra(forReceived bytes: Int) -> Int64 { Int64(bytes / receivedUnit) }
    /// The same for the body of an answer.
    static func extra(forSent bytes: Int) -> Int64 { Int64(bytes / sentUnit) }

    private let owners: [Shard<TokenKey, Owner>]
    /// The time at which each bucket is full; in the past if it is full.
    private let buckets: [Shard<AccountKey, Instant>]
    /// The same of calls without a token, by address.
    private let addresses = Shard<AddressKey, Instant>()
    private let shardCapacity: Int
    private let clock: @Sendable () -> Instant

    /// - Parameter capacity: tokens and accounts kept; beyond it, accounts with a full bucket are dropped first.
    package init(capacity: Int = 65_536, clock: @escaping @Sendable () -> Instant = { .now }) {
        owners = (0..<16).map { _ in Shard() }
        buckets = (0..<16).map { _ in Shard() }
        shardCapacity = max(8, capacity / 16)
        self.clock = clock
    }

    /// Charges a request to the token's account. A refused token that was not looked up for a second must be looked
    /// up: it may be revoked, and that has precedence.
    ///
    /// - Parameter extra: how many requests it counts as besides itself. They need no room: the account owes them.
    func charge(_ token: TokenKey, extra: Int64 = 0, _ rates: RequestRates) -> Verdict {
        let now = clock()
        guard let owner = shard(token).entries.withLock({ $0[token] }) else {
            return Verdict(mustVerify: true)
        }
        let account = AccountKey(tenant: token.tenant, account: owner.account)
        var verdict = charge(account, 1 + extra, rates, now)
        verdict.mustVerify = verdict.retryAfter != nil && now - owner.verifiedAt > .seconds(1)
        return verdict
    }

    /// Charges a request to an account whose token was just looked up, and remembers whose token it is.
    func verify(_ token: TokenKey, of account: AccountID, extra: Int64 = 0, _ rates: RequestRates)
        -> Verdict
    {
        let now = clock()
        shard(token).entries.withLock { owners in
            if owners[token] == nil && owners.count >= shardCapacity {
                Self.makeRoom(in: &owners, capacity: shardCapacity) { _ in false }
            }
            owners[token] = Owner(account: account, verifiedAt: now)
        }
        return charge(AccountKey(tenant: token.tenant, account: account), 1 + extra, rates, now)
    }

    /// Charges what a request that was charged before turned out to cost besides.
    func add(_ extra: Int64, to token: TokenKey, _ rates: RequestRates) -> Allowance? {
        guard let owner = shard(token).entries.withLock({ $0[token] }) else { return nil }
        let account = AccountKey(tenant: token.tenant, account: owner.account)
        return charge(account, extra, isAdmitted: true, rates, clock()).allowance
    }

    /// Forgets a refused token, so that its next request is looked up before it is charged.
    func forget(_ token: TokenKey) { shard(token).entries.withLock { $0[token] = nil } }

    /// Tokens kept.
    var tokenCount: Int { owners.reduce(0) { $0 + $1.entries.withLock(\.count) } }
    /// Accounts kept.
    var accountCount: Int { buckets.reduce(0) { $0 + $1.entries.withLock(\.count) } }

    private func shard(_ token: TokenKey) -> Shard<TokenKey, Owner> {
        owners[Int(truncatingIfNeeded: token.digest.leadingWord & 15)]
    }

    /// Charges one request without a token to its address, IPv6 by its /64, with the budget of an account.
    func charge(_ address: PeerAddress, in tenant: Tenant) -> Verdict {
        let key = AddressKey(tenant: tenant.id, network: address.network)
        return charge(key, in: addresses, 1, tenant.settings.rates.account, clock())
    }

    private func charge(
        _ account: AccountKey,
        _ count: Int64,
        isAdmitted: Bool = false,
        _ rates: RequestRates,
        _ now: Instant
    ) -> Verdict {
        let shard = buckets[Int(truncatingIfNeeded: account.account.rawValue & 15)]
        // See `Principal.isKey`.
        let rate = account.account.rawValue < 0 ? rates.key : rates.account
        return charge(account, in: shard, count, isAdmitted: isAdmitted, rate, now)
    }

    private func charge<Key>(
        _ key: Key,
        in shard: Shard<Key, Instant>,
        _ count: Int64,
        isAdmitted: Bool = false,
        _ rate: RequestRate,
        _ now: Instant
    ) -> Verdict {
        shard.entries.withLock { buckets in
            if let index = buckets.index(forKey: key) {
                return Self.charge(&buckets.values[index], count, isAdmitted: isAdmitted, rate, now)
            }
            if buckets.count >= shardCapacity {
                Self.makeRoom(in: &buckets, capacity: shardCapacity) { $0 <= now }
            }
            var fullAt = now
            let verdict = Self.charge(&fullAt, count, isAdmitted: isAdmitted, rate, now)
            buckets[key] = fullAt
            return verdict
        }
    }

    /// Refuses if not even the first request fits. The others may put the account into debt, at most by one burst: a photo
    /// counts as hundreds, and its owner must not wait for longer than the bucket takes to fill.
    private static func charge(
        _ fullAt: inout Instant,
        _ count: Int64,
        isAdmitted: Bool,
        _ rate: RequestRate,
        _ now: Instant
    ) -> Verdict {
        // Nanoseconds, because this is done for each request.
        let second: Int64 = 1_000_000_000
        let cost = second / rate.perSecond
        let depth = cost * rate.burst
        var debt = max(0, fullAt.nanoseconds - now.nanoseconds)
        let excess = debt + cost - depth
        let isRefused = !isAdmitted && excess > 0
        if !isRefused {
            debt = min(debt + cost * count, max(debt, 2 * depth))
            fullAt = Instant(nanoseconds: now.nanoseconds + debt)
        }
        let allowance = Allowance(
            limit: rate.burst,
            remaining: max(0, (depth - debt) / cost),
            reset: (debt + second - 1) / second,
            window: (depth + second - 1) / second
        )
        guard isRefused else { return Verdict(allowance: allowance, mustVerify: false) }
        let wait = Int((excess + second - 1) / second)
        return Verdict(allowance: allowance, retryAfter: wait, mustVerify: false)
    }

    /// Drops the entries that `isSpare` selects, and others if that is not enough: a memory limit matters more than
    /// an exact budget.
    private static func makeRoom<Key, Value>(
        in entries: inout [Key: Value],
        capacity: Int,
        dropping isSpare: (Value) -> Bool
    ) {
        entries = entries.filter { !isSpare($0.value) }
        let excess = entries.count - capacity * 7 / 8
        guard excess > 0 else { return }
        for key in Array(entries.keys.prefix(excess)) { entries[key] = nil }
    }
}

/// How many requests a second, and how many at once after a pause.
struct RequestRate {
    let perSecond: Int64
    let burst: Int64
}

struct RequestRates {
    /// Of an account, and of an address without a token.
    let account: RequestRate
    /// Of an API key.
    let key: RequestRate
}

extension TenantSettings {
    var rates: RequestRates {
        RequestRates(
            account: RequestRate(perSecond: requestsPerSecond, burst: requestBurst),
            key: RequestRate(perSecond: keyRequestsPerSecond, burst: keyRequestsPerSecond * 2)
        )
    }
}
