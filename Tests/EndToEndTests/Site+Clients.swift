import Foundation
import ParlayAPI
import ParlayClient
import TestSupport
import TestWorlds

/// What an app has; `Parlay` is the program here.
typealias Client = ParlayClient.Parlay

/// Somebody with the app.
struct NewAccount {
    let id: Profile.ID
    let client: Client
}

extension Site {
    func client(
        _ tenant: String = "wordup",
        storage: any TokenStorage = InMemoryTokenStorage(),
        retries: RetryPolicy = .standard
    ) throws -> Client {
        guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw URLError(.badURL) }
        return Client(server: url, tenant: tenant, storage: storage, retries: retries)
    }

    /// A newly registered account.
    func newcomer(
        _ name: String,
        knows known: String = "en",
        learns learn: String = "es",
        storage: any TokenStorage = InMemoryTokenStorage()
    ) async throws -> NewAccount {
        let client = try client(storage: storage)
        let profile = try await client.account.register(
            Registration(
                username: name,
                password: Self.password,
                email: "\(name)@example.org",
                firstName: name,
                lastName: "Test",
                knownLang: known,
                learnLang: learn
            )
        )
        return NewAccount(id: profile.id, client: client)
    }
}

/// What a call was refused with; `nil` when it was not.
func refusal<Answer>(_ call: () async throws -> Answer) async -> ParlayError? {
    do {
        _ = try await call()
        return nil
    } catch { return error as? ParlayError }
}
