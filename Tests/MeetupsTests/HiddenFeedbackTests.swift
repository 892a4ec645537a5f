import ParlayAPI
import TestDatabases
import TestWorlds
import Testing

@testable import HTTPServer
@testable import Meetups

/// A moderator hides what a member said about meetups.
@Suite(.database) struct HiddenFeedbackTests {
    @Test func `hidden feedback does not count for the other person, and counts again when it is shown`()
        async throws
    {
        let world = try await MeetupWorld()
        let (ada, chen, match) = try await world.pair()
        let mod = try world.join("mod")
        try world.owner.execute("update accounts set role = 'moderator' where id = \(mod.id)")
        func meet(_ body: String) async throws {
            try world.owner.execute(
                """
                insert into meetups (tenant_id, match_id, held_at)
                select tenant_id, id, now() - make_interval(mins => 60 - (select count(*) from meetups)::integer)
                  from matches where id = \(match)
                """
            )
            #expect(try await world.post("matches/\(match)/feedback/", as: ada, body).status == 201)
        }
        func reliability() async throws -> [JSONValue] {
            let shown = try await world.get("profiles/\(chen.id)/", as: ada)
            return [shown["reliability.met"], shown["reliability.no_show"]]
        }
        func hide(_ part: String) async throws -> Response {
            let body =
                #"{"subject": {"type": "match", "id": \#(match)}, "part": "\#(part)", "reason": "A lie."}"#
            return try await world.post("admin/hidden/", as: mod, body)
        }
        #expect(try await hide("user_id1_feedback").status == 422, "none was given yet")
        try await meet(#"{"met": false}"#)
        try await meet(#"{"met": true}"#)
        #expect(try await reliability() == [1, 1])
        let hidden = try await hide("user_id1_feedback")
        #expect(hidden.status == 201, "\(hidden.text)")
        #expect(try await reliability() == [0, 0])
        #expect(try await hide("user_id1_feedback").code == "already_hidden")
        #expect(try await reliability() == [0, 0])
        #expect(try await hide("user_id2_feedback").status == 422)
        #expect(try world.notices(of: ada).last == "content_removed")
        // What is given while it is hidden does not count either.
        try await meet(#"{"met": false}"#)
        #expect(try await reliability() == [0, 0])
        #expect(try await world.delete("admin/hidden/\(hidden.integer("id"))/", as: mod).status == 204)
        #expect(try await reliability() == [1, 2])
    }
}
