import Accounts
import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestWorlds
import Testing

/// The two ways to read the columns of an account.
@Suite(.database) struct AccountRowTests {
    private static let rows = Statement(
        "select",
        Account.columns,
        """
          from (values (7::bigint, 'ada', 'Ada', 'Byron', 'Hé "x"', timestamptz '2026-05-20 18:30:00.123+00',
                        timestamptz '2026-05-21 18:00:00+00', 'member', 'active', 'ada@example.org', 'code', 3::bigint,
                        null::bigint),
                       (8, '', '', '', '', 'epoch', 'epoch', 'moderator', 'suspended', 'b@example.org', null, 4, 12345),
                       (9, 'x', null, null, '', 'epoch', 'epoch', 'admin', 'deleted', null, null, 5, null))
            as v (id, username, first_name, last_name, bio, created_at, last_active_at, role, status, email, email_proof,
                  version, photo_version)
        """
    )

    @Test func `an account is the same profile, read directly or as a row`() async throws {
        let world = try await World.make()
        let tenant = world.tenant
        try await TestDatabase.current.onLoop {
            let rows = try await TestDatabase.current.front().read([Self.rows()])[0]
            #expect(rows.count == 3)
            for row in 0..<rows.count {
                let account = try rows.read(row) { columns throws(DatabaseError) in try Account(&columns) }
                for caller in [nil, AccountID(rawValue: 7), AccountID(rawValue: 8), AccountID(rawValue: 10)] {
                    var version: Int64 = 0
                    let profile = try rows.read(row) { columns throws(DatabaseError) in
                        try Account.profile(&columns, for: caller, in: tenant, version: &version)
                    }
                    let isOwn = caller == nil || caller == account.id
                    #expect(profile == account.profile(in: tenant, isOwn: isOwn))
                    #expect("\(version)" == account.tag)
                }
            }
        }
    }
}
