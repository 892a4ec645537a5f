import Testing

@testable import Jobs

@Suite struct BackoffTests {
    @Test func `waits double up to the limit, within a quarter`() {
        let backoff = Backoff(first: .seconds(2), limit: .seconds(60))
        var generator = SystemRandomNumberGenerator()
        for (attempt, seconds) in [(1, 2), (2, 4), (3, 8), (5, 32), (6, 60), (7, 60), (100, 60)] {
            let wait = backoff.milliseconds(after: attempt, using: &generator)
            let middle = Int64(seconds * 1000)
            #expect((middle * 75 / 100...middle * 125 / 100).contains(wait), "attempt \(attempt)")
        }
    }
}

@Suite struct RunOutcomesTests {
    private struct Failure: Error {}
    private var generator = SystemRandomNumberGenerator()

    private func job(attempt: Int, of maximum: Int = 3) -> ClaimedJob {
        let key = RunKey(tenantID: 1, jobID: 2, attempt: attempt, workerID: 3)
        return ClaimedJob(key: key, kind: "test", maximumAttempts: maximum, runAt: 0, payload: [])
    }

    @Test mutating func `a failure waits until the attempts are used up`() {
        var outcomes = RunOutcomes()
        outcomes.fail(job(attempt: 2), Failure(), policy: .standard, using: &generator)
        #expect(outcomes.returned.count == 1 && outcomes.returned[0].refundsAttempt == false)
        outcomes.fail(job(attempt: 3), Failure(), policy: .standard, using: &generator)
        #expect(outcomes.dead.map(\.error) == ["Failure()"])
    }

    @Test mutating func `snoozing costs no attempt and discarding does not wait`() {
        var outcomes = RunOutcomes()
        outcomes.fail(job(attempt: 3), JobOutcome.snooze(.seconds(5)), policy: .standard, using: &generator)
        #expect(outcomes.returned.first?.delay == 5000)
        #expect(outcomes.returned.first?.refundsAttempt == true)
        outcomes.fail(job(attempt: 1), JobOutcome.discard("gone\0"), policy: .standard, using: &generator)
        #expect(outcomes.dead.map(\.error) == ["gone"])
    }

    @Test mutating func `everything is sent in the order of its locks`() {
        var outcomes = RunOutcomes()
        for (tenant, id) in [(2, 1), (1, 9), (1, 3)] as [(Int64, Int64)] {
            outcomes.finished.append(RunKey(tenantID: tenant, jobID: id, attempt: 1, workerID: 1))
        }
        outcomes.sort()
        #expect(outcomes.finished.map(\.jobID) == [3, 9, 1])
        #expect(outcomes.single.count == 3)
    }
}
