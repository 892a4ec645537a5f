/// The jobs of one kind and tenant. Claims are fair between lanes.
struct Lane: Hashable, Sendable {
    let tenantID: Int64
    let kind: String
}

/// The lanes that may have jobs to claim, and the share of each. Pure; the worker asks before each claim.
///
/// Lanes with a known backlog share the batch by weight. A lane that was only notified gets a small extra share, so
/// that another tenant's single job is in the next claim however long the backlog, and so that probing empty lanes
/// costs the backlog nothing.
struct Lanes {
    struct Share: Equatable {
        let lane: Lane
        /// Where the search begins, in milliseconds since the Unix epoch: after the last claimed job. Index entries
        /// of finished jobs stay until no old snapshot needs them, and are not scanned again.
        let floor: Int64
        let count: Int
    }

    private struct Entry {
        var hasBacklog: Bool
        /// Notified since the last plan: a claim that started before may not have seen the job.
        var isFresh: Bool
    }

    static let probe = 10
    /// Transactions that commit within this time of each other can become visible in either order. Later ones are
    /// found by the next discovery.
    static let slack: Int64 = 250

    private var entries: [Lane: Entry] = [:]
    private var order: [Lane] = []
    private var start = 0
    private var floors: [Lane: Int64] = [:]

    var isEmpty: Bool { entries.isEmpty }
    var hasFresh: Bool { entries.values.contains { $0.isFresh } }

    /// A job was enqueued in this lane.
    mutating func note(_ lane: Lane) {
        if entries[lane] == nil { order.append(lane) }
        entries[lane, default: Entry(hasBacklog: false, isFresh: true)].isFresh = true
    }

    /// The table was searched: the earliest job of this lane has waited since `runAt`.
    mutating func discover(_ lane: Lane, runAt: Int64) {
        note(lane)
        floors[lane] = runAt
    }

    /// Divides `limit`. `weight` and `spare` are the weight of a kind and how many more of it may run.
    mutating func plan(limit: Int, weight: (String) -> Int, spare: (String) -> Int) -> [Share] {
        guard limit > 0, !order.isEmpty else { return [] }
        var left: [String: Int] = [:]
        var chosen: [(lane: Lane, hasBacklog: Bool)] = []
        let offset = start % order.count
        for lane in order[offset...] + order[..<offset] where chosen.count < limit {
            start += 1
            let room = left[lane.kind] ?? spare(lane.kind)
            left[lane.kind] = room
            guard room > 0, let entry = entries[lane] else { continue }
            chosen.append((lane, entry.hasBacklog))
        }
        let weights = chosen.reduce(0) { $0 + ($1.hasBacklog ? weight($1.lane.kind) : 0) }
        var shares: [Share] = []
        // Notified lanes come first, because the claim as a whole ends at the worker's capacity.
        for (lane, hasBacklog) in chosen.filter({ !$0.hasBacklog }) + chosen.filter({ $0.hasBacklog }) {
            let room = left[lane.kind] ?? 0
            let fair = hasBacklog ? limit * weight(lane.kind) / max(1, weights) : min(limit, Self.probe)
            let count = min(max(1, fair), room)
            guard count > 0 else { continue }
            left[lane.kind] = room - count
            entries[lane]?.isFresh = false
            shares.append(Share(lane: lane, floor: floors[lane] ?? 0, count: count))
        }
        return shares
    }

    /// Records the result of a claim: the number of jobs in a lane, and the time of the last.
    mutating func claimed(_ share: Share, count: Int, last: Int64?) {
        if let last { floors[share.lane] = max(share.floor, last - Self.slack) }
        if count >= share.count {
            entries[share.lane]?.hasBacklog = true
        } else if entries[share.lane]?.isFresh == true {
            entries[share.lane]?.hasBacklog = false
        } else {
            entries[share.lane] = nil
            order.removeAll { $0 == share.lane }
        }
        // Only a hint: forgetting it costs one longer search.
        if floors.count > 100_000 { floors.removeAll() }
    }
}
