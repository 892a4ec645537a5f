import Components
import Database
import ParlayAPI
import Tenancy
import TestDatabases
import Testing

@testable import Demos
@testable import Meetups

@Suite(.database) struct MeetupSchemaTests {
    @Test func `every statement prepares against the migrated schema`() throws {
        let connection = try TestDatabase.current.owner
        for (index, statement) in Component.meetups.allStatements.enumerated() {
            #expect(throws: Never.self, "\(statement.sql)") {
                try connection.execute("prepare checked\(index) as \(statement.sql)")
            }
        }
    }

    @Test func `a match cannot be what it must not be`() async throws {
        let world = try await MeetupWorld()
        let ada = try world.join("ada")
        let chen = try world.join("chen", "zh", "en")
        let far = try world.join("far", tenant: "other")
        let insert = """
            insert into matches (tenant_id, user_id1, user_id2, status_code, time_1, location)
            select tenant_id, id, $2, $3, $4, $5 from accounts where id = $1
            """
        func broken(
            _ one: MeetupWorld.Person,
            _ other: MeetupWorld.Person,
            _ status: Int,
            _ time: Parameter,
            _ location: Parameter
        ) -> String? {
            do {
                _ = try world.owner.query(
                    insert,
                    .integer(one.id),
                    .integer(other.id),
                    .integer(status),
                    time,
                    location
                )
                return nil
            } catch {
                return (error as? DatabaseError)?.constraint
            }
        }
        #expect(broken(ada, ada, 0, nil, nil) == "matches_oneself_check")
        #expect(broken(ada, chen, 4, "2030-01-01 00:00Z", "x") == "matches_status_code_check")
        #expect(broken(ada, chen, 0, "2030-01-01 00:00Z", "x") == "matches_plan_check")
        #expect(broken(ada, chen, 1, nil, nil) == "matches_plan_check")
        #expect(broken(ada, chen, 3, "2030-01-01 00:00Z", nil) == "matches_plan_check")
        #expect(broken(ada, chen, 1, "2030-01-01 00:00Z", "") == "matches_location_check")
        #expect(broken(ada, far, 0, nil, nil) == "matches_user2_fkey")
        #expect(broken(ada, chen, 0, nil, nil) == nil)
        #expect(broken(chen, ada, 0, nil, nil) == "matches_pair_key")
    }

    @Test func `deleting an account ends its matches and tells who was to meet it`() async throws {
        let world = try await MeetupWorld()
        let (ada, chen, match) = try await world.pair()
        let mei = try world.join("mei", "zh", "en")
        _ = try await world.post("matches/", as: ada, #"{"a_username":"mei"}"#)
        _ = try await world.put("matches/\(match)/", as: chen, MeetupWorld.plan())
        let tenant = try TenantID(
            rawValue: Int64(world.number("select id from tenants where slug = 'wordup'"))
        )
        let query = Component.meetups.deletionSteps[0](.id(tenant), .integer(ada.id))
        let worker = try await world.database.worker()
        _ = try await world.database.onLoop { try await worker.write([query]) }
        #expect(try world.number("select count(*) from matches") == 0)
        #expect(try world.notices(of: chen) == ["match_made", "meetup_cancelled"])
        #expect(try world.notices(of: mei) == ["match_made"])
    }

    @Test func `a block ends the match of the two and no other`() async throws {
        let world = try await MeetupWorld()
        let (ada, chen, _) = try await world.pair()
        _ = try world.join("mei", "zh", "en")
        _ = try await world.post("matches/", as: ada, #"{"a_username":"mei"}"#)
        let tenant = try TenantID(
            rawValue: Int64(world.number("select id from tenants where slug = 'wordup'"))
        )
        let query = Component.meetups.blockingSteps[0](.id(tenant), .integer(chen.id), .integer(ada.id))
        let worker = try await world.database.worker()
        _ = try await world.database.onLoop { try await worker.write([query]) }
        #expect(try await world.get("matches/", as: ada)["items.0.profile.username"] == "mei")
        #expect(try world.number("select count(*) from matches") == 1)
    }

    @Test func `the demo loads once, whatever it finds`() async throws {
        let world = try await MeetupWorld()
        let worker = try await world.database.worker()
        let tenant = try TenantID(
            rawValue: Int64(world.number("select id from tenants where slug = 'wordup'"))
        )
        for _ in 0..<2 {
            let queries = WordUpDemo.queries(tenant: tenant, passwordHash: "hash", now: .now)
            _ = try await world.database.onLoop { try await worker.write(queries) }
            #expect(try world.number("select count(*) from accounts") == WordUpDemo.peopleCount)
            #expect(try world.number("select count(distinct known_lang) from accounts") == 184)
            #expect(try world.number("select count(*) from accounts where password_hash is not null") == 6)
            #expect(try world.number("select count(*) from matches") == 327)
            #expect(try world.number("select count(*) from meetups") == 1)
        }
        #expect(try world.number("select count(distinct status_code) from matches") == 4)
        let crossed = """
            select count(*) from matches m
              join accounts a on a.id = m.user_id1
              join accounts b on b.id = m.user_id2
             where a.known_lang <> b.learn_lang or a.learn_lang <> b.known_lang
            """
        #expect(try world.number(crossed) == 0)
        for name in WordUpDemo.namedUsernames {
            let partners = """
                select count(*) from accounts me
                  join accounts p on p.known_lang = me.learn_lang and p.learn_lang = me.known_lang
                 where me.username = '\(name)'
                """
            #expect(try world.number(partners) > 20)
        }
    }
}
