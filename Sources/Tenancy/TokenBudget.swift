internal import ParlayAPI
internal import Reactor
internal import Security
internal import Synchronization

/// How many requests each token may send: so many a second, and so many at once after a pause. Counted by process, in
/// memory, over all its event loops.
///
/// A token's bucket is one number, the time at which it will be full again; each request moves that by the time in which
/// one is earned back (the generic cell rate algorithm, ITU-T I.371). Only tokens that were proved valid have one.
package final class TokenBudget: Sendable {
    struct Key: Hashable {
        let tenant: TenantID
        let digest: SHA256Digest
    }

    /// What the `RateLimit` headers say.
    struct Allowance: Equatable {
        let limit: Int64
        let remaining: Int64
        /// Seconds until it is whole again.
        let reset: Int64
    }

    struct Verdict: Equatable {
        /// `nil` for a token that is not known here.
        var allowance: Allowance?
        /// Seconds until the next request, when this one is refused.
        var retryAfter: Int?
        /// The token must be looked up before it is believed.
        var mustProve: Bool
    }

    private struct Bucket {
        /// Nanoseconds; in the past when it is full.
        var fullAt: Int64
        /// When the token was last looked up here.
        var provedAt: Int64
    }

    private final class Shard: Sendable {
        let buckets = Mutex<[Key: Bucket]>([:])
    }

    private static let second: Int64 = 1_000_000_000
    private let shards: [Shard]
    private let shardCapacity: Int
    private let clock: @Sendable () -> Int64

    /// - Parameters:
    ///   - capacity: tokens kept; beyond it, those that rest are forgotten.
    ///   - clock: nanoseconds that never go back.
    package init(
        capacity: Int = 65_536,
        clock: @escaping @Sendable () -> Int64 = { MonotonicClock.now }
    ) {
        shards = (0..<16).map { _ in Shard() }
        shardCapacity = max(8, capacity / shards.count)
        self.clock = clock
    }

    /// Takes one request off. A refused token that was not looked up for a second must be: it may be gone, which comes
    /// first.
    func charge(_ key: Key, _ settings: TenantSettings) -> Verdict {
        let now = clock()
        return shard(key).buckets.withLock { buckets in
            guard let index = buckets.index(forKey: key) else { return Verdict(mustProve: true) }
            return Self.charge(&buckets.values[index], settings, now)
        }
    }

    /// Takes one request off a token that was just looked up.
    func prove(_ key: Key, _ settings: TenantSettings) -> Verdict {
        let now = clock()
        return shard(key).buckets.withLock { buckets in
            if buckets[key] == nil && buckets.count >= shardCapacity {
                Self.makeRoom(in: &buckets, capacity: shardCapacity, now)
            }
            var bucket = buckets[key] ?? Bucket(fullAt: now, provedAt: now)
            bucket.provedAt = now
            let verdict = Self.charge(&bucket, settings, now)
            buckets[key] = bucket
            return verdict
        }
    }

    /// Tokens kept.
    var count: Int { shards.reduce(0) { $0 + $1.buckets.withLock(\.count) } }

    private func shard(_ key: Key) -> Shard { shards[Int(truncatingIfNeeded: key.digest.leadingWord & 15)] }

    private static func charge(_ bucket: inout Bucket, _ settings: TenantSettings, _ now: Int64) -> Verdict {
        let cost = second / settings.requestsPerSecond
        let depth = cost * settings.requestBurst
        let paid = max(bucket.fullAt, now) + cost
        let isRefused = paid > now + depth
        if !isRefused { bucket.fullAt = paid }
        let debt = max(0, bucket.fullAt - now)
        let allowance = Allowance(
            limit: settings.requestBurst,
            remaining: max(0, (depth - debt) / cost),
            reset: (debt + second - 1) / second
        )
        guard isRefused else { return Verdict(allowance: allowance, mustProve: false) }
        let wait = Int((paid - now - depth + second - 1) / second)
        return Verdict(
            allowance: allowance,
            retryAfter: max(1, wait),
            mustProve: now - bucket.provedAt > second
        )
    }

    /// Forgets the tokens whose buckets are full, which loses nothing. Where too few rest, some that do not are forgotten
    /// as well: memory is bounded before the budget is exact.
    private static func makeRoom(in buckets: inout [Key: Bucket], capacity: Int, _ now: Int64) {
        buckets = buckets.filter { $0.value.fullAt > now }
        let excess = buckets.count - capacity * 7 / 8
        guard excess > 0 else { return }
        for key in Array(buckets.keys.prefix(excess)) { buckets[key] = nil }
    }
}
