import Outbound
import ParlayAPI
import Reactor
import Security
import Synchronization
import Tenancy
import TestSupport
import TestWorlds
import Testing

@testable import Accounts

/// Codes and profiles over the network: what a provider answers that is slow, too much, garbage, or somewhere else.
@Suite struct OAuthClientTests {
    private let provider = TestProvider()

    private func profile(
        _ addresses: AddressRule = .publicAndLoopback,
        at base: String? = nil,
        within timeout: Duration = .seconds(60),
        _ change: (TestProvider) -> Void = { _ in }
    ) async throws -> OAuthProfile {
        let provider = provider
        let receiver = try Receiver { provider.reply(to: $0) }
        defer { receiver.stop() }
        change(provider)
        let http = try HTTPClient(on: TestLoops.group.get().first, addresses: addresses)
        defer { http.close() }
        let client = OAuthClient(timeout: timeout, report: { _ in }) {
            request throws(HTTPClientError) in try await http.send(request)
        }
        let setting = TestProvider.setting(at: base ?? "http://127.0.0.1:\(receiver.port)")
        let trusted = try OAuthProvider.decode(JSONParser.parseObject(setting.jsonBytes()))
        let proof = OAuthProof(
            provider: TestProvider.name,
            code: provider.code(["sub": "a", "name": "Ann"]),
            verifier: TestProvider.verifier,
            redirectURI: TestProvider.redirectURI
        )
        return try await client.profile(proof, trusted, secret: TestProvider.secret)
    }

    @Test func `a code with its verifier and secret brings the profile`() async throws {
        let profile = try await profile()
        #expect(profile.subject == "a" && profile.firstName == "Ann" && profile.email == nil)
        #expect(provider.requests == 2)
    }

    @Test(arguments: ["/token", "/profile"])
    func `a provider that is slow, too talkative, or hangs up is unavailable`(_ path: String) async throws {
        let step: ProviderUnavailable.Step = path == "/token" ? .token : .profile
        await #expect(throws: ProviderUnavailable(.unreachable(step, .timeout))) {
            try await profile(within: .seconds(3)) { $0.answer(.silence, at: path) }
        }
        await #expect(throws: ProviderUnavailable(.unreachable(step, .tooLarge(limit: 64 * 1024)))) {
            try await profile { $0.answer(.flood(200), at: path) }
        }
        await #expect(throws: ProviderUnavailable.self) { try await profile { $0.answer(.hangUp, at: path) } }
        await #expect(throws: ProviderUnavailable(.status(step, 302))) {
            try await profile {
                $0.answer(.answer(302, headers: ["Location": "http://127.0.0.1:1/"]), at: path)
            }
        }
        await #expect(throws: ProviderUnavailable(.unreadable(step))) {
            try await profile { $0.answer(.answer(200, body: "\u{1}<garbage>"), at: path) }
        }
    }

    /// As Facebook answers.
    @Test func `an error with a number is about the app or the code`() async throws {
        func answer(_ code: Int, _ message: String) async throws {
            let body = #"{"error": {"message": "\#(message)", "type": "OAuthException", "code": \#(code)}}"#
            _ = try await profile { $0.answer(.answer(400, body: body), at: "/token") }
        }
        await #expect(throws: ProviderUnavailable(.refusesApp)) {
            try await answer(1, "Error validating client secret.")
        }
        await #expect(throws: ProviderUnavailable(.refusesApp)) {
            try await answer(101, "Error validating application. Invalid application ID.")
        }
        await #expect(throws: OAuthRefusal.code) {
            try await answer(100, "Invalid verification code format.")
        }
    }

    @Test func `private addresses are not asked`() async throws {
        await #expect(throws: ProviderUnavailable(.unreachable(.token, .blockedAddress))) {
            try await profile(.publicOnly)
        }
        #expect(provider.requests == 0)
        for base in ["http://user:secret@127.0.0.1:8099", "http://127.0.0.1:25"] {
            await #expect(throws: ProviderUnavailable.self) { try await profile(at: base) }
        }
    }
}

/// What presets ask for, as their services want it.
@Suite struct OAuthPresetRequestTests {
    private final class Sent: Sendable {
        let requests = Mutex<[OutboundRequest]>([])
    }

    /// The requests of a sign-in at a preset, whose service answers with this profile.
    private func requests(_ preset: String, _ profile: String) async throws -> [OutboundRequest] {
        let sent = Sent()
        let client = OAuthClient(report: { _ in }) { request throws(HTTPClientError) in
            let isToken = sent.requests.withLock { requests in
                requests.append(request)
                return requests.count == 1
            }
            return OutboundResponse(
                status: 200,
                headers: [],
                body: Array((isToken ? #"{"access_token": "t"}"# : profile).utf8),
                isTruncated: false,
                retryAfter: nil
            )
        }
        let proof = OAuthProof(
            provider: preset,
            code: "c",
            verifier: TestProvider.verifier,
            redirectURI: TestProvider.redirectURI
        )
        _ = try await client.profile(proof, OAuthProvider(preset, clientID: "app"), secret: "s")
        return sent.requests.withLock { $0 }
    }

    @Test(arguments: ["x", "discord", "github", "twitch", "facebook"])
    func `the verifier and the secret are where the service takes them`(_ preset: String) async throws {
        let profile = preset == "twitch" ? #"{"data": [{"id": "1"}]}"# : #"{"id": "1"}"#
        let requests = try await requests(preset, profile)
        let body = String(decoding: requests[0].body ?? [], as: UTF8.self)
        #expect(body.contains("code_verifier=") == (preset != "facebook"))
        let isBasic = requests[0].headers.contains { $0.name == "Authorization" }
        #expect(isBasic == ["x", "discord"].contains(preset))
        #expect(body.contains("client_secret=s") == !isBasic)
        #expect(requests[1].headers.contains { $0.name == "Client-Id" } == (preset == "twitch"))
    }
}

/// What is understood of profiles.
@Suite struct OAuthProfileTests {
    private func profile(_ text: String, verified: Bool = false) throws -> OAuthProfile? {
        OAuthProfile(try JSONParser.parseObject(Array(text.utf8)), tellsVerifiedEmails: verified)
    }

    @Test func `each preset's profile is understood`() throws {
        let x = try #require(
            try profile(#"{"data": {"id": "2244994945", "name": "Ann", "username": "ann"}}"#)
        )
        #expect(x.subject == "2244994945" && x.firstName == "Ann" && x.email == nil)
        let facebook = try #require(
            try profile(
                #"{"id": "10", "email": "a@example.org", "first_name": "Ann", "last_name": "Archer"}"#
            )
        )
        #expect(
            facebook.lastName == "Archer" && facebook.email == "a@example.org" && !facebook.isEmailVerified
        )
        let discord = try #require(
            try profile(
                #"{"id": "80351110224678912", "global_name": "Ann", "email": "a@example.org", "verified": true}"#
            )
        )
        #expect(discord.firstName == "Ann" && discord.isEmailVerified)
        let github = try #require(try profile(#"{"login": "ann", "id": 1, "name": null, "email": null}"#))
        #expect(github.subject == "1" && github.firstName == nil && !github.isEmailVerified)
        let twitch = try #require(
            try profile(#"{"data": [{"id": "141981764", "email": "a@example.org"}]}"#, verified: true)
        )
        #expect(twitch.subject == "141981764" && twitch.isEmailVerified)
    }

    @Test(arguments: [
        "{}", #"{"sub": ""}"#, #"{"sub": " a"}"#, #"{"id": 1.5}"#, #"{"id": true}"#, #"{"id": {}}"#,
        #"{"data": []}"#,
        #"{"data": [{"id": 1}, {"id": 2}]}"#, #"{"sub": "a\u0007"}"#,
    ])
    func `a profile that names nobody is none`(_ text: String) throws { #expect(try profile(text) == nil) }
}

/// What a browser takes along to a provider.
@Suite struct AuthorizationStateTests {
    @Test func `a state that the service finds too long leaves out where the person goes on`() throws {
        let signer = Signer(key: [UInt8](repeating: 7, count: 32))
        let tenant = TenantID(rawValue: 1)
        let x = OAuthProvider("x", clientID: "app")
        for (next, isKept) in [("games/", true), (String(repeating: "n", count: 400), false)] {
            let state = try AuthorizationState(
                x.issuer,
                provider: x.provider,
                .link(AccountID(rawValue: 1 << 40)),
                next: next,
                invite: String(repeating: "i", count: 100),
                from: AuthorizationState.secret(),
                at: .now
            )
            let text = try state.sealed(for: tenant, signer: signer, atMost: x.stateLimit)
            let opened = try #require(AuthorizationState(text, for: tenant, signer: signer, at: .now))
            #expect(text.utf8.count <= 500 && opened.next == (isKept ? next : nil))
            #expect(opened.invite == state.invite && opened.purpose == state.purpose)
        }
    }
}
