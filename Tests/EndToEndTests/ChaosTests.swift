import App
import Cluster
import Database
import Foundation
import Glibc
import ParlayAPI
import TestDatabases
import TestSupport
import Testing

/// Processes killed outright in the middle of their work.
@Suite(.database) struct ChaosTests {
    @Test(.withoutProxy) func `a front killed under load loses nothing that it acknowledged`() async throws {
        try await Site.with { site in
            var front = try await site.serve()
            try await site.makeTenant()
            let load = try Load(port: site.port)
            for _ in 0..<3 {
                try await load.acknowledge(60)
                try await front.kill()
                front = try await site.serve()
            }
            try await load.acknowledge(60)
            try await load.stop()
            #expect(load.record.faults == [])
            #expect(load.record.broken > 0)
            try expectAcknowledged(load.record, in: try TestDatabase.current.owner)
            try await site.expectNoOpenRequest(front)
        }
    }

    @Test func `a worker killed in the middle of thousands of meetups does each once`() async throws {
        try await Site.with { site in
            try await site.makeTenant()
            let owner = try TestDatabase.current.owner
            let watch = try TestDatabase.current.connect(as: .superuser)
            try owner.execute(Self.meetups)
            var worker = try await site.work()
            var kills = 0
            // Once in the sweep's first batch, once in a later one, once among the reminders.
            for text in ["due as materialized", "due as materialized", "meetup_reminder"] {
                try await site.parlay(
                    "admin jobs run \(text.contains("due") ? "expire_meetups" : "remind_meetups")"
                )
                let busy = try await isRunning(text, watch, owner)
                try await worker.kill()
                if busy { kills += 1 }
                worker = try await site.work()
            }
            #expect(kills > 0)
            for _ in 0..<2 {
                // The leases of the killed workers expire, and the schedules keep enqueueing.
                try await eventually("the end of the work") {
                    try owner.query(
                        """
                        select not exists (select from matches where time_1 <= now())
                           and (select count(*) from notices where kind = 'meetup_reminder') >= 2 * 4000
                           and not exists (select from jobs where kind in ('expire_meetups', 'remind_meetups'))
                        """
                    )[0].boolean(0)
                }
                let row = try owner.query(Self.counts)[0]
                // Matches are reset exactly once, with meetups, feedback notices and reminders.
                #expect(try (0..<6).map { try row.integer($0) } == [12_000, 2, 12_000, 24_000, 8_000, 4_000])
                try await site.parlay("admin jobs run expire_meetups")
                try await site.parlay("admin jobs run remind_meetups")
            }
            #expect(try await worker.stop() == .code(0))
        }
    }

    /// Sees the worker run a statement that holds `text`. False when it was done before anybody saw it.
    private func isRunning(_ text: String, _ watch: BlockingConnection, _ owner: BlockingConnection)
        async throws
        -> Bool
    {
        var isSeen = false
        try await eventually("the worker's statement") {
            isSeen = try watch.query(
                """
                select exists (select from pg_stat_activity
                                where datname = current_database() and state = 'active'
                                  and application_name like 'parlay-worker%' and query like '%' || $1 || '%')
                """,
                .text(text)
            )[0].boolean(0)
            if isSeen { return true }
            let kind = text.contains("due") ? "expire_meetups" : "remind_meetups"
            return try owner.query("select not exists (select from jobs where kind = $1)", .text(kind))[0]
                .boolean(0)
        }
        return isSeen
    }

    /// 12,000 meetups that are over and 4,000 that begin within the hour, of 400 people.
    private static let meetups = """
        insert into accounts (tenant_id, username, first_name, known_lang, learn_lang)
        select tenants.id, 'p' || lpad(n::text, 3, '0'), 'P', case when n < 200 then 'en' else 'es' end,
               case when n < 200 then 'es' else 'en' end
          from tenants, generate_series(0, 399) as n;
        insert into matches (tenant_id, user_id1, user_id2, status_code, time_1, location, plans)
        select a.tenant_id, a.id, b.id, 3,
               case when n <= 12000 then now() - n * interval '1 millisecond' else now() + interval '50 minutes' end,
               'Park', 1
          from (select a.tenant_id, a.id, b.id as other, row_number() over (order by a.id, b.id) as n
                  from accounts a join accounts b on b.tenant_id = a.tenant_id
                 where a.known_lang = 'en' and b.known_lang = 'es') as pair
          join accounts a on a.tenant_id = pair.tenant_id and a.id = pair.id
          join accounts b on b.tenant_id = pair.tenant_id and b.id = pair.other
         where n <= 16000;
        analyze accounts;
        analyze matches;
        """

    private static let counts = """
        select (select count(*) from matches where status_code = 0 and time_1 is null),
               (select max(version) from matches),
               (select count(*) from meetups),
               (select count(distinct (account_id, unique_key)) from notices where kind = 'meetup_feedback'),
               (select count(*) from notices where kind = 'meetup_reminder'),
               (select count(*) from matches where status_code = 3)
        """
}

/// Everything that was acknowledged is there; there may be more, because the load continues.
func expectAcknowledged(_ record: Load.Record, in database: BlockingConnection) throws {
    let names = Set(try database.query("select username from accounts").map { try $0.text(0) })
    #expect(record.accounts.subtracting(names).isEmpty)
    let rows = try database.query("select id, location from matches")
    let matches = Dictionary(uniqueKeysWithValues: try rows.map { (try $0.integer(0), $0.optionalText(1)) })
    #expect(record.matches.subtracting(matches.keys).isEmpty)
    for (match, place) in record.plans {
        let found = matches[match]
        #expect(found == place || found == "second", "match \(match)")
    }
    #expect(record.acknowledged > 0)
}
