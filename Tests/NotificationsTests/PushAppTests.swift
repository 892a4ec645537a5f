import Database
import Observability
import ParlayAPI
import Synchronization
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Notifications
@testable import Security

/// From a notice to apps, through Apple's and Google's services of the test.
@Suite(.database) struct PushAppTests {
    private let fixture: PushFixture

    init() async throws {
        let tokens = Counter()
        fixture = try await PushFixture { received in
            guard received.line.hasPrefix("POST /token") else { return .answer(200, body: "{}") }
            return .answer(
                200,
                body:
                    #"{"access_token": "ya29.\#(tokens.next())", "expires_in": 3599, "token_type": "Bearer"}"#
            )
        }
        try fixture.owner.execute("update accounts set role = 'admin' where username = 'ada'")
        try await configure([TestPushApps.apple(), TestPushApps.firebase()])
    }

    private func configure(_ apps: JSONValue) async throws {
        let answer = try await fixture.send("PATCH", "admin/settings/", ["push_apps": apps])
        #expect(answer.status == 200, "\(answer)")
        try await fixture.world.refreshTenants()
    }

    private func subscribe(
        _ platform: PushPlatform,
        _ number: Int = 1,
        by person: SignedInPerson? = nil
    ) async throws {
        let token =
            platform == .apns
            ? TestPushApps.deviceToken(number) : TestPushApps.registrationToken(number)
        let body: JSONObject = ["platform": .string(platform.rawValue), "token": .string(token)]
        let answer = try await fixture.send("POST", "push/", body, by: person)
        #expect(answer.status == 201, "\(answer) \(fixture.world.failureReports)")
    }

    /// What came for apps, without the requests for tokens.
    private var messages: [Receiver.Received] {
        fixture.service.received.filter { !$0.line.hasPrefix("POST /token") }
    }

    private var tokenRequests: Int { fixture.service.received.count - messages.count }

    private func body(_ message: Receiver.Received) throws -> JSONObject {
        try JSONParser.parseObject(message.body)
    }

    private static let waiting = "jobs where kind = 'send_push'"

    // MARK: Messages

    @Test func `an app on an iPhone gets the title, signed by the key of its maker`() async throws {
        try await subscribe(.apns)
        try await fixture.notify()
        let before = Timestamp.now.milliseconds / 1000
        try await fixture.push()
        let message = try #require(messages.first)
        #expect(messages.count == 1)
        #expect(message.line == "POST /apple/3/device/\(TestPushApps.deviceToken()) HTTP/1.1")
        let headers = message.headers
        #expect(headers["apns-topic"] == TestPushApps.topic)
        #expect(headers["apns-push-type"] == "alert")
        #expect(headers["apns-priority"] == "5")
        let expiration = try #require(headers["apns-expiration"].flatMap { Int64($0) })
        #expect(before + 86_300...before + 86_401 ~= expiration)
        let topic = try #require(headers["apns-collapse-id"])
        #expect(1...64 ~= topic.utf8.count)
        let body = try body(message)
        #expect(body["aps"]?["alert"] == ["title": "New match"])
        #expect(body["aps"]?["thread-id"] == .string(topic))
        #expect(!message.text.contains("secret"))
        let authorization = try #require(headers["authorization"])
        #expect(authorization.hasPrefix("bearer "))
        let token = try #require(SignedToken(String(authorization.dropFirst(7)), TestPushApps.applePublicKey))
        #expect(token.header == ["typ": "JWT", "alg": "ES256", "kid": .string(TestPushApps.keyID)])
        #expect(token.claims["iss"] == .string(TestPushApps.team))
        let issued = try #require(token.claims["iat"]?.integer)
        #expect(before - 5...before + 60 ~= issued)
        #expect(try fixture.count(Self.waiting) == 0)
    }

    @Test func `an app with Firebase gets the title, by a token of the service account`() async throws {
        try await subscribe(.fcm)
        try await fixture.notify()
        let before = Timestamp.now.milliseconds / 1000
        try await fixture.push()
        let message = try #require(messages.first)
        #expect(message.line == "POST /firebase/v1/projects/\(TestPushApps.project)/messages:send HTTP/1.1")
        #expect(message.headers["authorization"] == "Bearer ya29.1")
        let content = try #require(try body(message)["message"])
        #expect(content["token"] == .string(TestPushApps.registrationToken()))
        #expect(content["notification"] == ["title": "New match"])
        let topic = try #require(content["android"]?["collapse_key"]?.text)
        #expect(topic.utf8.count == 22)
        #expect(content["android"]?["notification"]?["tag"] == .string(topic))
        #expect(content["android"]?["priority"] == "NORMAL")
        let lifetime = try #require(content["android"]?["ttl"]?.text)
        #expect(lifetime.hasSuffix("s") && 86_300...86_400 ~= (Int(lifetime.dropLast()) ?? 0))
        #expect(!message.text.contains("secret"))

        let request = try #require(fixture.service.received.first)
        #expect(request.line == "POST /token HTTP/1.1")
        let assertion = "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion="
        #expect(request.text.hasPrefix(assertion))
        let token = try #require(
            SignedToken(String(request.text.dropFirst(assertion.count)), TestPushApps.googlePublicKey)
        )
        #expect(token.header["alg"] == "RS256")
        #expect(token.claims["iss"] == .string(TestPushApps.client))
        // Where the server asks, whatever the file says.
        #expect(token.claims["aud"]?.text?.hasSuffix("\(fixture.service.port)/token") == true)
        #expect(token.claims["scope"] == "https://www.googleapis.com/auth/firebase.messaging")
        let issued = try #require(token.claims["iat"]?.integer)
        #expect(before - 5...before + 60 ~= issued)
        #expect(token.claims["exp"]?.integer == issued + 3600)
    }

    @Test func `tokens are used for many messages, and the sandbox and urgent notices have their own way`()
        async throws
    {
        try await configure([TestPushApps.apple(key: nil, sandbox: true), TestPushApps.firebase(key: nil)])
        for number in 1...5 {
            try await subscribe(.apns, number)
            try await subscribe(.fcm, number)
        }
        try await fixture.notify(.accountSecurity, title: "Sign-in", subject: nil)
        try await fixture.push()
        #expect(messages.count == 10)
        #expect(tokenRequests == 1)
        let apple = messages.filter { $0.line.hasPrefix("POST /sandbox/3/device/") }
        #expect(apple.count == 5)
        #expect(Set(apple.map { $0.headers["authorization"] }).count == 1)
        #expect(apple.allSatisfy { $0.headers["apns-priority"] == "10" })
        let google = messages.filter { $0.line.hasPrefix("POST /firebase") }
        #expect(try google.allSatisfy { try body($0)["message"]?["android"]?["priority"] == "HIGH" })
    }

    @Test func `whoever wants it gets the text, in their language, and a long one is left out`() async throws
    {
        try await subscribe(.apns)
        try await subscribe(.fcm)
        try await fixture.set(["push_text": true, "locale": "de-AT"])
        try await fixture.notify()
        try await fixture.notify(text: String(repeating: "\u{1}\"", count: 4000), subject: 8)
        try await fixture.push()
        #expect(messages.count == 4)
        let bodies = try messages.map(body)
        let alerts = bodies.compactMap { $0["aps"]?["alert"]?["body"] }
        let notifications = bodies.compactMap { $0["message"]?["notification"]?["body"] }
        #expect(alerts == ["A secret place."] && notifications == ["A secret place."])
        #expect(messages.allSatisfy { $0.body.count <= 4096 })
        #expect(bodies.contains { $0["lang"] == "de-AT" })
    }

    @Test func `messages about one subject replace each other`() async throws {
        try await subscribe(.apns)
        try await subscribe(.fcm)
        try await fixture.notify(.meetupProposed)
        try await fixture.notify(.meetupAccepted)
        try await fixture.notify(.meetupAccepted, subject: 8)
        try await fixture.push()
        #expect(messages.count == 6)
        let ids = messages.compactMap { $0.headers["apns-collapse-id"] }
        #expect(ids.count == 3 && Set(ids).count == 2)
        let keys = try messages.compactMap { try body($0)["message"]?["android"]?["collapse_key"]?.text }
        #expect(keys.count == 3 && Set(keys) == Set(ids))
    }

    // MARK: What the services answer

    @Test(arguments: [
        (410, #"{"reason": "Unregistered", "timestamp": 1764300000000}"#, true),
        (400, #"{"reason": "BadDeviceToken"}"#, true),
        (400, #"{"reason": "DeviceTokenNotForTopic"}"#, true),
        (400, #"{"reason": "BadTopic"}"#, false), (403, #"{"reason": "InvalidProviderToken"}"#, false),
        (404, #"{"reason": "BadPath"}"#, false), (413, "", false),
    ])
    func `a device that Apple does not know is forgotten`(_ status: Int, _ body: String, _ isGone: Bool)
        async throws
    {
        try await subscribe(.apns)
        fixture.answer(.answer(status, body: body))
        try await fixture.notify()
        try await fixture.push()
        #expect(messages.count == 1)
        #expect(try fixture.count("push_devices") == (isGone ? 0 : 1))
        #expect(try fixture.count(Self.waiting) == 0)
        #expect(try fixture.count("dead_letters") == 0)
    }

    @Test(arguments: [
        (404, GoogleAnswer.error("NOT_FOUND", code: "UNREGISTERED"), true),
        (400, GoogleAnswer.error("INVALID_ARGUMENT", code: "INVALID_ARGUMENT", field: "message.token"), true),
        (
            400,
            #"{"error": {"message": "The registration token is not a valid FCM registration token"}}"#, true
        ),
        (400, GoogleAnswer.error("INVALID_ARGUMENT", code: "INVALID_ARGUMENT", field: "message.data"), false),
        (404, GoogleAnswer.error("NOT_FOUND"), false),
        (403, GoogleAnswer.error("PERMISSION_DENIED", code: "SENDER_ID_MISMATCH"), false),
        (400, "<html>", false),
    ])
    func `a device that Google does not know is forgotten`(_ status: Int, _ body: String, _ isGone: Bool)
        async throws
    {
        try await subscribe(.fcm)
        fixture.answer(.answer(200, body: #"{"access_token": "ya29.a", "expires_in": 3599}"#))
        fixture.replies.queue.withLock { $0.append(.answer(status, body: body)) }
        try await fixture.notify()
        try await fixture.push()
        #expect(messages.count == 1)
        #expect(try fixture.count("push_devices") == (isGone ? 0 : 1))
        #expect(try fixture.count(Self.waiting) == 0)
    }

    @Test(
        arguments: [
            (Receiver.Reply.answer(429, headers: ["Retry-After": "700"]), 700),
            (.answer(503, headers: ["Retry-After": "5"]), 30), (.answer(500), 30), (.hangUp, 30),
        ] as [(Receiver.Reply, Int)]
    )
    func `a busy service is asked again, when it wants to be`(_ reply: Receiver.Reply, _ seconds: Int)
        async throws
    {
        let token = Receiver.Reply.answer(200, body: #"{"access_token": "ya29.a", "expires_in": 3599}"#)
        // On a connection that was of use before, the request is sent once more at once.
        let second = if case .hangUp = reply { [token, reply, reply] } else { [token, reply] }
        for (platform, replies) in [(PushPlatform.apns, [reply]), (.fcm, second), (.fcm, [reply])] {
            try fixture.owner.execute("delete from push_devices; delete from jobs")
            try await subscribe(platform)
            fixture.replies.queue.withLock { $0 = replies }
            try await fixture.notify()
            try await fixture.push()
            let range =
                "now() + interval '\(seconds - 15) s' and now() + interval '\(seconds + seconds / 10 + 5) s'"
            let waits = "\(Self.waiting) and attempt = 0 and run_at between \(range)"
            #expect(try fixture.count(waits) == 1, "\(platform) \(replies.count)")
            let before = messages.count
            try await fixture.push()
            #expect(messages.count == before + 1)
            #expect(try fixture.count(Self.waiting) == 0)
        }
    }

    @Test func `a token that Apple calls expired is replaced, once`() async throws {
        try await subscribe(.apns)
        let expired = Receiver.Reply.answer(403, body: #"{"reason": "ExpiredProviderToken"}"#)
        fixture.answer(expired)
        try await fixture.notify()
        try await fixture.push()
        let tokens = messages.compactMap { $0.headers["authorization"] }
        #expect(tokens.count == 2 && Set(tokens).count == 2)
        #expect(try fixture.count(Self.waiting) == 0)
        // If that is none either, the message waits: Apple refuses makers who change tokens all the time.
        fixture.answer(expired, expired, expired)
        try await fixture.notify(subject: 9)
        try await fixture.push()
        #expect(messages.count == 4)
        #expect(try fixture.count(Self.waiting) == 1)
        #expect(try fixture.count("push_devices") == 1)
    }

    @Test func `a token that Google refuses is replaced, once`() async throws {
        try await subscribe(.fcm)
        fixture.answer(
            .answer(200, body: #"{"access_token": "ya29.old", "expires_in": 3599}"#),
            .answer(401)
        )
        try await fixture.notify()
        try await fixture.push()
        #expect(messages.map { $0.headers["authorization"] } == ["Bearer ya29.old", "Bearer ya29.1"])
        #expect(try fixture.count(Self.waiting) == 0)
        let token = Receiver.Reply.answer(200, body: #"{"access_token": "ya29.x", "expires_in": 3599}"#)
        fixture.answer(token, .answer(401), token, .answer(401), token)
        try await fixture.notify(subject: 9)
        try await fixture.push()
        #expect(messages.count == 4)
        #expect(try fixture.count(Self.waiting) == 0)
        #expect(try fixture.count("push_devices") == 1)
    }

    @Test func `a refused service account is logged without its key, and the message ends`() async throws {
        try await subscribe(.fcm)
        try await subscribe(.apns)
        let pipe = try LogPipe()
        let writer = try LogWriter(fileDescriptor: pipe.writeEnd, format: .json)
        let refusal = #"{"error": "invalid_grant", "error_description": "Invalid JWT Signature."}"#
        fixture.answer(.answer(400, body: refusal), .answer(400, body: refusal))
        try await fixture.notify()
        try await fixture.push(logger: Logger(writer: writer))
        let log = String(decoding: try pipe.drain(writer), as: UTF8.self)
        #expect(log.contains("a push service refused a message"), "\(log)")
        #expect(log.contains("invalid_grant") && log.contains("api.push.apple.com"), "\(log)")
        for secret in [
            TestPushApps.deviceToken(), TestPushApps.registrationToken(), "PRIVATE KEY", "ya29", "bearer",
            "Invalid JWT",
        ] {
            #expect(!log.contains(secret), "\(secret)")
        }
        #expect(try fixture.count(Self.waiting) == 0)
    }

    // MARK: Credentials

    @Test func `without credentials nothing is sent, and devices stay for when they are back`() async throws {
        try await subscribe(.apns)
        try await subscribe(.fcm)
        try await configure([])
        try await fixture.notify()
        try await fixture.push()
        #expect(fixture.service.received.isEmpty)
        #expect(try fixture.count(Self.waiting) == 0)
        #expect(try fixture.count("push_devices") == 2)
        try await configure([TestPushApps.apple(), TestPushApps.firebase()])
        try await fixture.notify(subject: 8)
        try await fixture.push()
        #expect(messages.count == 2)
    }

    @Test func `another key makes other tokens`() async throws {
        try await subscribe(.apns)
        try await fixture.notify()
        try await fixture.push()
        // Sealed again, so it counts as another key.
        try await configure([TestPushApps.apple(), TestPushApps.firebase()])
        try await fixture.notify(subject: 8)
        try await fixture.push()
        let tokens = messages.compactMap { $0.headers["authorization"] }
        #expect(tokens.count == 2 && Set(tokens).count == 2)
    }

    @Test func `a key of another installation opens nothing`() async throws {
        try await subscribe(.apns)
        try await subscribe(.fcm)
        let sealed = Base64URL.encode([UInt8](repeating: 3, count: 300))
        try fixture.owner.execute(
            """
            update tenants set settings = settings || '{"push_secrets": {"apns": "\(sealed)", "fcm": "\(sealed)"}}'
            """
        )
        try await fixture.notify()
        try await fixture.push()
        #expect(fixture.service.received.isEmpty)
        #expect(try fixture.count("dead_letters") == 0)
    }
}

/// Counts from 1.
private final class Counter: Sendable {
    private let last = Mutex(0)

    func next() -> Int {
        last.withLock { last in
            last += 1
            return last
        }
    }
}

/// How Google writes errors.
private enum GoogleAnswer {
    static func error(_ status: String, code: String? = nil, field: String? = nil) -> String {
        var details: [JSONValue] = []
        if let code { details.append(["@type": "FcmError", "errorCode": .string(code)]) }
        if let field {
            details.append(["@type": "BadRequest", "fieldViolations": [["field": .string(field)]]])
        }
        let object: JSONObject = [
            "error": ["code": 400, "status": .string(status), "details": .array(details)]
        ]
        return String(decoding: object.jsonBytes(), as: UTF8.self)
    }
}

/// A JSON Web Token whose signature was verified.
private struct SignedToken {
    let header: JSONObject
    let claims: JSONObject

    init?(_ text: String, _ key: JSONValue) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Base64URL.decode(parts[0]),
            let claims = Base64URL.decode(parts[1]), let signature = Base64URL.decode(parts[2]),
            case .object(let object) = key, let key = JSONWebKey(object),
            key.verifies(signature, of: Array("\(parts[0]).\(parts[1])".utf8)),
            let header = try? JSONParser.parseObject(header),
            let claims = try? JSONParser.parseObject(claims)
        else { return nil }
        self.header = header
        self.claims = claims
    }
}
