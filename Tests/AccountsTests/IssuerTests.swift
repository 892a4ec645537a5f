import Accounts
import Administration
import Database
import HTTPServer
import ParlayAPI
import Security
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

/// What tests of signing in with an ID token share.
protocol IssuerTests {
    var issuer: TokenIssuer { get }
}

extension IssuerTests {
    func world(linkByEmail: Bool = false, throttles: ThrottleSettings? = nil) async throws -> World {
        try await World.make(
            settings: .trusting(linkByEmail: linkByEmail),
            throttles: throttles
                ?? ThrottleSettings(
                    failuresPerPair: 1_000,
                    failuresPerAddress: 1_000,
                    registrations: nil,
                    resets: nil
                ),
            connections: DatabasePool.Sizes(readers: 2, writers: 4, transactions: 4),
            issuers: issuer.fetch
        )
    }

    func signIn(
        _ world: World,
        _ subject: String,
        email: (String, isVerified: Bool)? = nil,
        claims: JSONObject = [:]
    ) async throws -> Answer {
        try await world.send("POST", "login/oidc/", try issuer.body(subject, email: email, claims: claims))
    }

    /// The body of a registration with a ticket.
    func registration(_ name: String, _ ticket: JSONValue?, email: String? = nil) -> JSONObject {
        var body = JSONObject()
        for member in World.registration(name).members where !["password", "email"].contains(member.key) {
            body.add(member.key, member.value)
        }
        body.add("registration_ticket", ticket ?? .null)
        if let email { body.add("email", .string(email)) }
        return body
    }

    func register(_ world: World, _ subject: String, as name: String, email: String? = nil)
        async throws
        -> Answer
    {
        let email = email ?? "\(name)@example.org"
        let refused = try await signIn(world, subject, email: (email, isVerified: true))
        return try await world.send("POST", "register/", registration(name, refused["registration_ticket"]))
    }

    func verify(_ world: World, _ name: String, by proof: String) throws {
        try world.database.owner.execute(
            "update accounts set email_proof = '\(proof)' where username = '\(name)'"
        )
    }
}
