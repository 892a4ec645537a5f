import Foundation
import ParlayAPI
import ParlayClient
import Tenancy
import Testing
import Wagers

/// The moves that the client library offers, compared with the server's rules.
@Suite struct ClientWagerMoveTests {
    struct Person: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let id: Int64
        var isModerator = false

        func actor(in wager: Wager) -> WagerRules.Actor {
            WagerRules.Actor(
                party: wager.party(of: id),
                isArbiter: wager.arbiter?.id == id,
                isModerator: isModerator,
                isAddressee: wager.audience.known == .account && wager.party(of: id) == nil
            )
        }
    }

    static let people = [
        Person(testDescription: "challenger", id: 1), Person(testDescription: "challengee", id: 2),
        Person(testDescription: "arbiter", id: 3), Person(testDescription: "onlooker", id: 4),
        Person(testDescription: "moderator", id: 5, isModerator: true),
        Person(testDescription: "moderator and challenger", id: 1, isModerator: true),
    ]

    @Test(arguments: WagerStatus.allCases, people)
    func `an app shows the moves that the server would make`(_ status: WagerStatus, _ person: Person) {
        for asker in [nil] + WagerParty.allCases.map(Optional.init) where asker == nil || status == .active {
            for (winner, audience) in [
                (WagerParty.challenger, Wager.Audience.public), (.challengee, .account),
            ] {
                var (wager, state) = Self.wager(status, won: winner, cancelledBy: asker)
                wager.audience = Extensible(audience)
                let possible = Self.moves.filter { move in
                    let new = try? WagerRules.apply(
                        move.rule,
                        by: person.actor(in: wager),
                        to: state,
                        closesAt: nil,
                        plan: ReminderPlan(days: [1, 3, 7]),
                        now: Timestamp(milliseconds: 0)
                    )
                    // To cancel twice is allowed, and idle.
                    return new != nil && !(move.name == .cancel && new == state)
                }
                #expect(
                    wager.moves(of: person.id, isModerator: person.isModerator) == Set(possible.map(\.name)),
                    "won by \(winner), \(asker.map { "\($0) would cancel" } ?? "nobody would cancel")"
                )
            }
        }
    }

    private static let moves: [(name: Wager.Move, rule: WagerRules.Move)] = [
        (.replace, .edit), (.delete, .delete), (.take, .take), (.decline, .decline),
        (.claim, .complete(.challenger)),
        (.cancel, .cancel), (.withdrawCancellation, .withdrawCancel),
        (.nameArbiter, .nameArbiter(AccountID(rawValue: 9))), (.decide, .arbitrate(nil)), (.pay, .pay(.cash)),
        (.confirm, .confirm(true)), (.rate, .rate),
    ]

    @Test func `every move of the rules is one of the library's`() {
        #expect(Set(Self.moves.map(\.name)) == Set(Wager.Move.allCases))
        // Moderators take wagers down by `admin.voidWager`, which is no button beside a wager.
        #expect(Set(Self.moves.map(\.rule.kind)) == Set(WagerRules.Kind.allCases).subtracting([.void]))
    }

    @Test func `who has rated is not asked to again`() {
        var (wager, _) = Self.wager(.confirmed, won: .challenger, cancelledBy: nil)
        #expect(wager.moves(of: 2) == [.rate])
        wager.myRating = 4
        #expect(wager.moves(of: 2).isEmpty)
    }

    /// As an answer and as a row; posed by 1, to be decided by 3, and taken by 2 where somebody has.
    private static func wager(_ status: WagerStatus, won winner: WagerParty, cancelledBy asker: WagerParty?)
        -> (Wager, WagerState)
    {
        func person(_ id: Int64) -> ParlayAPI.Person {
            ParlayAPI.Person(id: id, username: "p\(id)", firstName: "P", lastName: "")
        }
        let moment = Timestamp(milliseconds: 0)
        let isTaken = ![.open, .expired, .declined].contains(status)
        let isDecided = status == .completed || status == .confirmed
        let wager = Wager(
            id: 7,
            name: "Chess",
            amountCents: 2_000,
            category: "Games",
            challenger: person(1),
            challengee: isTaken ? person(2) : nil,
            status: status,
            winner: isDecided ? winner : nil,
            cancelRequestedBy: asker,
            arbiter: isTaken ? person(3) : nil,
            openedAt: moment
        )
        var state = WagerState()
        state.status = status
        state.takenAt = isTaken ? moment : nil
        state.winner = isDecided ? winner : nil
        state.cancelRequestedBy = asker
        state.arbiter = isTaken ? AccountID(rawValue: 3) : nil
        return (wager, state)
    }
}
