public import Foundation
@_exported public import ParlayAPI

/// A tenant of a Parlay server, from the view of an app.
///
///     let parlay = Parlay(server: url, tenant: "wordup", storage: FileTokenStorage(file))
///     try await parlay.account.logIn("ann", password: "tango under the rain")
///     let match = try await parlay.matches.make(with: "bob")
///     try await parlay.matches.propose(match, at: tomorrow, location: "Café Luna")
///
/// Calls throw `ParlayError`. You can make them from any task, many at the same time; copies of a `Parlay` share
/// their sign-in. Cancelling the task cancels the call.
public struct Parlay: Sendable {
    let engine: Engine

    /// - Parameters:
    ///   - server: the installation, such as `https://play.example.org`.
    ///   - tenant: the app's slug, such as `wordup`.
    ///   - storage: keeps people signed in across starts of the app.
    ///   - userAgent: names the app and its version. The start of it is the device's label where none is given.
    ///   - sockets: opens the live stream of the sportsbook.
    ///   - clock: what pauses and time limits go by.
    public init(
        server: URL,
        tenant: String,
        storage: any TokenStorage = InMemoryTokenStorage(),
        transport: any HTTPTransport = URLSessionTransport(),
        retries: RetryPolicy = .standard,
        userAgent: String = "ParlayClient",
        sockets: any WebSocketTransport = SystemWebSocketTransport(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        var server = server.absoluteString
        while server.hasSuffix("/") { server.removeLast() }
        let base = "\(server)/v1/\(Engine.escaped(tenant))/"
        engine = Engine(
            base: base,
            transport: transport,
            sockets: sockets,
            keeper: SignInKeeper(base: base, storage: storage),
            retries: retries,
            ticker: Ticker(clock),
            userAgent: userAgent
        )
    }

    /// Public facts about the tenant. Needs no sign-in.
    public func about() async throws(ParlayError) -> About {
        try await engine.value(Call(AccountCalls.about))
    }

    /// Whether someone is signed in: the current state, and then each change, such as when the server refuses the
    /// token.
    ///
    ///     for await state in await parlay.signInStates() { showsSignIn = state == .signedOut(.refused) }
    public func signInStates() async -> AsyncStream<SignInState> {
        await engine.keeper.states()
    }
}
