import Database
import ParlayAPI
import TestDatabases
import TestSupport
import TestWorlds
import Testing

/// The audit log from one time to another, and what else admins look up about a person.
@Suite(.database) struct AuditTimesTests {
    @Test func `entries are found from one time to another`() async throws {
        let world = try await World.make()
        let ada = try await world.person("ada")
        try world.promote(ada, .admin)
        let owner = try TestDatabase.current.connect(as: .superuser)
        try owner.execute(
            """
            set search_path = parlay;
            insert into audit (tenant_id, action, created_at)
            select t.id, 'invite.create', timestamptz '2020-05-01 12:00Z' + n * interval '1 day'
              from tenants t, generate_series(0, 4) n where t.slug = 'demo'
            """
        )
        func days(_ query: String) async throws -> [String?] {
            let page = try await world.send(
                "GET",
                "admin/audit/?action=invite.create&\(query)",
                token: ada.token
            )
            #expect(page.status == 200, "\(page)")
            return page.items.map { $0["created_at"]?.text.map { String($0.prefix(10)) } }
        }
        #expect(try await days("from=2020-05-04T00:00:00Z") == ["2020-05-05", "2020-05-04"])
        #expect(try await days("until=2020-05-02T12:00:00Z") == ["2020-05-01"])
        #expect(
            try await days("from=2020-05-02T12:00:00Z&until=2020-05-03T12:00:01Z")
                == ["2020-05-03", "2020-05-02"]
        )
        #expect(try await days("from=2020-06-01T00:00:00Z") == [])
        let bad = try await world.send("GET", "admin/audit/?from=yesterday", token: ada.token)
        #expect(bad.status == 400 || bad.status == 422)
    }

    @Test func `an admin sees the devices of a person and the reports about them`() async throws {
        let world = try await World.make()
        let (ada, bob) = (try await world.person("ada"), try await world.person("bob"))
        try world.promote(ada, .admin)
        let devices = try await world.send("GET", "admin/accounts/\(bob.id)/tokens/", token: ada.token)
        #expect(devices.status == 200 && devices.items.count == 1, "\(devices)")
        #expect(devices.items[0]["current"] == false && devices.items[0]["token"] == nil)
        #expect(try await world.send("GET", "admin/accounts/9999/tokens/", token: ada.token).status == 404)
        #expect(
            try await world.send("GET", "admin/accounts/\(ada.id)/tokens/", token: bob.token).status == 403
        )

        _ = try await world.send(
            "POST",
            "reports/",
            token: ada.token,
            ["account_id": .integer(bob.id), "reason": "spam", "text": "Look."]
        )
        let about = try await world.send("GET", "admin/reports/?person=\(bob.id)", token: ada.token)
        #expect(about.items.map { $0["reason"]?.text } == ["spam"])
        #expect(try await world.send("GET", "admin/reports/?person=\(ada.id)", token: ada.token).items == [])
    }
}
