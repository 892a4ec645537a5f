import Foundation
import ParlayClient
import Testing

/// What each call sends.
@Suite struct CallTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let request: String
        var body: String?
        var answer: ScriptedTransport.Step = .noContent
        let call: @Sendable (Parlay) async throws -> Void

        var testDescription: String { "\(request) \(body ?? "")" }

        init(
            _ request: String,
            _ body: String? = nil,
            _ answer: ScriptedTransport.Step = .noContent,
            _ call: @escaping @Sendable (Parlay) async throws -> Void
        ) {
            (self.request, self.body, self.answer, self.call) = (request, body, answer, call)
        }
    }

    private static let match = ScriptedTransport.Step.value(Samples.match(), ["ETag": "\"9\""])
    private static let profile = ScriptedTransport.Step.value(Samples.profile(), ["ETag": "\"9\""])
    private static let person = Samples.profile(2, "bob").person
    private static let offer = #"{"location":"Park","time_1":"2026-05-20T18:30:00.000Z"}"#

    private static let passkey = ScriptedTransport.Step.value(Passkey.example)
    private static let pushDevice = ScriptedTransport.Step.value(PushDevice.example)
    private static let passkeyOptions = ScriptedTransport.Step.value(PasskeyOptions.example)
    private static let identity = ScriptedTransport.Step.value(
        Identity(id: 3, issuer: "https://accounts.google.com", createdAt: Samples.moment)
    )

    static let cases: [Case] = [
        Case("GET profiles/me/", nil, profile) {
            let me = try await $0.profiles.me()
            #expect(me.version?.rawValue == "\"9\"")
        },
        Case("GET profiles/2/", nil, profile) { _ = try await $0.profiles.profile(2) },
        Case("PATCH profiles/me/", #"{"bio":"Hi","venmo_username":null}"#, profile) {
            try await $0.profiles.update {
                $0.bio = .set("Hi")
                $0.venmoUsername = .set(nil)
            }
        },
        Case("PUT profiles/me/", #"{"username":"anna"}"#, profile) {
            var update = ProfileUpdate()
            update.username = .set("anna")
            try await $0.profiles.replace(with: update)
        },
        Case("POST token/", #"{"password":"p","username":"ann"}"#, .json(200, #"{"token":"t"}"#)) {
            let token = try await $0.account.token("ann", password: "p")
            #expect(token == "t")
        },
        Case("POST login/", #"{"device":"phone","password":"p","username":"ann"}"#, .value(Samples.signedIn))
        {
            try await $0.account.logIn("ann", password: "p", device: "phone")
        },
        Case("PUT password/", #"{"current":"a","new":"b"}"#) {
            try await $0.account.changePassword(from: "a", to: "b")
        },
        Case("PUT password/", #"{"code":"123456","current":"a","new":"b"}"#) {
            try await $0.account.changePassword(from: "a", to: "b", code: "123456")
        },
        Case("POST password/reset/", #"{"email":"a@b.c"}"#) {
            try await $0.account.requestPasswordReset(email: "a@b.c")
        },
        Case("POST password/reset/confirm/", #"{"code":"c","new":"b"}"#) {
            try await $0.account.resetPassword(code: "c", to: "b")
        },
        Case("POST email/verification/") { try await $0.account.requestEmailVerification() },
        Case("PUT email/verification/", #"{"code":"c"}"#) {
            try await $0.account.verifyEmail(code: "c")
        },
        Case("POST profiles/me/delete/", #"{"password":"p"}"#) { try await $0.account.delete(password: "p") },
        Case("POST profiles/me/delete/", #"{"id_token":"t","nonce":"n"}"#) {
            try await $0.account.delete(proof: IDTokenProof(idToken: "t", nonce: "n"))
        },
        Case("POST profiles/me/delete/", #"{"code":"123456","password":"p"}"#) {
            try await $0.account.delete(password: "p", code: "123456")
        },
        Case("POST profiles/me/delete/", #"{"code":"123456","id_token":"t","nonce":"n"}"#) {
            try await $0.account.delete(proof: IDTokenProof(idToken: "t", nonce: "n"), code: "123456")
        },
        Case("DELETE tokens/3/") { try await $0.devices.revoke(3) },
        Case("GET identities/", nil, .json(200, #"{"items":[],"next_cursor":null}"#)) {
            _ = try await $0.identities.all().page()
        },
        Case("POST identities/", #"{"id_token":"t","nonce":"n"}"#, identity) {
            let identity = try await $0.identities.link(idToken: "t", nonce: "n")
            #expect(identity.issuer == "https://accounts.google.com")
        },
        Case("DELETE identities/3/") { try await $0.identities.unlink(3) },
        Case("POST passkeys/options/", #"{"purpose":"create"}"#, passkeyOptions) {
            let options = try await $0.passkeys.options(.create)
            #expect(options.rpID == "play.example.org")
        },
        Case("GET passkeys/", nil, .json(200, #"{"items":[],"next_cursor":null}"#)) {
            _ = try await $0.passkeys.all().page()
        },
        Case(
            "POST passkeys/",
            #"{"credential":{"id":"a"},"current":"p","label":"Phone"}"#,
            passkey
        ) {
            let made = try await $0.passkeys.add(["id": "a"], label: "Phone", password: "p")
            #expect(made.backedUp)
        },
        Case(
            "POST passkeys/",
            #"{"code":"123456","credential":{"id":"a"},"current":"p"}"#,
            passkey
        ) {
            _ = try await $0.passkeys.add(["id": "a"], password: "p", code: "123456")
        },
        Case("PATCH passkeys/3/", #"{"label":"Key"}"#, passkey) {
            _ = try await $0.passkeys.rename(3, to: "Key")
        },
        Case("DELETE passkeys/3/") { try await $0.passkeys.delete(3) },
        Case("GET push/", nil, .json(200, #"{"public_key":"BP4z","devices":[]}"#)) {
            let devices = try await $0.push.devices()
            #expect(devices.publicKey == "BP4z")
        },
        Case(
            "POST push/",
            #"{"endpoint":"https://push.example.net/x","keys":{"auth":"a","p256dh":"p"}}"#,
            pushDevice
        ) {
            let keys = PushKeys(p256dh: "p", auth: "a")
            let device = try await $0.push.add(
                PushSubscription(endpoint: "https://push.example.net/x", keys: keys)
            )
            #expect(device.service == "push.example.net")
        },
        Case("DELETE push/3/") { try await $0.push.delete(3) },
        Case("PUT password/", #"{"id_token":"t","new":"secret","nonce":"n"}"#) {
            try await $0.account.setPassword(to: "secret", proof: IDTokenProof(idToken: "t", nonce: "n"))
        },
        Case("POST inbox/read/", #"{"ids":[1,2]}"#) { try await $0.inbox.markRead([1, 2]) },
        Case("POST inbox/read/", #"{"up_to":2}"#) { try await $0.inbox.markRead(upTo: 2) },
        Case("POST inbox/read/", #"{"subject":{"type":"match","id":2}}"#) {
            try await $0.inbox.markRead(about: Subject(type: "match", id: 2))
        },
        Case("GET languages/", nil, .json(200, #"{"items":[],"next_cursor":null}"#)) {
            let languages = try await $0.languages()
            #expect(languages.isEmpty)
        },
        Case("POST matches/", #"{"a_username":"bob"}"#, match) { try await $0.matches.make(with: "bob") },
        Case("POST matches/", "{}", match) { try await $0.matches.makeRandom() },
        Case("GET matches/7/", nil, match) { _ = try await $0.matches.get(Samples.match()) },
        Case("GET times/2/", nil, match) { _ = try await $0.matches.get(person) },
        Case("GET times/2/", nil, match) { _ = try await $0.matches.get(Samples.profile(2)) },
        Case("GET times/2/", nil, match) { _ = try await $0.matches.get(.person(2)) },
        Case("GET matches/?status_code=0%2C3", nil, .json(200, #"{"items":[],"next_cursor":null}"#)) {
            _ = try await $0.matches.all(in: [.scheduled, .matched]).page()
        },
        Case("PUT matches/7/", offer, match) {
            try await $0.matches.propose(.id(7), at: Samples.moment.date, location: "Park")
        },
        Case("PUT times/2/", #"{"cancel":true}"#, match) { try await $0.matches.cancel(person) },
        Case("PUT matches/7/", #"{"accept":true}"#, match) { try await $0.matches.accept(.id(7)) },
        Case("PUT matches/7/", #"{"accept":true}"#, match) { try await $0.matches.accept(Samples.match()) },
        Case(
            "PUT matches/7/",
            #"{"accept":true,"location":"Park","time_1":"2026-05-20T18:30:00.000Z"}"#,
            match
        ) { try await $0.matches.accept(Samples.match(.proposedBySecond)) },
        Case("DELETE matches/7/") { try await $0.matches.unmatch(.id(7)) },
        Case("GET matches/7/calendar.ics", nil, .answer(.init(status: 200, body: Data("BEGIN".utf8)))) {
            let file = try await $0.matches.calendarFile(7)
            #expect(file == Data("BEGIN".utf8))
        },
        Case("POST matches/7/feedback/", #"{"met":true}"#, match) {
            try await $0.matches.giveFeedback(7, met: true)
        },
    ]

    @Test(arguments: cases + PeopleCases.all + WagerCases.all + SportsbookCases.all + ShelfCases.all)
    func `a call is one request`(_ call: Case)
        async throws
    {
        let world = try ClientWorld([call.answer])
        try await call.call(world.parlay)
        let request = try #require(world.transport.requests.first)
        #expect(world.transport.requests.count == 1)
        #expect("\(request.method) \(world.paths[0])" == call.request)
        #expect(request.headers["Content-Type"] == (call.body == nil ? nil : "application/json"))
        #expect((request.headers["Idempotency-Key"] != nil) == (request.method == "POST"))
        let body = try request.body.map { try JSONDecoder().decode(JSONValue.self, from: $0) }
        let expected = try call.body.map { try JSONDecoder().decode(JSONValue.self, from: Data($0.utf8)) }
        #expect(body == expected)
    }

    @Test func `a version is a condition`() async throws {
        let world = try ClientWorld([Self.match, Self.match, .noContent, Self.profile, Self.profile])
        let match = try await world.parlay.matches.get(.id(7))
        try await world.parlay.matches.cancel(match, ifUnchanged: match)
        try await world.parlay.matches.unmatch(match, ifUnchanged: match)
        let me = try await world.parlay.profiles.me()
        try await world.parlay.profiles.update(ifUnchanged: me) { $0.bio = .set("x") }
        #expect(world.headers("If-Match") == [nil, "\"9\"", "\"9\"", nil, "\"9\""])
        #expect(me.bio == me.value.bio && me.id == 1)
    }

    @Test func `a plan is seen from the caller's side`() {
        let (date, place) = (Samples.moment.date, "Park")
        var match = Samples.match(.proposedByFirst)
        #expect(match.plan == .offered(at: date, location: place))
        match.statusCode = Extensible(.proposedBySecond)
        #expect(match.plan == .received(at: date, location: place))
        match.statusCode = Extensible(.scheduled)
        #expect(match.plan == .scheduled(at: date, location: place))
        match.statusCode = .unknown(9)
        #expect(match.plan == .none)
        #expect(Samples.match().plan == .none)
        // And now the caller is the second.
        (match.userID1, match.userID2) = (2, 1)
        match.statusCode = Extensible(.proposedByFirst)
        #expect(match.plan == .received(at: date, location: place))
        match.statusCode = Extensible(.proposedBySecond)
        #expect(match.plan == .offered(at: date, location: place))
    }

    @Test(arguments: [0, 1, 1_779_301_800_123, -1])
    func `a time is a date and back`(_ milliseconds: Int64) {
        #expect(Timestamp(Timestamp(milliseconds: milliseconds).date).milliseconds == milliseconds)
    }

    @Test func `a date without end is a time`() {
        _ = [
            Date.distantFuture, .distantPast, Date(timeIntervalSince1970: .infinity),
            Date(timeIntervalSince1970: .nan),
        ]
        .map { Timestamp($0).description }
    }
}
