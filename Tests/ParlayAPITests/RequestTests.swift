import Foundation
import ParlayAPI
import Testing

@Suite struct RequestTests {
    private static let registration: JSONObject = [
        "username": "zoe.b-1_", "password": "correct horse", "email": " Zoe@Example.ORG\n",
        "first_name": "Zoë",
        "last_name": "", "known_lang": "en", "learn_lang": "zh", "venmo_username": "@zoe-b_1",
    ]

    private func with(_ changes: JSONObject, without: Set<String> = []) -> JSONObject {
        var object = JSONObject()
        for member in changes.members + Self.registration.members where !without.contains(member.key) {
            object.add(member.key, member.value)
        }
        return object
    }

    private func errors<Body: RequestBody>(
        _ type: Body.Type,
        _ object: JSONObject,
        modules: Set<Module> = .all,
        mode: BodyReader.Mode = .complete
    ) -> FieldErrors {
        do {
            _ = try Body.decode(object, modules: modules, mode: mode)
            return FieldErrors()
        } catch { return error }
    }

    /// What a client encodes is read as the same body, and decodes to it.
    private func check<Body: RequestBody & Codable & Equatable>(
        _ body: Body,
        mode: BodyReader.Mode = .complete
    ) throws {
        let data = try JSONEncoder().encode(body)
        #expect(try Body.decode(Array(data), mode: mode) == body)
        #expect(try JSONDecoder().decode(Body.self, from: data) == body)
    }

    @Test func `what clients encode is read as the same`() throws {
        try check(try Registration.decode(Self.registration))
        try check(Credentials(username: "a@b.c", password: "p", device: "phone"))
        try check(Credentials(username: "a", password: "p"))
        try check(TokenRequest(username: "a", password: "p"))
        try check(PasswordChange(current: "a", new: "b"))
        try check(PasswordReset(email: "a@b.c"))
        try check(PasswordResetConfirmation(code: "ABCD1234", new: "b"))
        try check(EmailVerification(code: "ABCD1234"))
        try check(Logout(everywhere: true))
        try check(AccountDeletion(password: "p"))
        try check(InboxRead.ids([1, 2]))
        try check(InboxRead.upTo(9))
        try check(InboxRead.about(Subject(type: "match", id: 328)))
        try check(MatchRequest(aUsername: "b"))
        try check(MatchRequest())
        try check(MatchUpdate.propose(time: Timestamp(milliseconds: 1_779_301_800_000), location: "Frist"))
        try check(MatchUpdate.accept())
        try check(MatchUpdate.accept(time: Timestamp(milliseconds: 1_779_301_800_000), location: "Frist"))
        try check(MatchUpdate.cancel)
        try check(Feedback(met: false))
        try check(ProfileUpdate(), mode: .merge)
        var update = ProfileUpdate()
        update.bio = .set("")
        update.venmoUsername = .set(nil)
        update.currentPassword = "p"
        try check(update, mode: .merge)
        update.venmoUsername = .set("zoe-b")
        try check(update, mode: .merge)
    }

    @Test func `a registration is read, its email trimmed and lower-cased, the sign dropped`() throws {
        let body = try Registration.decode(Self.registration)
        #expect(body.email == "zoe@example.org")
        #expect(body.venmoUsername == "zoe-b_1")
        #expect(body.knownLang == "en")
        #expect(body.bio == "")
        #expect(body.inviteCode == nil)
    }

    @Test func `a registration names everything that is missing`() {
        let found = errors(Registration.self, [:])
        // Which of the names and the address are missing depends on the tenant, so the server looks at them.
        #expect(found.entries.map(\.path) == ["known_lang", "learn_lang", "password"])
        #expect(found.entries.allSatisfy { $0.sentences == ["This field is required."] })
        let without = errors(Registration.self, [:], modules: [.wagers])
        #expect(without.entries.map(\.path) == ["password"])
        let ticket = errors(Registration.self, ["registration_ticket": "t"], modules: [])
        #expect(ticket.isEmpty)
    }

    @Test func `fields of a module that is off are unknown`() throws {
        let found = errors(Registration.self, Self.registration, modules: [])
        #expect(found.entries.map(\.path) == ["known_lang", "learn_lang", "venmo_username"])
        #expect(found["learn_lang"] == ["Unknown field."])
        let body = try Registration.decode(
            with([:], without: ["known_lang", "learn_lang", "venmo_username"]),
            modules: []
        )
        #expect(body.knownLang == nil)
        #expect(body.venmoUsername == nil)
    }

    @Test(arguments: [
        ("username", "ab"), ("username", String(repeating: "a", count: 31)), ("username", "a b"),
        ("username", "zoë"),
        ("username", "a@b"), ("username", ""), ("password", ""), ("password", "  "), ("first_name", ""),
        ("first_name", String(repeating: "a", count: 51)), ("first_name", "\t"),
        ("last_name", String(repeating: "a", count: 51)), ("bio", String(repeating: "a", count: 1_001)),
        ("known_lang", "EN"), ("known_lang", "e"), ("known_lang", "eng"), ("known_lang", "é1"),
        ("learn_lang", "en"),
        ("venmo_username", "abcd"), ("venmo_username", "@abcd"), ("venmo_username", "ab.de"),
        ("venmo_username", "@@abcde"), ("venmo_username", String(repeating: "a", count: 31)),
        ("venmo_username", ""),
        ("email", ""), ("email", "x"), ("email", "x@y"), ("email", "@y.z"), ("email", "x@.z"),
        ("email", "x@y."),
        ("email", "x@y..z"), ("email", "x@y@y.z"), ("email", "x y@y.z"), ("email", "x@y.z,a@y.z"),
        ("email", "ü@y.z"),
        ("email", "<x@y.z>"), ("email", "x@y.z\r\nBcc: a@y.z"),
        ("email", String(repeating: "a", count: 65) + "@y.z"), ("email", "x@y_z.a"), ("email", "x@-y.z"),
        ("email", "x..a@y.z"),
        ("email", "\"x\"@y.z"), ("email", "x@" + String(repeating: "y.", count: 126) + "z"),
        ("first_name", "a\nb"),
        ("first_name", "\u{200B}"), ("last_name", "a\u{202E}b"),
    ])
    func `a field that breaks its rule is refused alone`(name: String, text: String) {
        #expect(errors(Registration.self, with([name: .string(text)])).entries.map(\.path) == [name])
    }

    @Test(arguments: [
        ("username", "abc"), ("username", String(repeating: "Z", count: 30)), ("username", "..."),
        ("first_name", String(repeating: "é", count: 50)), ("last_name", String(repeating: "é", count: 50)),
        ("bio", String(repeating: "a\n", count: 500)), ("venmo_username", "abcde"), ("email", "x@y.z"),
        ("venmo_username", "@" + String(repeating: "a", count: 30)), ("email", "a+b.c'd@sub.example-1.org"),
        ("email", String(repeating: "a", count: 64) + "@y.z"),
        ("email", "x@" + String(repeating: "y.", count: 125) + "zz"),
    ])
    func `a field at the edge of its rule is taken`(name: String, text: String) {
        #expect(errors(Registration.self, with([name: .string(text)])).isEmpty)
    }

    @Test func `PUT of a profile is complete`() throws {
        let found = errors(ProfileUpdate.self, [:])
        #expect(
            found.entries.map(\.path)
                == ["username", "known_lang", "learn_lang"]
        )
        let body = try ProfileUpdate.decode(with([:], without: ["password", "venmo_username"]))
        #expect(body.bio == .set(""))
        #expect(body.venmoUsername == .set(nil))
        #expect(body.email == .set("zoe@example.org"))
    }

    @Test func `PATCH of a profile merges`() throws {
        #expect(try ProfileUpdate.decode([:], mode: .merge) == ProfileUpdate())
        let body = try ProfileUpdate.decode(["bio": "b", "venmo_username": nil], mode: .merge)
        #expect(body.bio == .set("b"))
        #expect(body.venmoUsername == .set(nil))
        #expect(body.username == .keep)
        let found = errors(
            ProfileUpdate.self,
            ["known_lang": "en", "learn_lang": "en", "bio": nil, "id": 1, "username": "x"],
            mode: .merge
        )
        #expect(found.entries.map(\.path) == ["username", "bio", "learn_lang", "id"])
        #expect(try ProfileUpdate.decode(["learn_lang": "en"], mode: .merge).learnLang == .set("en"))
    }

    @Test func `a body that may be absent may also be empty`() throws {
        #expect(try MatchRequest.decode([UInt8]()) == MatchRequest())
        #expect(try MatchRequest.decode(Array("{}".utf8)) == MatchRequest())
        #expect(try Logout.decode([UInt8]()).everywhere == nil)
        #expect(throws: BodyError.self) { try Feedback.decode([UInt8]()) }
        #expect(throws: BodyError.self) { try MatchRequest.decode(Array("[]".utf8)) }
    }

    @Test(
        arguments: [
            ([:], ["time_1", "location"]),
            (["time_1": "2026-05-20T18:30:00Z"], ["location"]),
            (["location": "x"], ["time_1"]),
            (["time_1": "2026-05-20", "location": ""], ["time_1", "location"]),
            (["time_1": nil, "location": nil], ["time_1", "location"]),
            (["accept": false], ["accept"]),
            (["cancel": false], ["cancel"]),
            (["accept": 1], ["accept"]),
            (["accept": true, "cancel": true], ["cancel"]),
            (["cancel": true, "location": "x"], ["cancel"]),
            (["cancel": true, "time_1": "2026-05-20T18:30:00Z", "location": "x"], ["cancel"]),
            (["accept": true, "status_code": 3], ["status_code"]),
        ] as [(JSONObject, [String])]
    )
    func `an update of a match is exactly one move`(object: JSONObject, paths: [String]) {
        #expect(errors(MatchUpdate.self, object).entries.map(\.path) == paths)
    }

    @Test func `the location of a meetup has 1 to 200 characters`() {
        let time: JSONValue = "2026-05-20T18:30:00Z"
        for (count, isTaken) in [(1, true), (200, true), (201, false)] {
            let location = JSONValue.string(String(repeating: "é", count: count))
            #expect(errors(MatchUpdate.self, ["time_1": time, "location": location]).isEmpty == isTaken)
        }
    }

    @Test(
        arguments: [
            ([:], ["ids"]),
            (["ids": [1], "up_to": 2], ["up_to"]),
            (["ids": [1, "a", 0]], ["ids.1", "ids.2"]),
            (["up_to": "1"], ["up_to"]),
            (["up_to": 0], ["up_to"]),
            (["ids": nil], ["ids"]),
            (["subject": ["type": "match"]], ["subject.id"]),
            (["subject": ["type": "match", "id": 7], "ids": [1]], ["subject"]),
        ] as [(JSONObject, [String])]
    )
    func `notices are read by their ids, up to one, or by what they are about`(
        object: JSONObject,
        paths: [String]
    ) {
        #expect(errors(InboxRead.self, object).entries.map(\.path) == paths)
    }

    @Test func `other bodies refuse what is missing, too long and unknown`() {
        #expect(errors(Credentials.self, [:]).entries.map(\.path) == ["username", "password"])
        let device = JSONValue.string(String(repeating: "d", count: 101))
        let credentials: JSONObject = ["username": "a", "password": "p", "device": device, "x": 1]
        #expect(errors(Credentials.self, credentials).entries.map(\.path) == ["device", "x"])
        #expect(
            errors(TokenRequest.self, ["device": "x"]).entries.map(\.path) == [
                "username", "password", "device",
            ]
        )
        #expect(errors(PasswordChange.self, [:]).entries.map(\.path) == ["new"])
        #expect(
            errors(PasswordChange.self, ["new": "n", "nonce": "n"]).entries.map(\.path) == [
                "nonce"
            ]
        )
        #expect(errors(PasswordResetConfirmation.self, [:]).entries.map(\.path) == ["code", "new"])
        #expect(errors(EmailVerification.self, ["code": ""]).entries.map(\.path) == ["code"])
        #expect(errors(PasswordReset.self, ["email": "x"]).entries.map(\.path) == ["email"])
        #expect(errors(AccountDeletion.self, ["id_token": "t"]).entries.map(\.path) == ["nonce"])
        #expect(
            errors(IDTokenCredentials.self, ["id_token": "", "device": device]).entries.map(\.path)
                == ["id_token", "nonce", "device"]
        )
        #expect(errors(IDTokenProof.self, [:]).entries.map(\.path) == ["id_token", "nonce"])
        #expect(errors(Logout.self, ["everywhere": "yes"]).entries.map(\.path) == ["everywhere"])
        #expect(errors(Feedback.self, ["met": nil]).entries.map(\.path) == ["met"])
        #expect(errors(MatchRequest.self, ["a_username": ""]).entries.map(\.path) == ["a_username"])
    }

    @Test func `every body describes its fields`() {
        #expect(
            Registration.fields(modules: [.meetups]).map(\.name) == [
                "username", "password", "email", "first_name", "last_name", "bio", "known_lang", "learn_lang",
                "invite_code", "registration_ticket",
            ]
        )
        #expect(ProfileUpdate.fields(mode: .merge).allSatisfy { !$0.isRequired })
        #expect(MatchUpdate.fields().map(\.name) == ["time_1", "location", "accept", "cancel"])
        #expect(InboxRead.fields().map(\.name) == ["ids", "up_to", "subject"])
    }
}
