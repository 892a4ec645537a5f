import Tenancy
import TestWorlds
import Testing

@testable import Notifications

/// How long a token for Apple is used: 20 to 60 minutes.
@Suite struct AppleTokensTests {
    private let tokens = AppleTokens()
    private let start: Int64 = 1_764_300_000

    private func token(_ seconds: Int64, refused: String? = nil, sealed: String = "one") -> String? {
        let app = PushApp(apns: TestPushApps.team, keyID: TestPushApps.keyID, topic: TestPushApps.topic)
        return tokens.token(of: app, sealed, { TestPushApps.appleKey }, refused: refused, at: start + seconds)
    }

    @Test func `it is used for forty minutes, and for its key alone`() throws {
        let first = try #require(token(0))
        #expect(token(1) == first)
        #expect(token(2_399) == first)
        #expect(token(2_399, sealed: "two") != first)
        let second = try #require(token(2_400))
        #expect(second != first)
        #expect(token(2_401) == second)
        // The clock was set back.
        #expect(token(-10) != second)
    }

    @Test func `one that is refused is replaced once, and then not for twenty minutes`() throws {
        let first = try #require(token(0))
        let second = try #require(token(1, refused: first))
        #expect(second != first)
        // Others whose message was refused at the same moment.
        #expect(token(2, refused: first) == second)
        #expect(token(3, refused: second) == nil)
        #expect(token(1_200, refused: second) == nil)
        let third = try #require(token(1_201, refused: second))
        #expect(third != second && token(1_202) == third)
    }

    @Test func `a key that cannot sign makes none`() {
        let app = PushApp(apns: TestPushApps.team, keyID: TestPushApps.keyID, topic: TestPushApps.topic)
        #expect(tokens.token(of: app, "x", { nil }, at: start) == nil)
        #expect(tokens.token(of: app, "x", { "no key" }, at: start) == nil)
    }
}
