import Foundation
import ParlayClient
import Testing

@Suite struct SignInTests {
    @Test func `signing in stores the token, and the next call carries it`() async throws {
        let world = try ClientWorld(
            [.value(Samples.signedIn), .value(Samples.profile())],
            isSignedIn: false
        )
        let profile = try await world.parlay.account.logIn("ann", password: "secret", device: "phone")
        #expect(profile.person.username == "ann")
        #expect(await world.storage.load()?.token == "parlay_new")
        #expect(await world.storage.load()?.base == ClientWorld.base)
        _ = try await world.parlay.profiles.me()
        #expect(world.headers("Authorization") == [nil, "Token parlay_new"])
        #expect(try await world.parlay.account.signedInID() == 1)
    }

    @Test func `an ID token signs in, or tells who may register`() async throws {
        let problem =
            #"{"code":"no_account","status":404,"title":"No account","detail":"d","registration_ticket":"t","email":"a@b.c"}"#
        let world = try ClientWorld(
            [.json(404, problem), .value(Samples.signedIn), .value(Samples.signedIn)],
            isSignedIn: false
        )
        guard case .newcomer(let newcomer) = try await world.parlay.account.logIn(idToken: "i", nonce: "n")
        else {
            throw ParlayError.notSignedIn
        }
        #expect(newcomer == Newcomer(registrationTicket: "t", email: "a@b.c"))
        #expect(try await world.parlay.account.signedInID() == nil)
        let registration = Registration(ticket: "t", username: "ann", firstName: "Ann", lastName: "")
        try await world.parlay.account.register(registration)
        #expect(await world.storage.load()?.token == "parlay_new")
        guard case .signedIn(let profile) = try await world.parlay.account.logIn(idToken: "i", nonce: "n")
        else {
            throw ParlayError.notSignedIn
        }
        #expect(profile.person.username == "ann")
        #expect(world.paths == ["login/oidc/", "register/", "login/oidc/"])
        #expect(world.headers("Authorization") == [nil, nil, nil])
    }

    @Test func `a refused ID token is a problem that names the check, and is not sent again`() async throws {
        let problem = #"{"code":"oidc_token_refused","status":401,"title":"t","detail":"d","check":"nonce"}"#
        let world = try ClientWorld([.json(401, problem)], isSignedIn: false)
        let error = try await #require(throws: ParlayError.self) {
            try await world.parlay.account.logIn(idToken: "i", nonce: "n")
        }
        guard case .problem(let found, _) = error else { throw error }
        #expect(found.extensions["check"] == "nonce")
        #expect(world.paths.count == 1)
    }

    @Test func `a stored token is used`() async throws {
        let world = try ClientWorld([.value(Samples.profile())])
        _ = try await world.parlay.profiles.me()
        #expect(world.headers("Authorization") == ["Token \(ClientWorld.token)"])
    }

    @Test func `a token goes to the server that gave it, and to no other`() async throws {
        let world = try ClientWorld([.value(Samples.profile())], isSignedIn: false)
        await world.storage.save(
            SavedSignIn(base: "https://elsewhere.example/v1/wordup/", accountID: 1, token: "parlay_other")
        )
        await #expect(throws: ParlayError.notSignedIn) { try await world.parlay.profiles.me() }
        #expect(world.transport.requests.isEmpty)
    }

    @Test func `without a sign-in nothing is sent, but what is for everybody`() async throws {
        let about = About(slug: "wordup", name: "W", modules: [.meetups], creators: [], registration: .open)
        let world = try ClientWorld([.value(about)], isSignedIn: false)
        await #expect(throws: ParlayError.notSignedIn) { try await world.parlay.inbox.notices().page() }
        #expect(try await world.parlay.about().modules.contains(.meetups))
        #expect(world.paths == ["about/"])
    }

    @Test func `a 401 signs out, clears the storage and tells`() async throws {
        let world = try ClientWorld([.problem(401, "unauthorized")])
        var states = await world.parlay.signInStates().makeAsyncIterator()
        #expect(await states.next() == .signedIn(accountID: 1))
        let error = try await #require(throws: ParlayError.self) { try await world.parlay.profiles.me() }
        #expect(error.code == "unauthorized")
        #expect(await states.next() == .signedOut(.refused))
        #expect(await world.storage.load() == nil)
        await #expect(throws: ParlayError.notSignedIn) { try await world.parlay.profiles.me() }
    }

    @Test func `wrong credentials sign nobody out`() async throws {
        let world = try ClientWorld([.problem(401, "bad_credentials")])
        await #expect(throws: ParlayError.self) {
            try await world.parlay.account.logIn("ann", password: "wrong")
        }
        #expect(await world.storage.load()?.token == ClientWorld.token)
    }

    @Test func `the refusal of an old token leaves a new sign-in alone`() async throws {
        let world = try ClientWorld([.hang, .value(Samples.signedIn), .value(Samples.profile())])
        let late = LateAnswer(world.transport)
        let parlay = world.client(transport: late)
        let old = Task { try await parlay.profiles.me() }
        for await _ in world.transport.arrivals { break }
        try await parlay.account.logIn("ann", password: "secret")
        late.answer(
            .init(status: 401, headers: ["Content-Type": Problem.mediaType], body: LateAnswer.refusal)
        )
        await #expect(throws: ParlayError.self) { try await old.value }
        #expect(await world.storage.load()?.token == "parlay_new")
        _ = try await parlay.profiles.me()
    }

    @Test(arguments: [ScriptedTransport.Step.noContent, .problem(401, "unauthorized")])
    func `logging out revokes, clears and tells, and is no error when the token was revoked already`(
        _ answer: ScriptedTransport.Step
    ) async throws {
        let world = try ClientWorld([answer])
        var states = await world.parlay.signInStates().makeAsyncIterator()
        #expect(await states.next() == .signedIn(accountID: 1))
        try await world.parlay.account.logOut()
        #expect(await states.next() == .signedOut(.left))
        #expect(await world.storage.load() == nil)
        #expect(world.transport.requests[0].body == Data("{}".utf8))
    }

    @Test func `who cannot reach the server stays signed in, unless it is to be forgotten`() async throws {
        let world = try ClientWorld([.unreachable], attempts: 1)
        await #expect(throws: ParlayError.self) { try await world.parlay.account.logOut(everywhere: true) }
        #expect(await world.storage.load() != nil)
        #expect(world.transport.requests[0].body == Data(#"{"everywhere":true}"#.utf8))
        try await world.parlay.account.forgetSignIn()
        #expect(await world.storage.load() == nil)
    }

    @Test func `deleting the account signs out`() async throws {
        let world = try ClientWorld([.noContent])
        try await world.parlay.account.delete(password: "secret")
        #expect(await world.storage.load() == nil)
        #expect(world.paths == ["profiles/me/delete/"])
    }

    @Test func `a token from elsewhere is asked whose it is first`() async throws {
        let world = try ClientWorld(
            [.value(Samples.profile(9, "eva")), .problem(401, "unauthorized")],
            isSignedIn: false
        )
        try await world.parlay.account.signIn(withToken: "parlay_eva")
        #expect(await world.storage.load()?.accountID == 9)
        await #expect(throws: ParlayError.self) {
            try await world.parlay.account.signIn(withToken: "parlay_bad")
        }
        #expect(await world.storage.load()?.token == "parlay_eva")
    }

    @Test func `a storage that fails is told, and read again by the next call`() async throws {
        let storage = FailingStorage()
        let transport = ScriptedTransport([.value(Samples.signedIn), .value(Samples.profile())])
        let parlay = Parlay(
            server: try #require(URL(string: "https://play.example.org/")),
            tenant: "wordup",
            storage: storage,
            transport: transport
        )
        for _ in 1...2 {
            await #expect(throws: ParlayError.tokenStorage("the disk is full")) {
                try await parlay.profiles.me()
            }
        }
        #expect(await storage.loads == 2)
        await #expect(throws: ParlayError.tokenStorage("the disk is full")) {
            try await parlay.account.logIn("ann", password: "secret")
        }
        // Signed in all the same, until the app ends.
        #expect(try await parlay.profiles.me().id == 1)
    }

    @Test func `the storage is read once by many calls at a time`() async throws {
        let world = try ClientWorld(Array(repeating: .value(Samples.profile()), count: 20))
        let counting = CountingStorage(world.storage)
        let parlay = world.client(storage: counting)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...20 { group.addTask { _ = try await parlay.profiles.me() } }
            try await group.waitForAll()
        }
        #expect(await counting.loads == 1)
    }

    @Test func `a sign-in describes itself without its token`() {
        let signIn = SavedSignIn(base: ClientWorld.base, accountID: 1, token: "parlay_secret")
        var dumped = ""
        dump(signIn, to: &dumped)
        #expect(!("\(signIn) \(String(reflecting: signIn)) \(dumped)".contains("secret")))
    }
}

/// Keeps the first request waiting until the test answers it; the others go to the script.
private final class LateAnswer: HTTPTransport {
    static let refusal = Data(
        #"{"type":"t","title":"T","status":401,"detail":"D","code":"unauthorized"}"#.utf8
    )
    private let script: ScriptedTransport
    private let answers: AsyncStream<TransportResponse>
    private let continuation: AsyncStream<TransportResponse>.Continuation

    init(_ script: ScriptedTransport) {
        self.script = script
        (answers, continuation) = AsyncStream.makeStream()
    }

    func answer(_ response: TransportResponse) { continuation.yield(response) }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        guard script.requests.isEmpty else { return try await script.send(request) }
        async let hanging = script.send(request)
        for await answer in answers { return answer }
        return try await hanging
    }
}

private actor FailingStorage: TokenStorage {
    struct Full: LocalizedError {
        var errorDescription: String? { "the disk is full" }
    }
    private(set) var loads = 0

    func load() throws -> SavedSignIn? {
        loads += 1
        throw Full()
    }
    func save(_ signIn: SavedSignIn) throws { throw Full() }
    func clear() throws { throw Full() }
}

private actor CountingStorage: TokenStorage {
    private let storage: InMemoryTokenStorage
    private(set) var loads = 0

    init(_ storage: InMemoryTokenStorage) { self.storage = storage }

    func load() async -> SavedSignIn? {
        loads += 1
        return await storage.load()
    }
    func save(_ signIn: SavedSignIn) async { await storage.save(signIn) }
    func clear() async { await storage.clear() }
}
