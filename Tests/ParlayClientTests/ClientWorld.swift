import Foundation
import ParlayClient

/// A client over a script, whose clock and chance are the test's.
struct ClientWorld {
    static let token = "parlay_ann"
    static let base = "https://play.example.org/v1/wordup/"
    static let limit = Duration.seconds(60)

    let transport: ScriptedTransport
    let clock = JumpingClock(limit: limit)
    let storage: InMemoryTokenStorage
    let parlay: Parlay
    private let server: URL
    private let retries: RetryPolicy

    /// - Parameter random: what chance always says, 0..<1.
    init(
        _ steps: [ScriptedTransport.Step],
        isSignedIn: Bool = true,
        attempts: Int = 5,
        random: Double = 0,
        sockets: any WebSocketTransport = SystemWebSocketTransport()
    ) throws {
        transport = ScriptedTransport(steps)
        let signIn = SavedSignIn(base: Self.base, accountID: 1, token: Self.token)
        storage = InMemoryTokenStorage(isSignedIn ? signIn : nil)
        guard let url = URL(string: "https://play.example.org") else { throw URLError(.badURL) }
        server = url
        retries = RetryPolicy(
            attempts: attempts,
            firstPause: .milliseconds(100),
            longestPause: .milliseconds(1_000),
            timeLimit: Self.limit,
            random: { random }
        )
        parlay = Parlay(
            server: server,
            tenant: "wordup",
            storage: storage,
            transport: transport,
            retries: retries,
            sockets: sockets,
            clock: clock
        )
    }

    /// Another client under the same clock. Its calls have the clock's limit too: the clock would jump over a shorter one.
    func client(
        storage: (any TokenStorage)? = nil,
        transport: (any HTTPTransport)? = nil
    ) -> Parlay {
        Parlay(
            server: server,
            tenant: "wordup",
            storage: storage ?? self.storage,
            transport: transport ?? self.transport,
            retries: retries,
            clock: clock
        )
    }

    /// The requests' paths below the tenant's, with their queries.
    var paths: [String] {
        transport.requests.map { String($0.url.absoluteString.dropFirst(Self.base.count)) }
    }

    func headers(_ name: String) -> [String?] { transport.requests.map { $0.headers[name] } }
}

/// What the server sends.
enum Samples {
    static let moment = Timestamp(milliseconds: 1_779_301_800_000)

    static func profile(_ id: Int64 = 1, _ name: String = "ann") -> Profile {
        Profile(
            person: Person(id: id, username: name, firstName: name, lastName: "Test"),
            bio: "",
            createdAt: moment,
            lastActiveAt: moment,
            meetups: Profile.Meetups(knownLang: "en", learnLang: "es", reliability: .init(met: 0, noShow: 0))
        )
    }

    static func match(_ status: MatchStatus = .matched, numbered id: Int64 = 7) -> Match {
        let isPlanned = status != .matched
        return Match(
            matchID: id,
            userID1: 1,
            userID2: 2,
            time1: isPlanned ? moment : nil,
            location: isPlanned ? "Park" : nil,
            statusCode: status,
            createdAt: moment,
            updatedAt: moment,
            profile: profile(2, "bob")
        )
    }

    static func notice(_ id: Int64) -> Notice {
        Notice(id: id, kind: .matchMade, title: "T", text: "X", createdAt: moment)
    }

    static let signedIn = SignedIn(token: "parlay_new", expiresAt: moment, profile: profile())
}
