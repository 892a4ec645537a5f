import Testing

@testable import Jobs

@Suite struct LanesTests {
    private func lane(_ tenant: Int64, _ kind: String = "a") -> Lane { Lane(tenantID: tenant, kind: kind) }

    /// Plans with every kind equal and unlimited.
    private func plan(_ lanes: inout Lanes, limit: Int = 200) -> [Lanes.Share] {
        lanes.plan(limit: limit, weight: { _ in 4 }, spare: { _ in 1000 })
    }

    @Test func `a lane just heard of gets a share beside a backlog`() {
        var lanes = Lanes()
        lanes.discover(lane(1), runAt: 5)
        let first = plan(&lanes)
        #expect(first == [Lanes.Share(lane: lane(1), floor: 5, count: 10)])
        lanes.claimed(first[0], count: 10, last: 1000)
        lanes.note(lane(2))
        let second = plan(&lanes)
        #expect(second.map(\.lane) == [lane(2), lane(1)])
        #expect(second.map(\.count) == [10, 200])
        #expect(second[1].floor == 1000 - Lanes.slack)
    }

    @Test func `backlogs share by weight and nobody gets nothing`() {
        var lanes = Lanes()
        for (tenant, kind) in [(1, "high"), (2, "low"), (3, "low")] as [(Int64, String)] {
            lanes.note(lane(tenant, kind))
            for share in plan(&lanes) { lanes.claimed(share, count: share.count, last: 1) }
        }
        let shares = lanes.plan(limit: 100, weight: { $0 == "high" ? 16 : 1 }, spare: { _ in 1000 })
        #expect(shares.first { $0.lane.kind == "high" }?.count == 88)
        #expect(shares.filter { $0.lane.kind == "low" }.map(\.count) == [5, 5])
    }

    @Test func `more lanes than places take turns`() {
        var lanes = Lanes()
        for tenant in 1...25 { lanes.note(lane(Int64(tenant))) }
        var seen: Set<Lane> = []
        for _ in 0..<3 {
            let shares = plan(&lanes, limit: 10)
            #expect(shares.count == 10)
            for share in shares {
                seen.insert(share.lane)
                lanes.claimed(share, count: share.count, last: 1)
            }
        }
        #expect(seen.count == 25)
    }

    @Test func `a kind gets no more than may run of it, over all tenants`() {
        var lanes = Lanes()
        for tenant in 1...5 { lanes.note(lane(Int64(tenant))) }
        let shares = lanes.plan(limit: 200, weight: { _ in 1 }, spare: { _ in 12 })
        #expect(shares.map(\.count).reduce(0, +) == 12)
        #expect(lanes.plan(limit: 200, weight: { _ in 1 }, spare: { _ in 0 }).isEmpty)
    }

    @Test func `an empty lane is dropped unless it was heard of meanwhile`() {
        var lanes = Lanes()
        lanes.note(lane(1))
        lanes.note(lane(2))
        let shares = plan(&lanes)
        lanes.note(lane(2))
        for share in shares { lanes.claimed(share, count: 0, last: nil) }
        #expect(plan(&lanes).map(\.lane) == [lane(2)])
    }
}
