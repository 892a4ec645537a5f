import Database
import HTTPServer
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Administration
@testable import Tenancy

/// What can happen to a caller while a call is under way.
enum CallerChange: String, CaseIterable, Sendable {
    case demoted, suspended, loggedOut, revoked, expired, deleted, tenantSuspended

    func apply(to person: SignedInPerson, in world: World) async throws {
        let owner = try world.database.owner
        let admin = AccountAdmin(owner, tenant: world.tenant)
        switch self {
        case .demoted: try world.promote(person, .member)
        case .suspended: _ = try admin.setSuspended(true, try admin.account(person.username))
        case .loggedOut: try await Self.expect(204, world.send("POST", "logout/", token: person.token))
        case .revoked:
            let account = try admin.account(person.username)
            for (token, _) in try admin.tokens(of: account, limit: 10) {
                try admin.revoke(TokenID(rawValue: token.id))
            }
        case .expired:
            try owner.execute(
                "update tokens set expires_at = now() - interval '1 second' where account_id = \(person.id)"
            )
        case .deleted:
            let body: JSONObject = ["password": .string(World.password)]
            try await Self.expect(204, world.send("POST", "profiles/me/delete/", token: person.token, body))
        case .tenantSuspended:
            _ = try TenantAdmin(owner).setActive(false, "demo")
            try await world.refreshTenants()
        }
    }

    /// Uses the token once. The first use prolongs it, beside the call.
    static func use(_ person: SignedInPerson, in world: World) async throws {
        try await expect(200, world.send("GET", "profiles/me/", token: person.token))
        let database = world.database
        try await database.onLoop {
            let owner = try database.owner
            try await eventually("the use of the token to be written") {
                try owner.query(
                    "select from tokens where account_id = $1 and last_used_at is null",
                    .integer(person.id)
                ).isEmpty
            }
        }
    }

    private static func expect(_ status: Int, _ answer: Answer) throws {
        try #require(answer.status == status, "\(answer)")
    }

    /// What the call answers then.
    var status: Int {
        switch self {
        case .demoted: 403
        case .tenantSuspended: 404
        default: 401
        }
    }
}
