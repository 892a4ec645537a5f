import Meetups
import ParlayAPI
import Testing

@Suite struct MatchRulesTests {
    /// Every state, actor and move; a row that is missing here is a refusal.
    static let allowed: [(MatchStatus, MatchRules.Side, MatchRules.Move, MatchStatus)] = [
        (.matched, .first, .propose, .proposedByFirst),
        (.matched, .second, .propose, .proposedBySecond),
        (.proposedByFirst, .second, .propose, .proposedBySecond),
        (.proposedByFirst, .second, .accept, .scheduled),
        (.proposedByFirst, .first, .cancel, .matched),
        (.proposedByFirst, .second, .cancel, .matched),
        (.proposedBySecond, .first, .propose, .proposedByFirst),
        (.proposedBySecond, .first, .accept, .scheduled),
        (.proposedBySecond, .first, .cancel, .matched),
        (.proposedBySecond, .second, .cancel, .matched),
        (.scheduled, .first, .propose, .proposedByFirst),
        (.scheduled, .second, .propose, .proposedBySecond),
        (.scheduled, .first, .cancel, .matched),
        (.scheduled, .second, .cancel, .matched),
    ]

    @Test(arguments: MatchStatus.allCases, MatchRules.Side.allCases)
    func `every state, actor and move is as the table says`(_ status: MatchStatus, _ side: MatchRules.Side) {
        for move in MatchRules.Move.allCases {
            let row = Self.allowed.first { $0.0 == status && $0.1 == side && $0.2 == move }
            #expect(MatchRules.next(status, side, move) == row?.3, "\(status) \(side) \(move)")
        }
    }

    /// Whose turn it is and whether a meetup is scheduled, tracked without the rules.
    private struct Model {
        var offerBy: MatchRules.Side?
        var isScheduled = false

        mutating func make(_ move: MatchRules.Move, by side: MatchRules.Side) -> Bool {
            switch move {
            case .propose:
                if offerBy == side { return false }
                self = Model(offerBy: side)
            case .accept:
                if offerBy != side.other { return false }
                self = Model(offerBy: nil, isScheduled: true)
            case .cancel:
                if offerBy == nil && !isScheduled { return false }
                self = Model()
            }
            return true
        }

        var status: MatchStatus {
            if isScheduled { return .scheduled }
            return offerBy.map { $0 == .first ? .proposedByFirst : .proposedBySecond } ?? .matched
        }
    }

    @Test func `random sequences of moves agree with a model`() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<500 {
            var model = Model()
            var status = MatchStatus.matched
            for _ in 0..<40 {
                let move = MatchRules.Move.allCases.randomElement(using: &generator) ?? .cancel
                let side: MatchRules.Side = Bool.random(using: &generator) ? .first : .second
                let next = MatchRules.next(status, side, move)
                let isAllowed = model.make(move, by: side)
                #expect((next != nil) == isAllowed)
                status = next ?? status
                #expect(status == model.status)
            }
        }
    }

    @Test func `a time lies in the future and within 365 days`() {
        let now = Timestamp(milliseconds: 1_800_000_000_000)
        let year: Int64 = 365 * 86_400_000
        let cases: [(Int64, Bool)] = [
            (-1, false), (0, false), (1, true), (year, true), (year + 1, false),
            (.max - now.milliseconds, false),
        ]
        for (offset, isAllowed) in cases {
            let time = Timestamp(milliseconds: now.milliseconds + offset)
            #expect(MatchRules.isAllowed(time, now: now) == isAllowed, "\(offset)")
        }
        #expect(MatchRules.hasPassed(now, now: now))
        #expect(!MatchRules.hasPassed(Timestamp(milliseconds: now.milliseconds + 1), now: now))
        #expect(!MatchRules.hasPassed(nil, now: now))
    }
}
