import Reactor
import Testing

@Suite struct InstantTests {
    private let start = Instant(nanoseconds: 5_000_000_000)

    @Test func `instants and durations add up`() {
        #expect(start + .milliseconds(1500) == Instant(nanoseconds: 6_500_000_000))
        #expect(start + .seconds(-7) == Instant(nanoseconds: -2_000_000_000))
        #expect(start + .milliseconds(1500) - start == .milliseconds(1500))
        #expect(start - (start + .nanoseconds(1)) == .nanoseconds(-1))
        #expect(start < start + .nanoseconds(1))
        let first = Instant.now
        #expect(first <= .now)
    }

    @Test func `no sum and no difference overflows`() {
        #expect(start + .seconds(Int64.max) == .distantFuture)
        #expect(start + .seconds(Int64.min) == .distantPast)
        #expect(Instant.distantFuture + .seconds(1) == .distantFuture)
        #expect(Instant.distantPast + .seconds(-1) == .distantPast)
        #expect(Instant.distantFuture - .distantPast == .nanoseconds(Int64.max) - .nanoseconds(Int64.min))
    }

    @Test func `durations in whole units are clamped`() {
        #expect(Duration.microseconds(1_999).milliseconds == 1)
        #expect(
            Duration(secondsComponent: 2, attosecondsComponent: 1_999_999_999).nanoseconds == 2_000_000_001
        )
        #expect(Duration.seconds(Int64.max).nanoseconds == .max)
        #expect(Duration.seconds(Int64.min).nanoseconds == .min)
        #expect(Duration.seconds(Int64.max).milliseconds == .max)
    }
}
