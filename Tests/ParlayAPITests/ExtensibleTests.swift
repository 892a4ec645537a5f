import Foundation
import ParlayAPI
import Testing

/// Answers of a server that is newer than the program.
@Suite struct ExtensibleTests {
    private func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }

    @Test func `a notice of a kind that is not known keeps it, and its words`() throws {
        let notice = try decode(
            Notice.self,
            """
            {"id":1,"kind":"parade_invited","title":"A parade","text":"Come!","subject":{"type":"parade","id":3},
             "created_at":"2026-05-20T18:30:00.000Z","read_at":null,"confetti":{"colours":[1,2]}}
            """
        )
        #expect(notice.kind.known == nil)
        #expect(notice.kind.rawValue == "parade_invited")
        #expect(notice.kind != .matchMade)
        #expect(notice.title == "A parade")
        let again = try decode(Notice.self, String(decoding: notice.jsonBytes(), as: UTF8.self))
        #expect(again == notice)
        let encoded = try JSONEncoder().encode(notice)
        #expect(try JSONDecoder().decode(Notice.self, from: encoded) == notice)
    }

    @Test func `a known value is compared and switched over as itself`() throws {
        let kind = Extensible(NoticeKind.matchMade)
        #expect(kind == .matchMade && NoticeKind.matchMade == kind)
        #expect(kind != .friendRequest && NoticeKind.friendRequest != kind)
        #expect(Extensible<NoticeKind>(rawValue: "match_made") == kind)
        switch kind {
        case .matchMade: break
        default: Issue.record("\(kind)")
        }
        #expect("\(kind)" == "match_made")
    }

    @Test func `where there may be none, a value is compared as itself too`() {
        var winner: Extensible<WagerParty>?
        #expect(winner != .challenger)
        winner = Extensible(.challenger)
        #expect(winner == .challenger && winner != .challengee && winner != nil)
        winner = .unknown("nobody")
        #expect(winner != .challenger && winner != nil)
    }

    @Test func `numbers may be new too`() throws {
        let statuses = try decode([Extensible<MatchStatus>].self, "[3,4]")
        #expect(statuses == [Extensible(.scheduled), .unknown(4)])
        #expect(statuses.contains(.scheduled) && !statuses.contains(.matched))
        #expect(throws: DecodingError.self) { try decode(Extensible<MatchStatus>.self, "\"3\"") }
    }

    @Test func `a profile and a tenant of a newer server can be read`() throws {
        let profile = try decode(
            Profile.self,
            """
            {"id":1,"username":"ann","first_name":"Ann","last_name":"","photo":null,"bio":"","role":"steward",
             "created_at":"2026-05-20T18:30:00.000Z","last_active_at":"2026-05-20T18:30:00.000Z",
             "status":"resting","friendship":"rival","chess_rating":1200}
            """
        )
        #expect(profile.role.rawValue == "steward")
        #expect(profile.status == .unknown("resting"))
        let about = try decode(
            About.self,
            """
            {"slug":"wordup","name":"W","modules":["meetups","chess"],"creators":[],"registration":"lottery"}
            """
        )
        #expect(about.modules.contains(.meetups))
        #expect(about.modules.map(\.rawValue) == ["meetups", "chess"])
        #expect(about.registration.known == nil)
    }
}
