import Reactor
import Testing

@testable import HTTPServer

/// When a peer that sends a body or takes an answer is too slow.
@Suite struct ProgressTests {
    private static let limits = Progress.Limits(
        timeout: .seconds(10),
        slowestRate: 1024,
        window: .seconds(30)
    )

    /// The second in which a peer is given up that has moved `bytes(second)` in all; `nil` within ten minutes.
    private static func givenUp(_ bytes: (Int) -> Int) -> Int? {
        let start = Instant(nanoseconds: 0)
        var progress = Progress(count: UInt64(bytes(0)), now: start)
        return (1...600).first { second in
            let now = start + .seconds(second)
            return progress.isTooSlow(count: UInt64(bytes(second)), now: now, limits)
        }
    }

    @Test func `ten seconds without a byte are too many, however much came before`() {
        #expect(Self.givenUp { $0 < 100 ? $0 * 1_000_000 : 100_000_000 } == 110)
        #expect(Self.givenUp { _ in 0 } == 10)
    }

    @Test func `a byte now and then is not enough`() {
        #expect(Self.givenUp { $0 / 9 } == 30)
    }

    @Test func `the rate counts over any thirty seconds, not from the start`() {
        // A second of speed is forgotten after thirty.
        #expect(Self.givenUp { 10_000_000 + $0 } == 30)
        #expect(Self.givenUp { $0 < 200 ? $0 * 2000 : 400_000 + ($0 - 200) * 10 } == 215)
    }

    @Test func `a peer that keeps the rate is never disconnected`() {
        #expect(Self.givenUp { $0 * 1024 } == nil)
        // A pause of eight seconds, then what was missed.
        #expect(Self.givenUp { $0 / 8 * 8 * 1300 } == nil)
    }
}
