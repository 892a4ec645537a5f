import Accounts
import Components
import Database
import HTTPServer
import Meetups
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import App

/// What is left of a person whose account was deleted, with all features as a front has them.
@Suite(.database) struct ErasureTests {
    private let world: RouteMatrixFixture

    init() async throws { world = try await RouteMatrixFixture() }

    private func send(
        _ method: String,
        _ path: String,
        _ token: String?,
        _ body: String? = nil,
        _ status: Int
    ) async throws -> Answer {
        let answer = try await world.send(
            RouteMatrixFixture.Call(method, "/v1/alpha/\(path)", token: token, body)
        )
        #expect(answer.status == status, "\(method) \(path): \(answer)")
        return answer
    }

    /// Columns of all tables that contain one of the strings, in any case.
    private func places(of strings: [String]) throws -> [String] {
        let tables = try world.owner.query(
            "select relname::text from pg_class where relnamespace = 'parlay'::regnamespace and relkind = 'r' order by 1"
        ).map { try $0.text(0) }
        return try tables.flatMap { table in
            try world.owner.query(
                """
                select '\(table).' || f.key || ': ' || f.value
                  from \(table) t, jsonb_each_text(to_jsonb(t)) f
                 where exists (select from unnest($1::text[]) s where position(s in lower(f.value)) > 0)
                """,
                .texts(strings)
            ).map { try $0.text(0) }
        }
    }

    @Test(arguments: [false, true])
    func `nothing personal remains in any column of any table`(_ isByOperator: Bool) async throws {
        let scenario = try world.scenario()
        let password = RouteMatrixFixture.password
        let registered = try await send(
            "POST",
            "register/",
            nil,
            """
            {"username": "Xanthippe.7", "password": "\(password)", "email": "xan@thippe.example",
             "first_name": "Xanthi", "last_name": "Sokratous", "known_lang": "en", "learn_lang": "zh",
             "bio": "Loves quinces."}
            """,
            201
        )
        let token = try #require(registered["token"]?.text)
        let id = try #require(registered["profile", "id"]?.integer)
        let login = #"{"username": "xanthippe.7", "password": "\#(password)", "device": "Quince phone"}"#
        _ = try await send("POST", "login/", nil, login, 200)
        _ = try await send(
            "PATCH",
            "settings/",
            token,
            #"{"locale": "el-quinces", "time_zone": "Europe/Athens"}"#,
            200
        )
        // Meets someone, is asked for feedback, plans again; matches with another person and leaves.
        let match = try #require(
            try await send("POST", "matches/", token, #"{"a_username": "\#(scenario.free.username)"}"#, 201)[
                "match_id"
            ]?.integer
        )
        let plan =
            #"{"time_1": "\#(Timestamp.now.adding(seconds: 3000))", "location": "Xanthi's quince garden"}"#
        // The place of a plan that the other still counts on is told with its end.
        let nextPlan = #"{"time_1": "\#(Timestamp.now.adding(seconds: 3000))", "location": "The fountain"}"#
        _ = try await send("PUT", "matches/\(match)/", token, plan, 200)
        _ = try await send("PUT", "matches/\(match)/", scenario.free.token, #"{"accept": true}"#, 200)
        let worker = try await world.database.worker()
        let sweep = MeetupSweep(database: worker)
        _ = try await world.database.onLoop { try await sweep.remind(at: .now) }
        try world.owner.execute("update matches set time_1 = now() - interval '1 minute' where id = \(match)")
        _ = try await world.database.onLoop { try await sweep.expire(at: .now) }
        _ = try await send("POST", "matches/\(match)/feedback/", token, #"{"met": true}"#, 201)
        _ = try await send("PUT", "matches/\(match)/", token, plan, 200)
        try world.owner.execute(
            "update matches set time_1 = now() - interval '1 minute', status_code = 3 where id = \(match)"
        )
        _ = try await send("PUT", "matches/\(match)/", token, nextPlan, 200)
        let other = try #require(
            try await send(
                "POST",
                "matches/",
                token,
                #"{"a_username": "\#(scenario.partner.username)"}"#,
                201
            )[
                "match_id"
            ]?.integer
        )
        _ = try await send("PUT", "matches/\(other)/", token, plan, 200)
        _ = try await send("DELETE", "matches/\(other)/", token, nil, 204)
        // Blocks and is blocked, reports, and does an admin's work.
        _ = try await send("POST", "blocks/\(scenario.stranger.id)/", token, nil, 201)
        _ = try await send("POST", "blocks/\(id)/", scenario.blocked.token, nil, 201)
        _ = try await send(
            "POST",
            "reports/",
            token,
            #"{"account_id": \#(scenario.owner.id), "reason": "other", "text": "Rude."}"#,
            201
        )
        _ = try await send(
            "POST",
            "reports/",
            scenario.owner.token,
            #"{"account_id": \#(id), "reason": "other"}"#,
            201
        )
        _ = try await send("PATCH", "admin/accounts/\(id)/", scenario.admin.token, #"{"role": "admin"}"#, 200)
        _ = try await send("POST", "admin/invites/", token, #"{"uses": 3}"#, 201)
        _ = try await send("PATCH", "admin/settings/", token, #"{"token_days": 77}"#, 200)

        let strings = ["xanthi", "thippe", "sokratous", "quince", "athens"]
        let before = try places(of: strings).map { $0.prefix { $0 != ":" } }
        #expect(
            Set(before).isSuperset(of: [
                "accounts.email", "accounts.settings", "notices.text", "tokens.label",
            ])
        )
        #expect(before.filter { $0 == "notices.text" }.count >= 8, "\(before)")

        if isByOperator {
            let queries = AccountService.erasure(
                of: AccountID(rawValue: id),
                in: TenantID(
                    rawValue: try world.owner.query("select id from tenants where slug = 'alpha'")[0].integer(
                        0
                    )
                ),
                at: .now,
                Features.components.deletionSteps
            )
            _ = try await world.database.onLoop { try await worker.write(queries) }
        } else {
            _ = try await send("DELETE", "profiles/me/", token, #"{"password": "\#(password)"}"#, 204)
        }
        let after = try places(of: strings)
        #expect(after == [])
        _ = try await send("GET", "profiles/me/", token, nil, 401)

        // What happened with others is still there, done by a deleted user.
        let reports = try await send("GET", "admin/reports/", scenario.admin.token, nil, 200)
        #expect(
            reports.items.contains {
                $0["by"]?["first_name"]?.text == "deleted user" && $0["text"]?.text == "Rude."
            }
        )
        #expect(reports.items.contains { $0["about"]?["id"]?.integer == id })
        let invites = try await send("GET", "admin/invites/", scenario.admin.token, nil, 200)
        #expect(invites.items.contains { $0["created_by"]?["username"]?.text == "deleted-\(id)" })
        let audit = try await send("GET", "admin/audit/", scenario.admin.token, nil, 200)
        #expect(audit.items.contains { $0["by"]?["username"]?.text == "deleted-\(id)" })
        // Who was to meet the person is told.
        let inbox = try await send("GET", "inbox/", scenario.free.token, nil, 200)
        #expect(inbox.items.contains { $0["kind"]?.text == "meetup_cancelled" }, "\(inbox)")
    }
}
