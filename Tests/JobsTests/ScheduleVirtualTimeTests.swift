import TestSeeds
import Testing

@testable import Jobs

@Suite struct ScheduleVirtualTimeTests {
    /// The database's clock jumps by minutes and by months, leaders change, processes stop, and answers are lost.
    @Test func `no tick is missed or run twice, whatever the clock does`() {
        var runs = 0
        var rewinds = 0
        for seed in Seeds.first(1_000) {
            var random = SeededNumbers(seed: seed)
            let chosen = SimulatedSchedules.all.filter { _ in random.chance(3) }
            let timetables = chosen.isEmpty ? [random.pick(SimulatedSchedules.all)] : chosen
            var world = SimulatedSchedules(seed: seed, timetables)
            world.run(until: .max, looks: 60)
            runs += world.count.values.reduce(0, +)
            rewinds += world.rewinds
        }
        #expect(runs > 0 && rewinds > 0, "\(runs) runs, \(rewinds) rewinds")
    }

    @Test func `in a year without trouble every tick runs`() {
        let rare = SimulatedSchedules.all.filter { $0.period >= 3_600_000 }
        var world = SimulatedSchedules(seed: 1, rare, isTroubled: false)
        world.run(until: world.time + 364 * 86_400_000)
        #expect(world.count == ["hour": 364 * 24, "night": 364, "monday": 52])
    }
}
