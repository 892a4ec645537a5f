import Database
import ParlayAPI
import Security
import Tenancy
import TestDatabases
import TestWorlds

@testable import Accounts
@testable import App

extension RouteCase {
    static let passkeys: [RouteCase] = [
        RouteCase(
            "v1 POST passkeys/options",
            200,
            path: { _ in "passkeys/options" },
            body: { _, _ in #"{"purpose": "create"}"# }
        ),
        RouteCase(
            "v1 POST passkeys",
            201,
            path: { _ in "passkeys" },
            body: { caller, _ in
                #"{"credential": \#(caller.passkey.registration), "current": "\#(RouteMatrixFixture.password)"}"#
            }
        ),
        RouteCase(
            "v1 PATCH passkeys/{id:id}",
            200,
            stranger: .refused(404),
            elsewhere: .path(404),
            path: { "passkeys/\($0.passkey.id)" },
            body: { _, _ in #"{"label": "Key"}"# }
        ),
        RouteCase(
            "v1 DELETE passkeys/{id:id}",
            204,
            stranger: .refused(404),
            elsewhere: .path(404),
            path: { "passkeys/\($0.passkey.id)" }
        ),
        RouteCase(
            "v1 POST login/passkey",
            200,
            path: { _ in "login/passkey" },
            body: { caller, _ in #"{"credential": \#(caller.passkey.assertion)}"# }
        ),
    ]
}

extension RouteMatrixFixture {
    /// A passkey of the owner, with what makes another and what signs in with this one.
    struct Passkey: Sendable {
        let id: Int64
        let registration: String
        let assertion: String
    }

    func passkey(of owner: Int64, label: String, in tenant: TenantID) throws -> Passkey {
        func options(_ purpose: PasskeyChallenge.Purpose) throws -> JSONValue {
            let challenge = PasskeyChallenge(purpose, at: .now)
            let sealed = try challenge.sealed(for: tenant, SoftwareKey.host, signer: signer)
            return ["challenge": .string(Base64URL.encode(sealed))]
        }
        func text(_ value: JSONValue) -> String { String(decoding: value.jsonBytes(), as: UTF8.self) }
        let (key, next) = (try SoftwareKey(), try SoftwareKey())
        let handle = try SecureRandom.bytes(count: PasskeyChallenge.handleCount)
        let create = try options(.create(AccountID(rawValue: owner), handle: handle))
        let made = try PasskeyRegistration(key.registration(create)).verify(SoftwareKey.host) { _ in true }
        let rows = try self.owner.query(
            """
            insert into passkeys (
                tenant_id, account_id, credential_id, user_handle, relying_party, algorithm, public_key, counter,
                can_be_backed_up, is_backed_up, transports, label, created_at
            )
            values ($1, $2, $3, $4, 'localhost', -7, $5, 0, false, false, '{internal}', $6, now())
            returning id
            """,
            .id(tenant),
            .integer(owner),
            .bytes(made.id),
            .bytes(handle),
            .bytes(made.key.bytes),
            .text(label)
        )
        let signIn = try options(.signIn(only: .anybody))
        return Passkey(
            id: try rows[0].integer(0),
            registration: text(try next.registration(create)),
            assertion: text(try key.assertion(signIn, handle: Base64URL.encode(handle)))
        )
    }
}
