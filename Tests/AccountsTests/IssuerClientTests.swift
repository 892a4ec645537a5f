import Outbound
import ParlayAPI
import Reactor
import Security
import TestSupport
import Testing

@testable import Accounts

/// The keys of an issuer, from one that is sound, lies, or is not there.
@Suite struct IssuerClientTests {
    private let server: IssuerServer

    init() async throws { server = try await IssuerServer() }

    /// Speed is not the point but where a test says so.
    private func client(
        _ addresses: AddressRule = .publicAndLoopback,
        resolving: [String] = [],
        isTrusting: Bool = true,
        timeout: Duration = .seconds(3600)
    ) throws -> IssuerClient {
        let http = try HTTPClient(
            on: TestLoops.group.get().first,
            addresses: addresses,
            resolving: resolving,
            trusting: isTrusting ? server.authority : nil
        )
        return IssuerClient(http, timeout: timeout)
    }

    private func failure(_ client: IssuerClient, path: String = "") async -> IssuerError? {
        do {
            _ = try await client.keys(of: server.url + path)
            return nil
        } catch {
            return error
        }
    }

    private func verify(_ keys: IssuerKeys, _ key: IssuerServer.Key) async throws {
        let token = try await server.token(audience: "app", nonce: "n", key: key)
        try keys.set.verify(IDToken(token))
    }

    // MARK: Sound

    @Test func `the keys verify the issuer's tokens, and no others'`() async throws {
        let keys = try await client().keys(of: server.url)
        try await verify(keys, .rsa)
        try await verify(keys, .p256)
        await #expect(throws: IDTokenRefusal.key) { try await verify(keys, .foreign) }
        await #expect(throws: IDTokenRefusal.key) { try await verify(keys, .foreignP256) }
        #expect(keys.maxAge == 3600)
        #expect(keys.authorization?.endpoint == "\(server.url)/authorize")
        #expect(keys.authorization?.responseType == "id_token")
        #expect(try IssuerKeys(keys.document, maxAge: nil).maxAge == 300)
        #expect(try await server.fetches(.discovery) == 1)
        #expect(try await server.fetches(.keys) == 1)
    }

    @Test func `keys without names verify, too, and new ones replace the old`() async throws {
        let client = try client()
        try await server.nameKeys(false)
        try await verify(try await client.keys(of: server.url), .rsa)
        try await server.nameKeys(true)
        let old = try await client.keys(of: server.url)
        let id = try await server.keyID
        try await server.rotate(keepingOld: true)
        let both = try await client.keys(of: server.url)
        try await verify(both, .rsa)
        try await verify(both, .id(id))
        await #expect(throws: IDTokenRefusal.key) { try await verify(old, .rsa) }
        try await server.rotate()
        let new = try await client.keys(of: server.url)
        try await verify(new, .p256)
        await #expect(throws: IDTokenRefusal.key) { try await verify(new, .id(id)) }
    }

    @Test(
        arguments: [
            ("max-age=299", 300), ("max-age=301", 301),
            ("public, max-age=\"22000\", must-revalidate", 22_000),
            ("max-age=86401", 86_400), ("max-age=99999999999999999999", 86_400),
            ("no-store, max-age=7200", 300),
            ("max-age=x", 300), (nil, 300),
        ] as [(String?, Int64)]
    )
    func `keys are kept as long as the issuer says, within five minutes and a day`(
        _ field: String?,
        _ seconds: Int64
    ) async throws {
        try await server.cache(field)
        #expect(try await client().keys(of: server.url).maxAge == seconds)
    }

    @Test func `an issuer has a path, and perhaps a slash at its end, which is not doubled`() async throws {
        #expect(await failure(try client(), path: "/realms/a") == nil)
        #expect(try await server.fetches(.discovery, of: "/realms/a") == 1)
        // The document names the issuer without the slash.
        #expect(await failure(try client(), path: "/realms/a/") == .otherIssuer(server.url + "/realms/a"))
        try await server.behave(.discovery(["issuer": .string(server.url + "/realms/a/")]))
        #expect(await failure(try client(), path: "/realms/a/") == nil)
        #expect(try await server.fetches(.discovery, of: "/realms/a") == 3)
        #expect(try await server.fetches(.keys, of: "/realms/a") == 2)
    }

    @Test func `a media type is not judged`() async throws {
        for document in IssuerServer.Document.allCases {
            try await server.behave(.type(document, "text/html"))
            #expect(await failure(try client()) == nil)
        }
    }

    // MARK: Lies

    @Test func `another issuer's document`() async throws {
        for (name, error) in [
            ("https://accounts.example.org", .otherIssuer("https://accounts.example.org")),
            (.string(server.url + "/"), .otherIssuer(server.url + "/")), (nil, .otherIssuer(nil)),
            (7, .otherIssuer(nil)), ([.string(server.url)], .otherIssuer(nil)),
        ] as [(JSONValue, IssuerError)] {
            try await server.behave(.discovery(["issuer": name]))
            #expect(await failure(try client()) == error)
        }
        #expect(try await server.fetches(.keys) == 0)
        let strange = IssuerError.otherIssuer("https://\u{1B}[31mü\n" + String(repeating: "x", count: 999))
        #expect(strange.description.hasSuffix("x\""))
        #expect(strange.description.contains("\"https://?[31m??xxx") && strange.description.count < 350)
    }

    @Test func `keys that are not at an https URL`() async throws {
        let authority = server.url.dropFirst("https://".count)
        for value in [
            .string("http://\(authority)/keys"), .string("https://a:b@\(authority)/keys"), "/keys", "", nil,
            7,
            "file:///etc/passwd", "https://127.0.0.1:25/keys", "https:///keys",
            .string(" \(server.url)/keys"),
        ] as [JSONValue] {
            try await server.behave(.discovery(["jwks_uri": value]))
            #expect(await failure(try client()) == .noKeysURL, "\(value)")
        }
        #expect(try await server.fetches(.keys) == 0)
    }

    @Test func `keys at a private address, by number or by name`() async throws {
        try await server.behave(.discovery(["jwks_uri": "https://10.0.0.1/keys"]))
        #expect(await failure(try client()) == .unreachable(.keys, .blockedAddress))
        try await server.behave(.discovery(["jwks_uri": "https://keys.example.org/keys"]))
        let client = try client(resolving: ["keys.example.org:443:192.168.0.1"])
        #expect(await failure(client) == .unreachable(.keys, .blockedAddress))
    }

    @Test func `an issuer on this machine is not reached by default`() async throws {
        #expect(await failure(try client(.publicOnly)) == .unreachable(.discovery, .blockedAddress))
        #expect(try await server.fetches(.discovery) == 0)
    }

    @Test func `a certificate that nobody trusts`() async throws {
        guard case .unreachable(.discovery, .tls) = await failure(try client(isTrusting: false)) else {
            Issue.record("not refused for its certificate")
            return
        }
        #expect(try await server.fetches(.discovery) == 0)
    }

    @Test(arguments: [
        (IssuerServer.Document.discovery, IssuerError.Document.discovery), (.keys, .keys),
    ])
    func `a document that is not to be had`(_ document: IssuerServer.Document, _ place: IssuerError.Document)
        async throws
    {
        let client = try client()
        for (behavior, error) in [
            (.redirecting(document, to: "\(server.url)/x/keys"), .status(place, 302)),
            (.status(document, 500), .status(place, 500)), (.status(document, 404), .status(place, 404)),
            (.status(document, 200), .notJSON(place)), (.status(document, 204), .status(place, 204)),
            (.huge(document), .unreachable(place, .tooLarge(limit: 65_536))),
            (.text(document, ""), .notJSON(place)), (.text(document, #"{"issuer": "#), .notJSON(place)),
            (.text(document, "[]"), .notJSON(place)), (.text(document, "null"), .notJSON(place)),
            (.text(document, #"{"keys": [], "keys": []}"#), .notJSON(place)),
        ] as [(IssuerServer.Behavior, IssuerError)] {
            try await server.behave(behavior)
            let found = await failure(client)
            #expect(found == error, "\(behavior)")
        }
        // Nothing is fetched where it leads to.
        #expect(try await server.fetches(.keys, of: "/x") == 0)
        try await server.behave(.dropping(document))
        guard case .unreachable(place, .broken) = await failure(client) else {
            Issue.record("a broken connection")
            return
        }
        try await server.behave(.sound)
        #expect(await failure(client) == nil)
    }

    @Test func `keys that are none, or of no use`() async throws {
        for (text, error) in [
            ("{}", .notKeySet), (#"{"keys": {}}"#, .notKeySet), (#"{"keys": []}"#, .noUsableKey),
            (
                #"{"keys": [7, {"kty": "oct", "k": "c2VjcmV0"}, {"kty": "RSA", "n": "AQAB", "e": "AQAB"}]}"#,
                .noUsableKey
            ),
        ] as [(String, IssuerError)] {
            try await server.behave(.text(.keys, text))
            #expect(await failure(try client()) == error, "\(text)")
        }
        try await server.behave(.keyless)
        #expect(await failure(try client()) == .noUsableKey)
        // One that is too short is not used, but does not spoil the others.
        try await server.publishShortKey(true)
        #expect(await failure(try client()) == .noUsableKey)
        try await server.behave(.sound)
        let keys = try await client().keys(of: server.url)
        try await verify(keys, .rsa)
        await #expect(throws: IDTokenRefusal.key) { try await verify(keys, .short) }
    }

    // MARK: Absent

    @Test func `an issuer that dies and comes back`() async throws {
        let client = try client()
        #expect(await failure(client) == nil)
        try await server.behave(.dead)
        #expect(await failure(client) == .unreachable(.discovery, .connect))
        try await server.behave(.sound)
        #expect(await failure(client) == nil)
    }

    @Test(arguments: [
        (IssuerServer.Document.discovery, IssuerError.Document.discovery), (.keys, .keys),
    ])
    func `a slow issuer is given up after five seconds`(
        _ document: IssuerServer.Document,
        _ place: IssuerError.Document
    ) async throws {
        try await server.behave(.slow(document))
        let start = ContinuousClock.now
        #expect(
            await failure(try client(timeout: IssuerClient.defaultTimeout)) == .unreachable(place, .timeout)
        )
        #expect(ContinuousClock.now - start >= .milliseconds(4900))
        #expect(IssuerClient.defaultTimeout == .seconds(5))
    }

    @Test func `each error says which document is to blame`() {
        for (error, part) in [
            (
                .unreachable(.discovery, .timeout),
                "the discovery document cannot be fetched: no complete answer in time"
            ),
            (.status(.keys, 302), "the key set has the status 302 instead of 200; redirects"),
            (.status(.discovery, 404), "the discovery document has the status 404 instead of 200"),
            (.notJSON(.keys), "the key set is not a JSON object"), (.notKeySet, "the key set is not"),
            (.noUsableKey, "the key set has no key"),
            (.noKeysURL, "the discovery document names no `jwks_uri`"),
            (.otherIssuer(nil), "the discovery document names no issuer"),
        ] as [(IssuerError, String)] {
            #expect(error.description.hasPrefix(part), "\(error)")
        }
    }
}
