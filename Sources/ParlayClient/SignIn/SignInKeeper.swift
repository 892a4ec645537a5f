internal import Foundation
internal import ParlayAPI

/// Holds the sign-in, keeps the storage in sync with it, and notifies listeners.
actor SignInKeeper {
    /// The server and tenant of this client's sign-ins.
    private let base: String
    private let storage: any TokenStorage
    private var current: SavedSignIn?
    private var reason = SignOutReason.notSignedIn
    /// Reads the storage, once.
    private var loading: Task<SavedSignIn?, any Error>?
    private var hasLoaded = false
    /// Ends when the storage holds the value that `current` had at the start: writes follow one another.
    private var writing: Task<Void, any Error>?
    private var listeners: [Int: AsyncStream<SignInState>.Continuation] = [:]
    private var lastListener = 0

    init(base: String, storage: any TokenStorage) {
        self.base = base
        self.storage = storage
    }

    /// The sign-in, initially from the storage.
    func signIn() async throws(ParlayError) -> SavedSignIn? {
        if hasLoaded { return current }
        let task = loading ?? Task { [storage] in try await storage.load() }
        loading = task
        do {
            let found = try await task.value
            // Someone may have signed in or out meanwhile.
            if !hasLoaded {
                hasLoaded = true
                current = found?.base == base ? found : nil
            }
            return current
        } catch {
            loading = nil
            if hasLoaded { return current }
            throw .tokenStorage(error.localizedDescription)
        }
    }

    func adopt(_ signIn: SavedSignIn) async throws(ParlayError) {
        hasLoaded = true
        current = signIn
        notify(.signedIn(accountID: signIn.accountID))
        try await write { [storage] in try await storage.save(signIn) }
    }

    func leave(_ reason: SignOutReason = .left) async throws(ParlayError) {
        let wasLoaded = hasLoaded
        hasLoaded = true
        // A signed-out state keeps its reason.
        if current != nil || !wasLoaded {
            current = nil
            self.reason = reason
            notify(.signedOut(reason))
        }
        try await write { [storage] in try await storage.clear() }
    }

    /// The server refused the token. A newer sign-in is not affected.
    func refused(_ token: String) async throws(ParlayError) {
        if current?.token == token { try await leave(.refused) }
    }

    /// The current state, and then each change.
    func states() async -> AsyncStream<SignInState> {
        // If the storage cannot be read, no one is signed in; the next call reports the error.
        let present = try? await signIn()
        let (stream, continuation) = AsyncStream.makeStream(of: SignInState.self)
        lastListener += 1
        listeners[lastListener] = continuation
        continuation.yield(present.map { .signedIn(accountID: $0.accountID) } ?? .signedOut(reason))
        return stream
    }

    private func notify(_ state: SignInState) {
        for (id, listener) in listeners {
            // Removes listeners that have ended.
            if case .terminated = listener.yield(state) { listeners[id] = nil }
        }
    }

    private func write(_ change: @escaping @Sendable () async throws -> Void) async throws(ParlayError) {
        let previous = writing
        let task = Task {
            // The caller of an earlier failed write got the error.
            _ = await previous?.result
            try await change()
        }
        writing = task
        do { try await task.value } catch { throw .tokenStorage(error.localizedDescription) }
    }
}
