import ParlayAPI
import Tenancy
import Testing

@testable import Wagers

@Suite struct WagerRulesTests {
    private static let now = Timestamp.example
    private static let plan = ReminderPlan(days: [1, 3, 7])

    /// Every move by everybody in every state. A state is where the move leads; `-` is 403, whatever the state; `!` is
    /// `wager_state`, `taken`, `late` and `own` are their own refusals. In `past` a wager is open and should have been
    /// taken by now; `completed` and `confirmed` are the challenger's victories.
    private static let table = """
        move          who          open      past      active    disputed  completed confirmed cancelled expired   declined
        edit          challenger   open      !         !         !         !         !         !         !         !
        edit          challengee   -         -         -         -         -         -         -         -         -
        edit          arbiter      -         -         -         -         -         -         -         -         -
        edit          moderator    -         -         -         -         -         -         -         -         -
        edit          stranger     -         -         -         -         -         -         -         -         -
        edit          uninvited    -         -         -         -         -         -         -         -         -
        delete        challenger   open      !         !         !         !         !         !         !         !
        delete        challengee   -         -         -         -         -         -         -         -         -
        delete        arbiter      -         -         -         -         -         -         -         -         -
        delete        moderator    -         -         -         -         -         -         -         -         -
        delete        stranger     -         -         -         -         -         -         -         -         -
        delete        uninvited    -         -         -         -         -         -         -         -         -
        take          challenger   own       own       own       own       own       own       own       own       own
        take          challengee   active    late      taken     taken     taken     taken     taken     late      !
        take          arbiter      active    late      taken     taken     taken     taken     taken     late      !
        take          moderator    active    late      taken     taken     taken     taken     taken     late      !
        take          stranger     active    late      taken     taken     taken     taken     taken     late      !
        take          uninvited    -         -         -         -         -         -         -         -         -
        decline       challenger   -         -         -         -         -         -         -         -         -
        decline       challengee   -         -         -         -         -         -         -         -         -
        decline       arbiter      -         -         -         -         -         -         -         -         -
        decline       moderator    -         -         -         -         -         -         -         -         -
        decline       stranger     -         -         -         -         -         -         -         -         -
        decline       uninvited    -         -         -         -         -         -         -         -         -
        decline       addressee    declined  !         !         !         !         !         !         !         !
        complete      challenger   !         !         active    !         !         !         !         !         !
        complete      challengee   !         !         active    !         !         !         !         !         !
        complete      arbiter      -         -         -         -         -         -         -         -         -
        complete      moderator    -         -         -         -         -         -         -         -         -
        complete      stranger     -         -         -         -         -         -         -         -         -
        complete      uninvited    -         -         -         -         -         -         -         -         -
        cancel        challenger   !         !         active    !         !         !         !         !         !
        cancel        challengee   !         !         active    !         !         !         !         !         !
        cancel        arbiter      -         -         -         -         -         -         -         -         -
        cancel        moderator    -         -         -         -         -         -         -         -         -
        cancel        stranger     -         -         -         -         -         -         -         -         -
        cancel        uninvited    -         -         -         -         -         -         -         -         -
        withdraw      challenger   !         !         nothing   !         !         !         !         !         !
        withdraw      challengee   !         !         nothing   !         !         !         !         !         !
        withdraw      arbiter      -         -         -         -         -         -         -         -         -
        withdraw      moderator    -         -         -         -         -         -         -         -         -
        withdraw      stranger     -         -         -         -         -         -         -         -         -
        withdraw      uninvited    -         -         -         -         -         -         -         -         -
        name          challenger   !         !         active    disputed  !         !         !         !         !
        name          challengee   !         !         active    disputed  !         !         !         !         !
        name          arbiter      -         -         -         -         -         -         -         -         -
        name          moderator    -         -         -         -         -         -         -         -         -
        name          stranger     -         -         -         -         -         -         -         -         -
        name          uninvited    -         -         -         -         -         -         -         -         -
        award         challenger   -         -         -         -         -         -         -         -         -
        award         challengee   -         -         -         -         -         -         -         -         -
        award         arbiter      !         !         !         completed !         !         !         !         !
        award         moderator    !         !         !         completed !         !         !         !         !
        award         stranger     -         -         -         -         -         -         -         -         -
        award         uninvited    !         !         !         completed !         !         !         !         !
        award         partisan     -         -         -         -         -         -         -         -         -
        void          challenger   -         -         -         -         -         -         -         -         -
        void          challengee   -         -         -         -         -         -         -         -         -
        void          arbiter      !         !         !         cancelled !         !         !         !         !
        void          moderator    !         !         !         cancelled !         !         !         !         !
        void          stranger     -         -         -         -         -         -         -         -         -
        void          uninvited    !         !         !         cancelled !         !         !         !         !
        void          partisan     -         -         -         -         -         -         -         -         -
        ban           challenger   -         -         -         -         -         -         -         -         -
        ban           challengee   -         -         -         -         -         -         -         -         -
        ban           arbiter      -         -         -         -         -         -         -         -         -
        ban           moderator    cancelled cancelled cancelled cancelled cancelled !         !         cancelled !
        ban           stranger     -         -         -         -         -         -         -         -         -
        ban           uninvited    cancelled cancelled cancelled cancelled cancelled !         !         cancelled !
        ban           partisan     -         -         -         -         -         -         -         -         -
        pay           challenger   !         !         !         !         -         -         !         !         !
        pay           challengee   !         !         !         !         completed !         !         !         !
        pay           arbiter      -         -         -         -         -         -         -         -         -
        pay           moderator    -         -         -         -         -         -         -         -         -
        pay           stranger     -         -         -         -         -         -         -         -         -
        pay           uninvited    -         -         -         -         -         -         -         -         -
        confirm       challenger   !         !         !         !         confirmed !         !         !         !
        confirm       challengee   !         !         !         !         -         -         !         !         !
        confirm       arbiter      -         -         -         -         -         -         -         -         -
        confirm       moderator    -         -         -         -         -         -         -         -         -
        confirm       stranger     -         -         -         -         -         -         -         -         -
        confirm       uninvited    -         -         -         -         -         -         -         -         -
        deny          challenger   !         !         !         !         completed !         !         !         !
        deny          challengee   !         !         !         !         -         -         !         !         !
        deny          arbiter      -         -         -         -         -         -         -         -         -
        deny          moderator    -         -         -         -         -         -         -         -         -
        deny          stranger     -         -         -         -         -         -         -         -         -
        deny          uninvited    -         -         -         -         -         -         -         -         -
        rate          challenger   !         !         !         !         !         confirmed !         !         !
        rate          challengee   !         !         !         !         !         confirmed !         !         !
        rate          arbiter      -         -         -         -         -         -         -         -         -
        rate          moderator    -         -         -         -         -         -         -         -         -
        rate          stranger     -         -         -         -         -         -         -         -         -
        rate          uninvited    -         -         -         -         -         -         -         -         -
        """

    private static let moves: [String: WagerRules.Move] = [
        "edit": .edit, "delete": .delete, "take": .take, "decline": .decline,
        "complete": .complete(.challenger),
        "cancel": .cancel,
        "withdraw": .withdrawCancel, "name": .nameArbiter(AccountID(rawValue: 9)),
        "award": .arbitrate(.challenger), "void": .arbitrate(nil), "ban": .void, "pay": .pay(.cash),
        "confirm": .confirm(true),
        "deny": .confirm(false), "rate": .rate,
    ]

    private static let actors: [String: WagerRules.Actor] = [
        "challenger": .init(party: .challenger), "challengee": .init(party: .challengee),
        "arbiter": .init(isArbiter: true), "moderator": .init(isModerator: true), "stranger": .init(),
        // A moderator who sees the wager as such only.
        "uninvited": .init(isModerator: true, isInvited: false),
        // A moderator who is a party, and was even named arbiter.
        "partisan": .init(party: .challengee, isArbiter: true, isModerator: true),
        // Makes other moves as a stranger does.
        "addressee": .init(isAddressee: true),
    ]

    private static func state(_ name: String) -> (WagerState, closesAt: Timestamp?) {
        var state = WagerState()
        switch name {
        case "open": return (state, now.adding(seconds: 1))
        case "past": return (state, now)
        case "expired":
            state.status = .expired
            return (state, now)
        case "declined":
            state.status = .declined
            return (state, nil)
        default: break
        }
        state.status = WagerStatus(rawValue: name) ?? .open
        state.takenAt = now
        if state.status == .completed || state.status == .confirmed {
            state.winner = .challenger
            state.completedAt = now
            state.remindersSince = now
        }
        if state.status == .confirmed { state.confirmedAt = now }
        if state.status == .disputed {
            state.disputedAt = now
            state.claim = WagerClaim(by: .challenger, winner: .challenger, at: now)
        }
        return (state, nil)
    }

    private static func outcome(
        _ move: WagerRules.Move,
        _ actor: WagerRules.Actor,
        _ state: WagerState,
        _ closesAt: Timestamp? = nil
    ) -> String {
        do throws(WagerRules.Refusal) {
            let new = try WagerRules.apply(
                move,
                by: actor,
                to: state,
                closesAt: closesAt,
                plan: plan,
                now: now
            )
            return new.status.rawValue
        } catch {
            return switch error {
            case .notTheirs: "-"
            case .own: "own"
            case .state: "!"
            case .alreadyTaken: "taken"
            case .expired: "late"
            case .unavailable: "unavailable"
            case .nothingToWithdraw: "nothing"
            }
        }
    }

    @Test func `every move by everybody in every state`() throws {
        var lines = Self.table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        let states = lines.removeFirst().dropFirst(2)
        #expect(states.count == WagerStatus.allCases.count + 1)
        var met: Set<String> = []
        for line in lines {
            let move = try #require(Self.moves[line[0]])
            let actor = try #require(Self.actors[line[1]])
            met.insert("\(line[0]) \(line[1])")
            for (name, expected) in zip(states, line.dropFirst(2)) {
                let (state, closesAt) = Self.state(name)
                let outcome = Self.outcome(move, actor, state, closesAt)
                #expect(outcome == expected, "\(line[0]) by the \(line[1]) while \(name)")
            }
        }
        for move in Self.moves.keys {
            for actor in Self.actors.keys where actor != "partisan" && actor != "addressee" {
                #expect(met.contains("\(move) \(actor)"), "the table lacks \(move) by the \(actor)")
            }
        }
        #expect(Set(Self.moves.values.map(\.kind)) == Set(WagerRules.Kind.allCases))
    }

    // MARK: What a state holds besides its name

    private static let challenger = WagerRules.Actor(party: .challenger)
    private static let challengee = WagerRules.Actor(party: .challengee)

    private static func play(
        _ moves: [(WagerRules.Move, WagerRules.Actor)],
        from start: String = "active"
    ) throws -> WagerState {
        var (state, _) = Self.state(start)
        for (move, actor) in moves {
            state = try WagerRules.apply(move, by: actor, to: state, closesAt: nil, plan: plan, now: now)
        }
        return state
    }

    @Test func `the other's same word completes, the opposite disputes`() throws {
        let agreed = try Self.play([
            (.complete(.challengee), Self.challenger), (.complete(.challengee), Self.challengee),
        ])
        #expect(agreed.status == .completed && agreed.winner == .challengee && agreed.loser == .challenger)
        #expect(agreed.completedAt == Self.now)
        #expect(agreed.remindAt == Self.now.adding(seconds: 86_400))
        let disputed = try Self.play([
            (.complete(.challengee), Self.challengee), (.complete(.challenger), Self.challenger),
        ])
        #expect(
            disputed.status == .disputed && disputed.winner == nil && disputed.claim?.by.known == .challengee
        )
    }

    @Test func `a claim may be changed, and saying the same again gives no more time`() throws {
        let first = try Self.play([(.complete(.challenger), Self.challenger)])
        let later = Self.now.adding(seconds: 60)
        func say(_ winner: WagerParty) throws -> WagerState {
            try WagerRules.apply(
                .complete(winner),
                by: Self.challenger,
                to: first,
                closesAt: nil,
                plan: Self.plan,
                now: later
            )
        }
        #expect(try say(.challenger) == first)
        #expect(try say(.challengee).claim == WagerClaim(by: .challenger, winner: .challengee, at: later))
    }

    @Test func `calling off takes both, and can be withdrawn by who asked`() throws {
        let asked = try Self.play([(.cancel, Self.challengee), (.cancel, Self.challengee)])
        #expect(asked.status == .active && asked.cancelRequestedBy == .challengee)
        #expect(Self.outcome(.withdrawCancel, Self.challenger, asked) == "nothing")
        #expect(
            try Self.play([(.cancel, Self.challenger), (.withdrawCancel, Self.challenger)]).cancelRequestedBy
                == nil
        )
        #expect(try Self.play([(.cancel, Self.challenger), (.cancel, Self.challengee)]).status == .cancelled)
        // What is decided is not to be called off any more.
        let decided = try Self.play([
            (.cancel, Self.challenger), (.complete(.challenger), Self.challenger),
            (.complete(.challenger), Self.challengee),
        ])
        #expect(decided.cancelRequestedBy == nil)
    }

    @Test func `an arbiter takes both, and stays until both have named another`() throws {
        let (one, two) = (AccountID(rawValue: 8), AccountID(rawValue: 9))
        #expect(try Self.play([(.nameArbiter(one), Self.challenger)]).arbiter == nil)
        #expect(
            try Self.play([(.nameArbiter(one), Self.challenger), (.nameArbiter(two), Self.challengee)])
                .arbiter
                == nil
        )
        let agreed = [
            (WagerRules.Move.nameArbiter(one), Self.challenger), (.nameArbiter(one), Self.challengee),
        ]
        #expect(try Self.play(agreed).arbiter == one)
        #expect(try Self.play(agreed + [(.nameArbiter(two), Self.challenger)]).arbiter == one)
        #expect(
            try Self.play(
                agreed + [(.nameArbiter(two), Self.challenger), (.nameArbiter(two), Self.challengee)]
            ).arbiter == two
        )
    }

    @Test func `cash stops the reminders, and a missing payment starts them again`() throws {
        let day: Int64 = 86_400
        var cash = try Self.play([(.pay(.cash), Self.challengee)], from: "completed")
        #expect(cash.remindAt == nil && cash.paymentMethod == .cash)
        cash.reminderStep = 2
        let venmo = try WagerRules.apply(
            .pay(.venmo),
            by: Self.challengee,
            to: cash,
            closesAt: nil,
            plan: Self.plan,
            now: Self.now
        )
        #expect(venmo.remindAt == Self.now.adding(seconds: 7 * day) && venmo.reminderStep == 2)
        let unpaid = try WagerRules.apply(
            .confirm(false),
            by: Self.challenger,
            to: cash,
            closesAt: nil,
            plan: Self.plan,
            now: Self.now
        )
        #expect(unpaid.status == .completed && unpaid.paymentMethod == nil)
        #expect(unpaid.reminderRound == cash.reminderRound + 1 && unpaid.reminderStep == 0)
        #expect(unpaid.remindAt == Self.now.adding(seconds: day))
        #expect(try Self.play([(.confirm(true), Self.challenger)], from: "completed").remindAt == nil)
    }

    @Test func `the clock expires offers and settles claims, and the operator voids`() throws {
        let (open, _) = Self.state("open")
        #expect(WagerRules.expired(open, closesAt: Self.now, now: Self.now)?.status == .expired)
        #expect(WagerRules.expired(open, closesAt: Self.now.adding(seconds: 1), now: Self.now) == nil)
        #expect(WagerRules.expired(open, closesAt: nil, now: Self.now) == nil)
        let claimed = try Self.play([(.complete(.challengee), Self.challenger)])
        let due = Self.now.adding(seconds: WagerRules.answerTime)
        #expect(WagerRules.unanswered(claimed, plan: Self.plan, now: due)?.winner == .challengee)
        #expect(WagerRules.unanswered(claimed, plan: Self.plan, now: due.adding(seconds: -1)) == nil)
        // Nobody wins because the other is suspended, and who is back has the whole time again.
        let suspended = WagerRules.SilentParty(isActive: false)
        let disputed = WagerRules.unanswered(claimed, by: suspended, plan: Self.plan, now: due)
        #expect(disputed?.status == .disputed && disputed?.winner == nil && disputed?.disputedAt == due)
        let back = WagerRules.SilentParty(resumedAt: Self.now.adding(seconds: 60))
        #expect(WagerRules.unanswered(claimed, by: back, plan: Self.plan, now: due) == nil)
        let later = due.adding(seconds: 60)
        #expect(WagerRules.unanswered(claimed, by: back, plan: Self.plan, now: later)?.status == .completed)
        // A suspension before the claim gives no time.
        let before = WagerRules.SilentParty(resumedAt: Self.now.adding(seconds: -60))
        #expect(WagerRules.unanswered(claimed, by: before, plan: Self.plan, now: due)?.status == .completed)
        for name in ["open", "past", "expired", "active", "disputed", "completed"] {
            let void = WagerRules.void(Self.state(name).0)
            #expect(void?.status == .cancelled && void?.winner == nil && void?.remindAt == nil)
        }
        for name in ["confirmed", "cancelled", "declined"] {
            #expect(WagerRules.void(Self.state(name).0) == nil)
        }
    }

    @Test(arguments: 0..<20)
    func `random moves by random people break no invariant`(seed: UInt64) throws {
        var generator = Splitmix(state: seed)
        let people = [Self.challenger, Self.challengee] + Array(Self.actors.values)
        for _ in 0..<200 {
            var state = WagerState()
            let closesAt = Bool.random(using: &generator) ? Self.now.adding(seconds: 5) : nil
            var clock = Self.now
            for _ in 0..<40 {
                clock = clock.adding(seconds: Int64.random(in: 0...(100_000), using: &generator))
                guard let move = WagerRules.Move.random(using: &generator),
                    let actor = people.randomElement(using: &generator)
                else { continue }
                let old = state
                do throws(WagerRules.Refusal) {
                    state = try WagerRules.apply(
                        move,
                        by: actor,
                        to: old,
                        closesAt: closesAt,
                        plan: Self.plan,
                        now: clock
                    )
                } catch {}
                if let settled = WagerRules.unanswered(state, plan: Self.plan, now: clock) { state = settled }
                try state.requireInvariants(after: old)
            }
        }
    }

    @Test func `reminders come on their days, then weekly, six at most`() {
        let start = Timestamp.example
        func days(_ plan: [Int64]) -> [Int64] {
            (0..<10).compactMap { step in
                ReminderPlan(days: plan).time(of: step, since: start).map {
                    ($0.milliseconds - start.milliseconds) / 86_400_000
                }
            }
        }
        #expect(days([1, 3, 7]) == [1, 3, 7, 14, 21, 28])
        #expect(days([2]) == [2, 9, 16, 23, 30, 37])
        #expect(days([7, 1, 7, 3]) == [1, 3, 7, 14, 21, 28])
        #expect(days([1, 2, 3, 4, 5, 6, 7, 8]) == [1, 2, 3, 4, 5, 6])
        #expect(days([0]) == [0, 7, 14, 21, 28, 35])
        #expect(days([]) == [])
    }

    @Test func `a reminder waits for a decent hour of the person's day`() {
        func wait(_ hour: Int, _ minute: Int = 0) -> Int64 {
            ReminderPlan.wait(at: CivilDateTime(year: 2026, month: 5, day: 20, hour: hour, minute: minute))
        }
        #expect(wait(9) == 0 && wait(19, 59) == 0)
        #expect(wait(8, 59) == 60 && wait(0) == 9 * 3600)
        #expect(wait(20) == 13 * 3600 && wait(23, 30) == 9 * 3600 + 1800)
    }
}

extension WagerRules.Move {
    static func random(using generator: inout some RandomNumberGenerator) -> WagerRules.Move? {
        let party: WagerParty = Bool.random(using: &generator) ? .challenger : .challengee
        let account = AccountID(rawValue: Int64.random(in: 7...9, using: &generator))
        let moves: [WagerRules.Move] = [
            .take, .decline, .complete(party), .complete(party), .cancel, .withdrawCancel,
            .nameArbiter(account),
            .arbitrate(party), .arbitrate(nil), .pay(.venmo), .pay(.cash), .confirm(true), .confirm(false),
            .rate,
        ]
        return moves.randomElement(using: &generator)
    }
}

extension WagerState {
    /// What must hold in every state, and from one to the next.
    func requireInvariants(after old: WagerState) throws {
        let isDecided = status == .completed || status == .confirmed
        #expect((winner != nil) == isDecided)
        #expect((completedAt != nil) == isDecided)
        #expect((remindersSince != nil) == isDecided)
        #expect((confirmedAt != nil) == (status == .confirmed))
        #expect(remindAt == nil || isCalledToPay)
        #expect(paymentMethod == nil || isDecided)
        #expect(cancelRequestedBy == nil || status == .active || status == .cancelled)
        #expect([.open, .expired, .cancelled, .declined].contains(status) || takenAt != nil)
        #expect(
            challengerArbiter != challengeeArbiter || challengerArbiter == nil || arbiter == challengerArbiter
        )
        #expect(takenAt != nil || claim == nil && arbiter == nil && cancelRequestedBy == nil)
        #expect(old.takenAt == nil || takenAt == old.takenAt)
        #expect(old.winner == nil || winner == nil || winner == old.winner)
        #expect([.confirmed, .cancelled, .expired, .declined].contains(old.status) ? self == old : true)
        let ways: [WagerStatus: Set<WagerStatus>] = [
            .open: [.active, .expired, .cancelled, .declined], .active: [.completed, .disputed, .cancelled],
            .disputed: [.completed, .cancelled], .completed: [.confirmed],
        ]
        #expect(status == old.status || ways[old.status]?.contains(status) == true)
    }
}

/// A generator whose numbers a seed repeats.
struct Splitmix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
