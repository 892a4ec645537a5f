import App
import Cluster
import Console
import Database
import Foundation
import Glibc
import ParlayAPI
import Security
import TestDatabases
import TestSupport
import Testing

/// `parlay up`: everything in one command, and what becomes of it when parts are killed.
@Suite(.serialized) struct UpTests {
    @Test(.withoutProxy) func `the first start is ready with the demo, and a stop leaves nothing behind`()
        async throws
    {
        try await Site.with(hasDatabase: false) { site in
            let up = try await site.up(with: ["PARLAY_WORKER_ADDR": ""])
            try await expectBlock(of: up, at: site)
            let login = #"{"username":"ada","password":"correct horse battery"}"#
            let ada = try await site.session().send("POST", "login/", login)
            #expect(ada.status == 200, "\(ada)")
            #expect(ada["profile", "role"]?.text == "admin")
            #expect(up.output.contains("chen"))
            // Commands find the private database by PARLAY_DATA.
            #expect(try await site.parlay("admin tenant list").contains("wordup"))
            let second = try await site.run("up", with: ["PARLAY_PORT": String(try Parlay.freePort())])
            #expect(second.code == 1, "\(second)")
            #expect(second.errors.contains("PARLAY_DATA"))

            try await expectMovement(of: up, at: site)
            let children = ProcessTable.descendants(of: up.pid)
            #expect(children.count >= 7)
            #expect(try await up.stop() == .code(0), "\(up.errors)")
            #expect(Set(ProcessTable.entries).isDisjoint(with: children))
            #expect(try await site.readiness() == nil)
        }
    }

    /// Prices move in the demo, by a process of its own that comes back, and stays quiet.
    private func expectMovement(of up: ParlayProcess, at site: Site) async throws {
        let words = "admin odds simulate --tenant betbull --rate 2 --events 60 --quiet"
        let database = try database(site)
        let prices = "select md5(string_agg(price::text, ' ' order by id)) from outcomes"
        for _ in 0..<2 {
            try await eventually("the simulation") { ProcessTable.child(words, of: up.pid) != nil }
            let before = try database.query(prices)[0].text(0)
            try await eventually("a price that moves") { try database.query(prices)[0].text(0) != before }
            let simulation = try #require(ProcessTable.child(words, of: up.pid))
            #expect(Glibc.kill(simulation, SIGKILL) == 0)
            try await eventually("its end") { ProcessTable.child(words, of: up.pid) != simulation }
        }
        #expect(!up.output.contains("played"), "\(up.output)")
    }

    /// The output ends with the next steps, and a call that works as printed.
    private func expectBlock(of up: ParlayProcess, at site: Site) async throws {
        let base = "http://127.0.0.1:\(site.port)"
        let lines = up.output.split(separator: "\n").map(String.init)
        #expect(lines.first == "Parlay is running.", "\(up.output)")
        #expect(lines.last == "ready \(base)")
        for line in lines where !line.hasPrefix("  curl ") { #expect(line.count <= 80, "\(line)") }
        for row in [
            "API         \(base)/v1/TENANT/", "Reference   \(base)/docs", "Password    correct horse",
        ] {
            #expect(up.output.contains("  \(row)"), "\(up.output)")
        }
        let worker = "127.0.0.1:\(site.port + 1)"
        #expect(up.output.contains("Worker      http://\(worker)/metrics"), "\(up.errors)")
        #expect(up.output.contains("Console     http://127.0.0.1:\(site.port + 2)/enter/"), "\(up.errors)")
        #expect(try await HTTPSession(port: site.port + 1).send("GET", "/healthz").status == 200)
        let call = try #require(lines.first { $0.hasPrefix("  curl ") })
        let output = try await blocking {
            let shell = Process()
            let pipe = Pipe()
            shell.executableURL = URL(filePath: "/bin/sh")
            shell.arguments = ["-c", call]
            shell.standardOutput = pipe
            try shell.run()
            return Array(pipe.fileHandleForReading.readDataToEndOfFile())
        }
        let answer = try JSONParser.parse(output)
        #expect(answer["token"]?.text != nil, "\(answer)")
    }

    @Test(.withoutProxy) func `whatever is killed comes back, and nothing acknowledged is lost`() async throws
    {
        try await Site.with(hasDatabase: false) { site in
            var up = try await site.up("--no-demo")
            #expect(!ProcessTable.descendants(of: up.pid).contains { $0.command.contains("simulate") })
            try await site.makeTenant()
            let load = try Load(port: site.port)
            try await load.acknowledge(60)

            try await killDatabase(site, up, load)
            try await killFront(site, up, load)
            try await killWorker(site, up)

            // The whole: its processes end although nobody tells them to.
            let family = ProcessTable.descendants(of: up.pid)
            try await up.kill()
            try await eventually("the end of the orphans") {
                Set(ProcessTable.entries).isDisjoint(with: family)
            }
            up = try await site.up("--no-demo")
            try await load.acknowledge(20)
            try await load.stop()
            #expect(load.record.faults == [])
            try expectAcknowledged(load.record, in: try database(site))
            #expect(try await up.stop() == .code(0))
        }
    }

    @Test func `a stop in the middle of the first start is a good end, and the next start works`()
        async throws
    {
        try await Site.with(hasDatabase: false) { site in
            let first = try site.start("up")
            var children: [ProcessTable.Entry] = []
            try await eventually("initdb") {
                children = ProcessTable.descendants(of: first.pid)
                return children.contains { $0.command.contains("initdb") }
            }
            // They are held, so that the stop comes in time on a busy machine.
            for child in children { Glibc.kill(child.pid, SIGSTOP) }
            first.signal(SIGTERM)
            try await Task.sleep(for: .milliseconds(200))
            for child in children { Glibc.kill(child.pid, SIGCONT) }
            #expect(try await first.end() == .code(0), "\(first.errors)")
            #expect(!first.errors.contains("migrated"), "\(first.errors)")
            #expect(Set(ProcessTable.entries).isDisjoint(with: children))

            // Killed there instead, it leaves a half-made database, which the next start throws away.
            let other = ["PARLAY_DATA": "\(site.directory)/other"]
            var orphans: [ProcessTable.Entry] = []
            for _ in 0..<3 {
                let second = try site.start("up", with: other)
                try await eventually("initdb") {
                    // On a busy machine this may look too late.
                    second.output.contains("ready ")
                        || ProcessTable.descendants(of: second.pid).contains {
                            $0.command.contains("initdb")
                        }
                }
                orphans += ProcessTable.descendants(of: second.pid)
                try await second.kill()
            }
            let third = try await site.up("--no-demo", with: other)
            #expect(try await third.stop() == .code(0))
            try await eventually("the end of the orphans") {
                Set(ProcessTable.entries).isDisjoint(with: orphans)
            }
        }
    }

    @Test(.withoutProxy) func `a port that another program uses is named, and nothing is left running`()
        async throws
    {
        try await Site.with(hasDatabase: false) { site in
            let listener = try Parlay.listener(port: site.port)
            defer { close(listener) }
            let outcome = try await site.run("up", "--no-demo")
            #expect(outcome.code == 1, "\(outcome)")
            #expect(outcome.errors.contains("port \(site.port): the port is in use by"), "\(outcome)")
            #expect(outcome.errors.contains("(pid \(getpid())). Stop it, or set PARLAY_PORT"), "\(outcome)")
            #expect(!outcome.output.contains("ready"))
            #expect(!FileManager.default.fileExists(atPath: "\(site.directory)/data"))
            #expect(!ProcessTable.entries.contains { $0.command.contains(site.directory) })
        }
    }

    /// Fronts share ports, but two installations at one would answer in turns.
    @Test(.withoutProxy) func `the port of another installation is refused, and that one goes on`()
        async throws
    {
        try await Site.with(hasDatabase: false) { site in
            let up = try await site.up("--no-demo")
            let answer = try await site.session().send("GET", "/readyz")
            let instance = try #require(answer.header("Parlay-Instance"))
            let other = ["PARLAY_DATA": "\(site.directory)/other"]
            let second = try await site.run("up", "--no-demo", with: other)
            #expect(second.code == 1 && second.output.isEmpty, "\(second)")
            #expect(second.errors.contains("in use by parlay (pid \(up.pid))"), "\(second)")
            #expect(!FileManager.default.fileExists(atPath: "\(site.directory)/other"))
            // A front of the same installation may share it.
            let front = try site.start("serve")
            try await eventually("a second front") { front.errors.contains("message=listening") }
            #expect(try await front.stop() == .code(0))
            #expect(try await site.session().send("GET", "/readyz").header("Parlay-Instance") == instance)
            #expect(try await up.stop() == .code(0))
        }
    }

    /// With `up` stopped, the database stays down for as long as the test looks.
    private func lookWhileDatabaseIsAway(_ site: Site, _ up: ParlayProcess) async throws {
        up.signal(SIGSTOP)
        defer { up.signal(SIGCONT) }
        try kill(database: site)
        try await eventually("not ready") { try await site.readiness() == 503 }
        let anybody = site.session()
        for _ in 0..<20 {
            for answer in [
                try await anybody.send("GET", "/readyz"),
                try await anybody.send("POST", "register/", Site.registration("late")),
                try await anybody.send("POST", "login/", #"{"username":"a","password":"b"}"#),
                try await site.session(token: unknownToken()).send("GET", "profiles/me/"),
            ] {
                #expect(answer.status == 503, "\(answer)")
                #expect(answer.header("Retry-After") != nil)
            }
            #expect(try await anybody.send("GET", "/healthz").status == 200)
        }
    }

    /// Well formed, so that the database must be asked.
    private func unknownToken() throws -> String { try TokenSecret.generate().text }

    /// The postmaster, and with it its children: one that is busy outlives it, and goes on answering.
    @discardableResult private func kill(database site: Site) throws -> Int32 {
        let note = try TextFile.read("\(site.directory)/data/postgresql/data/postmaster.pid")
        let postmaster = try #require(Int32(note.prefix { $0 != "\n" }))
        let children = ProcessTable.descendants(of: postmaster)
        #expect(Glibc.kill(postmaster, SIGKILL) == 0)
        for child in children { Glibc.kill(child.pid, SIGKILL) }
        return postmaster
    }

    private func killDatabase(_ site: Site, _ up: ParlayProcess, _ load: Load) async throws {
        let front = try #require(ProcessTable.child("serve", of: up.pid))
        try await lookWhileDatabaseIsAway(site, up)
        try await site.untilReady()
        for _ in 0..<2 {
            let before = load.record.refused
            let postmaster = try kill(database: site)
            try await eventually("a refusal") { load.record.refused > before }
            try await eventually("another server") {
                let note = try? TextFile.read("\(site.directory)/data/postgresql/data/postmaster.pid")
                return note.flatMap { Int32($0.prefix { $0 != "\n" }) } ?? postmaster != postmaster
            }
            try await site.untilReady()
            try await load.acknowledge(40)
        }
        #expect(ProcessTable.child("serve", of: up.pid) == front, "the front is still the same process")
        #expect(load.record.faults == [])
        try expectAcknowledged(load.record, in: try database(site))
        // What the server tells its clients when it crashes is in lines of the log too. A debug build prints others.
        let lines = up.errors.split(separator: "\n").filter { !$0.hasPrefix("event loop ") }
        #expect(lines.filter { !$0.hasPrefix("time=") } == [])
        // Front, worker and console once for each of three outages, however many connections they had.
        let losses = lines.filter { $0.contains("message=\"database lost\"") }
        #expect((1...9).contains(losses.count), "\(losses)")
        #expect(losses.allSatisfy { $0.contains("level=warning") && $0.contains(" reason=\"") }, "\(losses)")
        let ends = lines.filter { $0.contains("message=\"database back\" outage_ms=") }
        #expect((1...9).contains(ends.count), "\(ends)")
    }

    private func killFront(_ site: Site, _ up: ParlayProcess, _ load: Load) async throws {
        let front = try #require(ProcessTable.child("serve", of: up.pid))
        Glibc.kill(front, SIGKILL)
        try await eventually("another front") {
            ProcessTable.child("serve", of: up.pid) ?? front != front
        }
        try await site.untilReady()
        try await load.acknowledge(20)
    }

    private func killWorker(_ site: Site, _ up: ParlayProcess) async throws {
        let database = try database(site)
        try await eventually("the schedules") {
            try database.query("select exists (select from schedules)")[0].boolean(0)
        }
        let worker = try #require(ProcessTable.child("work", of: up.pid))
        Glibc.kill(worker, SIGKILL)
        try await eventually("another worker") {
            ProcessTable.child("work", of: up.pid) ?? worker != worker
        }
        let job = try await site.parlay("admin jobs run prune")
        #expect(job == "enqueued prune\n")
        try await eventually("the job to run") {
            try database.query("select not exists (select from jobs where kind = 'prune')")[0].boolean(0)
        }
    }

    private func database(_ site: Site) throws -> BlockingConnection {
        let cluster = try PrivateCluster(
            directory: "\(site.directory)/data/postgresql",
            settings: .init(profile: .durable)
        )
        return try BlockingConnection(
            ConnectionSettings(conninfo: cluster.connectionString, role: "parlay_owner")
        )
    }
}
