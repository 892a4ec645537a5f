import Testing

@testable import Shelf

@Suite struct UpstreamSearchStateTests {
    private func state(
        _ status: UpstreamSearchState.Status?,
        finished: Int64 = 0,
        isUnavailable: Bool = false,
        isQueued: Bool = false
    ) -> UpstreamSearchState {
        UpstreamSearchState(
            key: "zelda",
            status: status,
            finished: finished,
            isUnavailable: isUnavailable,
            isQueued: isQueued
        )
    }

    @Test func `what was asked within a day is not asked again, unless it failed`() {
        #expect(state(nil).step == .ask)
        #expect(state(.done).step == .end(.notNeeded))
        #expect(state(.failed).step == .ask)
        #expect(UpstreamSearchState(key: "").step == .end(.notNeeded))
    }

    @Test func `what somebody else has asked is waited for`() {
        #expect(state(.running).step == .wait)
        #expect(state(nil, isQueued: true).step == .wait)
        #expect(state(.failed, isQueued: true).step == .wait)
        #expect(state(.running, isUnavailable: true).step == .wait)
    }

    @Test func `nothing is asked while requests pause`() {
        #expect(state(nil, isUnavailable: true).step == .end(.failed))
        #expect(state(.failed, isUnavailable: true).step == .end(.failed))
        #expect(state(.done, isUnavailable: true).step == .end(.notNeeded))
    }

    @Test func `only a new result is a result`() {
        let before = state(.failed, finished: 3)
        #expect(state(.failed, finished: 3).outcome(since: before) == nil)
        #expect(state(.running, finished: 3).outcome(since: before) == nil)
        #expect(state(.failed, finished: 4).outcome(since: before) == .failed)
        #expect(state(.done, finished: 4).outcome(since: before) == .done)
        #expect(state(.running, finished: 4).outcome(since: before) == nil)
    }
}
