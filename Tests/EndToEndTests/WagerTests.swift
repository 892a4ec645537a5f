import App
import Cluster
import Database
import Glibc
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

/// Wagers where there are several processes, and where they die.
@Suite(.database) struct WagerTests {
    private func people(_ site: Site, _ names: [String]) async throws -> [Site.Person] {
        var people: [Site.Person] = []
        for name in names { people.append(try await site.register(name)) }
        return people
    }

    /// A tenant with the module.
    private func open(_ site: Site) async throws {
        try await site.makeTenant()
        try await site.parlay("admin tenant set wordup modules=meetups,wagers")
        try await eventually("the module") {
            try await site.session().send("GET", "wagers/1/").status == 401
        }
    }

    @Test func `of a hundred takers on two fronts exactly one succeeds`() async throws {
        try await Site.with { site in
            let first = try await site.serve()
            let port = try Parlay.freePort()
            let second = try site.start("serve", with: ["PARLAY_PORT": String(port)])
            try await open(site)
            try await eventually("the second front") {
                let answer = try? await HTTPSession(port: port).send("GET", "/v1/wordup/wagers/1/")
                return answer?.status == 401
            }
            let ada = try await site.register("ada")
            let takers = try await people(site, (0..<10).map { "taker\($0)" })
            let draft = #"{"name": "Chess", "amount_cents": 500, "category": "Other"}"#
            let posed = try await ada.session.send("POST", "wagers/", draft)
            let id = try #require(posed["id"]?.integer, "\(posed)")
            let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
                for number in 0..<100 {
                    let session = HTTPSession(
                        port: number.isMultiple(of: 2) ? site.port : port,
                        base: "/v1/wordup/",
                        token: takers[number % takers.count].token
                    )
                    group.addTask { try await session.send("POST", "wagers/\(id)/take/") }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.filter { $0.status == 200 }.count == 1)
            #expect(answers.filter { $0.status == 409 && $0.code == "wager_already_taken" }.count == 99)
            let inbox = try await ada.session.send("GET", "inbox/")
            #expect(inbox.items.map { $0["kind"]?.text } == ["wager_taken"])
            #expect(first.isRunning && second.isRunning)
        }
    }

    // MARK: Reminders

    /// A zone in which it is about noon now.
    private static var noonZone: String {
        let hour = Int(Timestamp.now.civil.hour)
        // The sign of these names is turned round.
        let offset = hour - 12
        return offset == 0 ? "UTC" : "Etc/GMT\(offset > 0 ? "+" : "")\(offset)"
    }

    /// A wager that the second has lost to the first, due for its next reminder.
    private static func owe(_ owner: BlockingConnection, _ winner: Site.Person, _ loser: Site.Person) throws
        -> Int64
    {
        let id = try owner.query(
            """
            insert into wagers (tenant_id, challenger_id, name, amount_cents, category)
            select tenant_id, id, 'Chess & more', 1234, 'Other' from accounts where id = $1
            returning id
            """,
            .integer(winner.id)
        )[0].integer(0)
        try owner.execute(
            "update wagers set status = 'active', taken_at = now(), challengee_id = \(loser.id) where id = \(id)"
        )
        try owner.execute(
            """
            update wagers
               set status = 'completed', winner = 'challenger', completed_at = now() - interval '1 day',
                   reminders_since = now() - interval '1 day', remind_at = now()
             where id = \(id)
            """
        )
        return id
    }

    private func count(_ owner: BlockingConnection, of id: Int64) throws -> Int64 {
        try owner.query(
            "select count(*) from notices where kind = 'payment_reminder' and subject_id = $1",
            .integer(id)
        )[0].integer(0)
    }

    /// Statements of the worker wait for this lock in the trigger.
    private static let lock: Int64 = 4711

    private func block(_ table: String, _ event: String, when condition: String, _ watch: BlockingConnection)
        throws
    {
        try watch.execute(
            """
            create or replace function parlay.linger() returns trigger language plpgsql security definer as
                $$ begin perform pg_advisory_xact_lock(\(Self.lock)); return null; end $$;
            create trigger linger after \(event) on parlay.\(table) for each row when (\(condition))
                execute function parlay.linger();
            select pg_advisory_lock(\(Self.lock))
            """
        )
    }

    /// Waits for the worker to hang at the lock, kills it, and undoes what it was about to write, as a server does that
    /// notices first.
    private func kill(_ worker: ParlayProcess, at table: String, _ watch: BlockingConnection) async throws {
        let hanging = "datname = current_database() and wait_event = 'advisory'"
        try await eventually("the worker's write") {
            try watch.query("select exists (select from pg_stat_activity where \(hanging))")[0].boolean(0)
        }
        try await worker.kill()
        try watch.execute("select pg_terminate_backend(pid) from pg_stat_activity where \(hanging)")
        try watch.execute("drop trigger linger on parlay.\(table); select pg_advisory_unlock(\(Self.lock))")
    }

    @Test func `a worker killed at each step of a reminder reminds once`() async throws {
        let server = try await MailServer()
        let settings = [
            "PARLAY_SMTP_URL": server.url, "PARLAY_SMTP_TLS": "opportunistic",
            "PARLAY_MAIL_FROM": "noreply@play.example",
            "PARLAY_PUBLIC_URL": "https://play.example",
        ]
        try await Site.with { site in
            _ = try await site.serve()
            try await open(site)
            let (ada, ben) = (try await site.register("ada"), try await site.register("ben"))
            let zone = #"{"time_zone": "\#(Self.noonZone)"}"#
            #expect(try await ben.session.send("PATCH", "settings/", zone).status == 200)
            let venmo = #"{"venmo_username": "ada-arendt"}"#
            #expect(try await ada.session.send("PATCH", "profiles/me/", venmo).status == 200)
            let owner = try TestDatabase.current.owner
            let watch = try TestDatabase.current.connect(as: .superuser)
            func mails() throws -> [MailServer.Message] {
                try server.messages.filter { $0.header("Subject") == "Time to pay" }
            }

            // While the reminder is being written.
            var worker = try await site.work(with: settings)
            let first = try Self.owe(owner, ada, ben)
            try block("notices", "insert", when: "new.kind = 'payment_reminder'", watch)
            try await site.parlay("admin jobs run remind_payments")
            try await kill(worker, at: "notices", watch)
            #expect(try count(owner, of: first) == 0)
            // Between its commit and the mail; the mail is left with the notice.
            worker = try await site.work(with: settings)
            try await eventually("the reminder") { try count(owner, of: first) == 1 }
            try await worker.kill()
            worker = try await site.work(with: settings)
            try await eventually("the mail") { try mails().count >= 1 }
            #expect(try mails()[0].to == "ben@example.org")
            // Quoted-printable, the plain part and the HTML.
            let source = try mails()[0].source.replacing("=\r\n", with: "")
            #expect(
                source.contains(
                    "https://venmo.com/ada-arendt?txn=3Dpay&amount=3D12.34&note=3DChess%20%26%20more"
                )
            )
            #expect(source.contains(#"<a href=3D"https://venmo.com/ada-arendt?txn=3Dpay&amp;amount=3D12.34"#))
            try await eventually("the end of the mail's job") {
                try owner.query("select not exists (select from jobs where kind = 'send_mail')")[0].boolean(0)
            }
            let before = try mails().count

            // Between the mail server's word and the record of it: the one duplicate, under the same Message-ID.
            let second = try Self.owe(owner, ada, ben)
            try block("jobs", "delete", when: "old.kind = 'send_mail'", watch)
            try await site.parlay("admin jobs run remind_payments")
            try await kill(worker, at: "jobs", watch)
            #expect(try mails().count == before + 1)
            worker = try await site.work(with: settings)
            try await eventually("the mail again") { try mails().count >= before + 2 }
            try await eventually("the end of the mail's job") {
                try owner.query("select not exists (select from jobs where kind = 'send_mail')")[0].boolean(0)
            }
            let last = try mails().suffix(2).compactMap { $0.header("Message-ID") }
            #expect(last.count == 2 && Set(last).count == 1)

            for _ in 0..<2 {
                try await site.parlay("admin jobs run remind_payments")
                try await eventually("a run") {
                    try owner.query("select not exists (select from jobs where kind = 'remind_payments')")[0]
                        .boolean(0)
                }
            }
            #expect(try count(owner, of: first) == 1)
            #expect(try count(owner, of: second) == 1)
            #expect(try mails().count == before + 2)
            #expect(try await worker.stop() == .code(0))
        }
    }

    @Test func `operators list, show and void wagers, and remind of payments`() async throws {
        try await Site.with { site in
            _ = try await site.serve()
            try await open(site)
            let (ada, ben) = (try await site.register("ada"), try await site.register("ben"))
            #expect(
                try await ben.session.send("PATCH", "settings/", #"{"time_zone": "\#(Self.noonZone)"}"#)
                    .status
                    == 200
            )
            let owner = try TestDatabase.current.owner
            let due = try Self.owe(owner, ada, ben)
            let draft = #"{"name": "Darts", "amount_cents": 500, "category": "Other"}"#
            let open = try #require(try await ada.session.send("POST", "wagers/", draft)["id"]?.integer)
            let rows = try await site.list("admin wagers list --tenant wordup")
            #expect(rows.map { $0["id"]?.integer } == [open, due])
            #expect(
                rows[1]["status"]?.text == "completed" && rows[1]["challengee"]?["username"]?.text == "ben"
            )
            // The same shape as the API's, and more.
            let wager = try await ada.session.send("GET", "wagers/\(due)/")
            for member in try JSONParser.parseObject(wager.body).members {
                #expect(rows[1][member.key] != nil, "\(member.key)")
            }
            #expect(rows[1]["next_reminder_at"] != nil)
            #expect(
                try await site.parlay("admin wagers list --tenant wordup --status open").contains("Darts")
            )
            #expect(
                try await site.parlay("admin wagers list --tenant wordup --status disputed").contains(
                    "No wagers found."
                )
            )
            #expect(
                try await site.run("admin", "wagers", "list", "--tenant", "wordup", "--status", "x").code == 2
            )
            #expect(
                try await site.parlay("admin wagers show \(due) --tenant wordup").contains("Chess & more")
            )
            #expect(try await site.run("admin", "wagers", "show", "99999", "--tenant", "wordup").code == 1)

            let dry = try await site.parlay("admin payments remind --dry-run --json")
            #expect(dry == "{\"due\":1,\"waiting\":0}\n")
            #expect(try count(owner, of: due) == 0)
            let words = "admin payments remind --tenant wordup --json"
            #expect(try await site.parlay(words) == "{\"sent\":1,\"waiting\":0}\n")
            #expect(try await site.parlay(words) == "{\"sent\":0,\"waiting\":0}\n")
            #expect(try count(owner, of: due) == 1)

            let void = ["admin", "wagers", "void", "\(due)", "--tenant", "wordup"]
            #expect(try await site.run(void).code == 2, "not without --yes")
            let done = try await site.run(void + ["--yes", "--json"])
            #expect(done.code == 0 && done.output.contains(#""status":"cancelled""#), "\(done)")
            let again = try await site.run(void + ["--yes"])
            #expect(again.code == 1 && again.errors.contains("cancelled"), "\(again)")
            let inbox = try await ben.session.send("GET", "inbox/")
            #expect(inbox.items.first?["kind"]?.text == "wager_cancelled")
            #expect(
                try await site.parlay("admin wagers void \(open) --tenant wordup --yes").contains(
                    "voided wager \(open)"
                )
            )
            try await site.parlay("admin account promote ada admin --tenant wordup")
            let audit = try await ada.session.send("GET", "admin/audit/")
            #expect(audit.items.filter { $0["action"]?.text == "wager.void" && $0["by"] == .null }.count == 2)
        }
    }
}
