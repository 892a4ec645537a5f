import TestSeeds
import Testing

@testable import Jobs

/// Schedulers over one database in virtual time. Its clock jumps, leaders stop and come back, and answers are lost.
struct SimulatedSchedules {
    /// A schedule, and its ticks by a rule of its own: a minute since 1970 is one if it is `offset` in its period.
    struct Timetable {
        let name: String
        let cron: String
        let period: Int64
        let offset: Int64

        func latest(upTo now: Int64) -> Int64 {
            let (minute, length) = (now / 60_000, period / 60_000)
            return (minute - (minute - offset) % length) * 60_000
        }
    }

    static let all = [
        timetable("minute", "* * * * *", minutes: 1),
        timetable("two", "*/2 * * * *", minutes: 2),
        timetable("ten", "*/10 * * * *", minutes: 10),
        timetable("hour", "17 * * * *", minutes: 60, 17),
        timetable("night", "40 3 * * *", minutes: 1_440, 220),
        // The first of January 1970 was a Thursday.
        timetable("monday", "5 4 * * mon", minutes: 10_080, 4 * 1_440 + 245),
    ]

    private static func timetable(_ name: String, _ cron: String, minutes: Int64, _ offset: Int64 = 0)
        -> Timetable
    {
        Timetable(name: name, cron: cron, period: minutes * 60_000, offset: offset)
    }

    /// What happened to a schedule since its last run, in milliseconds of true time.
    private struct Since {
        var time: Int64
        var allowed: Int64 = 0
    }

    /// A process that may believe to be the leader.
    private struct Process {
        var term: Int64?
        /// What it is about to enqueue by an earlier look.
        var held: [(name: String, due: Int64)] = []
    }

    let seed: UInt64
    private var random: SeededNumbers
    private let timetables: [Timetable]
    private let isTroubled: Bool
    private var model = ScheduleModel()
    private var processes = [Process(), Process()]
    private var leader = 0
    /// True time, and how far the database's clock is from it.
    private(set) var time: Int64
    private var offset: Int64 = 0
    private var since: [String: Since] = [:]
    /// The runs of each schedule since its clock was last put back.
    private var runs: [String: Set<Int64>] = [:]
    private var wentBack = false
    private(set) var count: [String: Int] = [:]
    private(set) var rewinds = 0

    private var now: Int64 { time + offset }

    /// - Parameter isTroubled: whether anything goes wrong.
    init(seed: UInt64, _ timetables: [Timetable], isTroubled: Bool = true) {
        self.seed = seed
        self.timetables = timetables
        self.isTroubled = isTroubled
        random = SeededNumbers(seed: seed)
        // Any moment of 2026.
        time = 1_767_225_600_000 + Int64(random.next(below: 365 * 86_400)) * 1_000
        for timetable in timetables {
            model.define(timetable.name, at: now)
            since[timetable.name] = Since(time: time)
        }
        processes[0].term = model.lead()
    }

    private func record(_ text: String) { Issue.record("seed \(seed): \(text)") }

    /// Until nothing more is to be done, or so many looks were made.
    mutating func run(until end: Int64, looks: Int = .max) {
        var looked = 0
        while time < end, looked < looks {
            looked += 1
            if isTroubled, random.chance(12) { disturb() }
            let isComplete = look(of: leader)
            if isComplete { check() }
            pass(afterAll: isComplete)
        }
    }

    /// Time until the next look: often until a tick is due, because looks in between find nothing.
    private mutating func pass(afterAll isComplete: Bool) {
        var wait = Int64(1_000)
        if isComplete, !random.chance(8) {
            let next = timetables.map { $0.latest(upTo: now) + $0.period }.min() ?? now
            wait = max(1, next - now) + Int64(random.next(below: 1_000))
        }
        time += wait
    }

    private mutating func disturb() {
        switch random.next(below: 7) {
        case 0: jump(by: Int64(random.next(below: 240)) * 1_000)
        case 1: jump(by: -Int64(random.next(below: 240)) * 1_000)
        case 2: jump(by: Int64(random.next(below: 400 * 86_400)) * 1_000)
        case 3: jump(by: -Int64(random.next(below: 400 * 86_400)) * 1_000)
        case 4:
            // The clock is right again.
            jump(by: -offset)
        case 5:
            // Nobody runs.
            let pause = Int64(random.next(below: random.pick([10, 3_600, 3 * 86_400]))) * 1_000
            time += pause
            allow(pause)
        default:
            // The other one becomes the leader; this one does not know it yet.
            leader = 1 - leader
            processes[leader].term = model.lead()
            processes[leader].held = []
        }
    }

    private mutating func jump(by change: Int64) {
        offset += change
        guard change < 0 else { return }
        wentBack = true
        // A longer step would put the last tick too far into the future.
        for timetable in timetables {
            since[timetable.name]?.allowed += min(-change, EnabledSchedule.tolerance + timetable.period)
        }
    }

    /// So much longer may a schedule wait.
    private mutating func allow(_ more: Int64) {
        for timetable in timetables { since[timetable.name]?.allowed += more }
    }

    // MARK: The rounds of `Scheduler`

    /// Whether everything that was due was enqueued.
    private mutating func look(of index: Int) -> Bool {
        // What the other one held back while it was stopped.
        let other = 1 - index
        if isTroubled, random.chance(3), let term = processes[other].term {
            for (name, due) in processes[other].held { accept(name, due, term) }
            processes[other] = Process()
        }
        guard let term = processes[index].term else { return false }
        var isComplete = true
        for timetable in timetables {
            guard let last = model.lastTicks[timetable.name] else { continue }
            let row = EnabledSchedule(name: timetable.name, cron: timetable.cron, lastTick: last, now: now)
            do {
                switch try row.next() {
                case .nothing: continue
                case .rewind:
                    if model.rewind(timetable.name, term: term, at: now) { rewound(timetable) }
                    isComplete = false
                case .tick(let due):
                    if isTroubled, random.chance(30) {
                        processes[index].held.append((timetable.name, due))
                        // Stopped before it was sent, or the connection was lost: the rest waits for the next look.
                        return false
                    }
                    accept(timetable.name, due, term)
                    // The answer is lost: the next look begins again.
                    if isTroubled, random.chance(30) { return false }
                }
            } catch {
                record("\(timetable.name): \(error)")
            }
        }
        return isComplete
    }

    private mutating func rewound(_ timetable: Timetable) {
        rewinds += 1
        if !wentBack { record("\(timetable.name) was rewound, and no clock went back") }
        runs[timetable.name] = []
        since[timetable.name]?.allowed += timetable.period
    }

    private mutating func accept(_ name: String, _ due: Int64, _ term: Int64) {
        guard model.tick(name, due, term: term), let timetable = timetables.first(where: { $0.name == name })
        else { return }
        count[name, default: 0] += 1
        if timetable.latest(upTo: due) != due { record("\(name) ran at \(due), which is no tick of it") }
        if !runs[name, default: []].insert(due).inserted { record("\(name) ran twice for \(due)") }
        if let last = since[name], time - last.time > timetable.period + last.allowed + 20_000 {
            record("\(name) did not run for \(time - last.time) ms, allowed are \(last.allowed) more")
        }
        since[name] = Since(time: time)
    }

    // MARK: What must hold

    /// After a complete look nothing is due, and no schedule waits for a distant future.
    private func check() {
        for timetable in timetables {
            guard let last = model.lastTicks[timetable.name] else { continue }
            if last < timetable.latest(upTo: now) {
                record("\(timetable.name) is due and was not enqueued")
            }
            if last > now + EnabledSchedule.tolerance { record("\(timetable.name) waits until \(last)") }
        }
    }
}
