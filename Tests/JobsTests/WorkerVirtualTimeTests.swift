import TestSeeds
import Testing

@testable import Jobs

@Suite struct WorkerVirtualTimeTests {
    /// Requests are lost, delayed or answered to nobody; workers are killed, stopped, and frozen for longer than their lease; their
    /// clocks differ by days.
    @Test func `every job ends, and an effect that is committed with its completion happens once`() {
        var effects = 0
        var dead = 0
        for seed in Seeds.first(200) {
            let world = SimulatedQueue(seed: seed)
            world.run()
            effects += world.queue.effects.count
            dead += world.queue.dead.count
        }
        #expect(effects > 20 * dead, "\(effects) effects, \(dead) dead letters")
    }
}
