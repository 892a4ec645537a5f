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
        retries: RetryPolicy = .patient
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

extension RetryPolicy {
    /// However slow the machine is.
    static let patient = RetryPolicy(timeLimit: .seconds(600))
}

extension ParlayClient.Parlay {
    /// As the page of the library calls it. Swift prefers it, because it leaves out nothing.
    init(server: URL, tenant: String, storage: any TokenStorage) {
        self.init(server: server, tenant: tenant, storage: storage, retries: .patient)
    }
}

/// What a call was refused with; `nil` when it was not.
func refusal<Answer>(_ call: () async throws -> Answer) async -> ParlayError? {
    do {
        _ = try await call()
        return nil
    } catch { return error as? ParlayError }
}
