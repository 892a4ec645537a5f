import Database
import ParlayAPI
import Security
import Tenancy
import TestDatabases
import TestWorlds

@testable import App

extension RouteCase {
    static let push: [RouteCase] = [
        RouteCase(
            "v1 POST push",
            201,
            path: { _ in "push" },
            body: { caller, _ in caller.push.subscription }
        ),
        RouteCase(
            "v1 DELETE push/{id:id}",
            204,
            stranger: .refused(404),
            elsewhere: .path(404),
            path: { "push/\($0.push.id)" }
        ),
    ]
}

extension RouteMatrixFixture {
    /// A device of the owner that gets push messages, with what subscribes another.
    struct Push: Sendable {
        let id: Int64
        let subscription: String
    }

    func push(of owner: Int64, label: String, in tenant: TenantID) throws -> Push {
        let browser = try PushBrowser()
        let endpoint = "https://push.example.net/\(sha256(label).hex)"
        let rows = try self.owner.query(
            """
            insert into push_devices
                (tenant_id, account_id, token_id, endpoint, digest, public_key, secret, label, created_at)
            select $1, t.account_id, t.id, $3, sha256(convert_to($3, 'UTF8')), $4, $5, $6, now()
              from tokens t
             where t.tenant_id = $1 and t.account_id = $2
             order by t.id
             limit 1
            returning id
            """,
            .id(tenant),
            .integer(owner),
            .text(endpoint),
            .bytes([UInt8](repeating: 4, count: 65)),
            .bytes([UInt8](repeating: 4, count: 16)),
            .text(label)
        )
        let body = browser.subscription(endpoint + "/next")
        return Push(
            id: try rows[0].integer(0),
            subscription: String(decoding: body.jsonBytes(), as: UTF8.self)
        )
    }
}
