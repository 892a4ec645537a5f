import Database
import HTTPServer
import ParlayAPI
import Reactor
import Synchronization
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Jobs

/// Writes that must not happen twice.
@Suite(.database) struct IdempotencyTests {
    /// What the routes of the test do, told by the test.
    private final class Script: Sendable {
        let calls = Mutex(0)
        /// Calls that are to fail, from the first on.
        let failures = Mutex<[any Error]>([])
        let gate = Mutex<[CheckedContinuation<Void, Never>]>([])
        let isHeld = Mutex(false)

        func enter() async throws {
            let number = calls.withLock { count in
                count += 1
                return count
            }
            // Only the first, because an unexpected second one would wait for ever.
            if number == 1 && isHeld.withLock({ $0 }) {
                await withCheckedContinuation { continuation in gate.withLock { $0.append(continuation) } }
            }
        }

        func fail() throws {
            let next: (any Error)? = failures.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            if let next { throw next }
        }

        func release() {
            isHeld.withLock { $0 = false }
            let waiting = gate.withLock { waiting in
                defer { waiting = [] }
                return waiting
            }
            for continuation in waiting { continuation.resume() }
        }
    }

    private struct Broken: Error {}

    private static let write = Statement(
        """
        insert into notices (tenant_id, account_id, kind, title, text, created_at)
        values ($1, current_account_id(), 'match_made', $2, '', now())
        returning id
        """
    )
    private static let wrong = Statement("select 1 / $1::integer")
    private static let answered = Statement("select count(*) from notices where tenant_id = $1")

    private static func routes(_ script: Script) -> [TenantRoute] {
        @Sendable func make(_ call: Call) async throws -> Response {
            try await script.enter()
            let title = try call.object()["title"]?.text ?? ""
            let tenant = Parameter.id(call.tenant.id)
            let id = try await call.session.write(write(tenant, .text(title)))[0].first?.integer(0) ?? 0
            try script.fail()
            var writer = JSONWriter()
            writer.object { $0.member("id", id) }
            return Response(status: 201, contentType: "application/json", body: writer.bytes)
                .with("Location", "/v1/things/\(id)/").tagged("v\(id)")
        }
        /// Two writes that commit together, one that fails alone, and a read of them all.
        @Sendable func many(_ call: Call) async throws -> Response {
            let session = call.session
            let tenant = Parameter.id(call.tenant.id)
            do {
                _ = try await session.write(write(tenant, "undone"), wrong(0))
            } catch DatabaseError.statement {}
            try await session.transaction {
                _ = try await session.write(write(tenant, "first"))
                _ = try await session.write(write(tenant, "second"))
                do {
                    try await session.transaction {
                        _ = try await session.write(write(tenant, "inner"))
                        throw Broken()
                    }
                } catch is Broken {}
            }
            _ = try await session.writeApart(write(tenant, "apart"))
            try script.fail()
            let count = try await session.read(answered(tenant))[0].first?.integer(0) ?? 0
            return .text(String(count))
        }
        return [
            TenantRoute(.post, "things", "Makes a thing", body: .json, handler: make),
            TenantRoute(.post, "others", "Makes another", body: .json, handler: make),
            TenantRoute(.put, "things", "Is repeatable anyway", body: .json, handler: make),
            TenantRoute(.post, "many", "Writes often", handler: many),
            TenantRoute(.post, "refused", "Writes and returns a refusal", body: .json) { call in
                _ = try await make(call)
                return Response(status: 409)
            },
        ]
    }

    private let script = Script()

    private func world(timeout: Duration = .seconds(120)) async throws -> World {
        var settings = TenantSettings.defaults
        settings.requestBurst = 1000
        let script = script
        return try await World.make(
            settings: settings,
            connections: DatabasePool.Sizes(readers: 1, writers: 1, transactions: 3),
            timeout: timeout,
            routes: { _ in Self.routes(script) }
        )
    }

    private func post(
        _ world: World,
        _ token: String?,
        _ key: String?,
        at path: String = "things/",
        title: String = "one",
        tenant: String = "demo",
        method: String = "POST"
    ) async throws -> Answer {
        let headers = key.map { ["Idempotency-Key": $0] } ?? [:]
        let body: JSONObject = ["title": .string(title)]
        return try await world.send(method, path, token: token, body, headers: headers, tenant: tenant)
    }

    private func titles() throws -> [String] {
        try TestDatabase.current.owner.query("select title from notices order by title").map {
            try $0.text(0)
        }
    }

    private func isReplay(_ answer: Answer) -> Bool { answer.header("Idempotency-Replayed") == "true" }

    @Test func `the second call with a key answers as the first did and writes nothing`() async throws {
        let world = try await world()
        let ada = try await world.person("ada")
        let first = try await post(world, ada.token, "key-1")
        let second = try await post(world, ada.token, "key-1")
        #expect(first.status == 201)
        #expect(first.header("Idempotency-Replayed") == nil)
        #expect(isReplay(second))
        #expect(second.status == 201)
        #expect(second.body == first.body)
        for name in ["Location", "ETag", "Content-Type", "Cache-Control"] {
            #expect(second.header(name) != nil)
            #expect(second.header(name) == first.header(name))
        }
        #expect(try titles() == ["one"])
        // Without a key, or with another, it is another call.
        #expect(try await post(world, ada.token, nil).status == 201)
        #expect(try await post(world, ada.token, "key-2").status == 201)
        #expect(try titles().count == 3)
        #expect(world.failureReports.isEmpty)
    }

    @Test func `fifty calls at once with one key write one row and get equal answers`() async throws {
        let world = try await world()
        let ada = try await world.person("ada")
        let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
            for _ in 0..<50 { group.addTask { try await post(world, ada.token, "key") } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count == 50)
        #expect(answers.allSatisfy { $0.status == 201 })
        #expect(Set(answers.map(\.text)).count == 1)
        #expect(Set(answers.compactMap { $0.header("Location") }).count == 1)
        #expect(answers.filter { !isReplay($0) }.count == 1)
        #expect(try titles() == ["one"])
        #expect(script.calls.withLock { $0 } == 1)
        #expect(world.failureReports.isEmpty)
    }

    @Test func `another account and another tenant have keys of their own`() async throws {
        let world = try await world()
        _ = try await world.addTenant("other")
        let people = [
            (try await world.person("ada"), "demo"), (try await world.person("bob"), "demo"),
            (try await world.person("eve", tenant: "other"), "other"),
        ]
        var bodies: Set<String> = []
        for (person, tenant) in people {
            // Another's key with another body is nobody's business either.
            let answer = try await post(world, person.token, "key", title: person.username, tenant: tenant)
            #expect(answer.status == 201)
            #expect(!isReplay(answer))
            bodies.insert(answer.text)
        }
        #expect(bodies.count == 3)
        for (person, tenant) in people {
            let again = try await post(world, person.token, "key", title: person.username, tenant: tenant)
            #expect(isReplay(again))
        }
        #expect(try titles() == ["ada", "bob", "eve"])
        // Another token of the same account is the same person.
        let body: JSONObject = ["username": "ada", "password": .string(World.password)]
        let token = try await world.send("POST", "login/", body)["token"]?.text
        #expect(isReplay(try await post(world, token, "key", title: "ada")))
    }

    @Test func `a key is refused for another body, path or query`() async throws {
        let world = try await world()
        let ada = try await world.person("ada")
        #expect(try await post(world, ada.token, "key").status == 201)
        let others = [
            try await post(world, ada.token, "key", title: "two"),
            try await post(world, ada.token, "key", at: "others/"),
            try await post(world, ada.token, "key", at: "things/?x=1"),
        ]
        for answer in others {
            #expect(answer.status == 422, "\(answer)")
            #expect(answer.code == "idempotency_key_reused")
            #expect(!isReplay(answer))
        }
        // Both forms of the path are the same call.
        #expect(isReplay(try await post(world, ada.token, "key", at: "things")))
        #expect(try titles() == ["one"])
    }

    @Test func `a call that fails is undone and not kept`() async throws {
        let world = try await world()
        let ada = try await world.person("ada")
        let conflict = Problem(status: 409, code: "conflict", title: "Conflict", detail: "No.")
        script.failures.withLock { $0 = [conflict, TenancyError.overloaded, Broken()] }
        for status in [409, 503, 500] {
            #expect(try await post(world, ada.token, "key").status == status)
            #expect(try titles() == [])
        }
        #expect(world.failureReports.count == 1)
        let done = try await post(world, ada.token, "key")
        #expect(done.status == 201)
        #expect(!isReplay(done))
        #expect(try titles() == ["one"])
        // A refusal that is returned and not thrown, and one of the body.
        #expect(try await post(world, ada.token, "key-2", at: "refused/").status == 409)
        #expect(try await post(world, ada.token, "key-2", at: "refused/", title: "x").status == 409)
        #expect(try titles() == ["one"])
        let kept = try TestDatabase.current.owner.query("select count(*) from idempotency_keys")
        #expect(try kept[0].integer(0) == 1)
    }

    @Test func `a call under way is waited for, and refused when it takes too long`() async throws {
        let world = try await world(timeout: .milliseconds(30))
        let ada = try await world.person("ada")
        script.isHeld.withLock { $0 = true }
        async let first = post(world, ada.token, "key")
        try await world.database.onLoop { [script] in
            try await eventually("the first call") { script.calls.withLock { $0 } == 1 }
        }
        let refused = try await post(world, ada.token, "key")
        #expect(refused.status == 409)
        #expect(refused.code == "idempotency_in_flight")
        #expect(refused.header("Retry-After") == "1")
        // The holder is in nobody's way but its own.
        #expect(try await post(world, ada.token, "another").status == 201)
        script.release()
        #expect(try await first.status == 201)
        #expect(isReplay(try await post(world, ada.token, "key")))
        #expect(try titles().count == 2)
    }

    @Test(arguments: ["", String(repeating: "k", count: 256), "two words", "schlüssel", "tab\t"])
    func `a malformed key is refused`(_ key: String) async throws {
        let world = try await world()
        let ada = try await world.person("ada")
        let answer = try await post(world, ada.token, key)
        #expect(answer.status == 400)
        #expect(answer.code == "bad_idempotency_key")
        #expect(try titles() == [])
    }

    @Test func `the longest key is taken, and one is ignored where it means nothing`() async throws {
        let world = try await world()
        let ada = try await world.person("ada")
        let key = "!~\"" + String(repeating: "k", count: 252)
        #expect(try await post(world, ada.token, key).status == 201)
        #expect(isReplay(try await post(world, ada.token, key)))
        // Other methods, and calls without a token.
        #expect(try await post(world, ada.token, "key", method: "PUT").status == 201)
        let put = try await post(world, ada.token, "key", method: "PUT")
        #expect(put.status == 201)
        #expect(!isReplay(put))
        for name in ["bob", "cyd"] {
            let answer = try await world.send(
                "POST",
                "register/",
                World.registration(name),
                headers: ["Idempotency-Key": "key"]
            )
            #expect(answer.status == 201)
        }
        // A token may be sent with these, and is not.
        for _ in 1...2 {
            let answer = try await world.send(
                "POST",
                "passkeys/options/",
                ["purpose": "sign_in"],
                headers: ["Idempotency-Key": "key"]
            )
            #expect(answer.status == 200, "\(answer)")
            #expect(!isReplay(answer))
        }
        let bad = ["Idempotency-Key": "two words"]
        let refused = try await world.send("POST", "passkeys/options/", ["purpose": "sign_in"], headers: bad)
        #expect(refused.code == "bad_idempotency_key")
        // An invalid token is refused before its key is looked at.
        #expect(try await post(world, try await TokenSample.unknown(), "").status == 401)
    }

    @Test func `a handler may fail in part, nest transactions, and keep what it wrote apart`() async throws {
        let world = try await world()
        let ada = try await world.person("ada")
        let written = ["apart", "first", "second"]
        #expect(try await world.send("POST", "many/", token: ada.token).text == "3")
        #expect(try titles() == written)
        let key = ["Idempotency-Key": "key"]
        script.failures.withLock { $0 = [TenancyError.overloaded] }
        #expect(try await world.send("POST", "many/", token: ada.token, headers: key).status == 503)
        #expect(try titles() == ["apart"] + written)
        #expect(try await world.send("POST", "many/", token: ada.token, headers: key).text == "7")
        let replay = try await world.send("POST", "many/", token: ada.token, headers: key)
        #expect(replay.text == "7")
        #expect(isReplay(replay))
        #expect(try titles().count == 7)
        #expect(world.failureReports.isEmpty)
    }

    @Test func `a key is forgotten after a day`() async throws {
        let world = try await world()
        let ada = try await world.person("ada")
        let owner = try TestDatabase.current.owner
        let first = try await post(world, ada.token, "key")
        #expect(try await post(world, ada.token, "young").status == 201)
        try owner.execute(
            "update idempotency_keys set created_at = now() - interval '24 hours 1 second' where key = 'key'"
        )
        // It may belong to another call before the hourly job has run.
        let second = try await post(world, ada.token, "key", title: "two")
        #expect(second.status == 201)
        #expect(second.text != first.text)
        #expect(isReplay(try await post(world, ada.token, "key", title: "two")))
        try owner.execute(
            "update idempotency_keys set created_at = now() - interval '24 hours 1 second' where key = 'key'"
        )
        try await prune()
        #expect(try owner.query("select key from idempotency_keys").map { try $0.text(0) } == ["young"])
    }

    private func prune() async throws {
        let database = try TestDatabase.current
        let pool = try await database.worker()
        try await database.onLoop {
            let run = JobRun(RunKey(tenantID: 0, jobID: 1, attempt: 1, workerID: 1), pool: pool)
            let context = JobContext(
                service: PruneJob.Service(pool, [IdempotencyStore.pruning]),
                tenantID: 0,
                jobID: 1,
                attempt: 1,
                isLastAttempt: false,
                run: run
            )
            try await PruneJob().run(in: context)
        }
    }

    @Test func `what an account was answered goes with the account`() async throws {
        let world = try await world()
        let ada = try await world.person("ada")
        #expect(try await post(world, ada.token, "key").status == 201)
        let answer = try await world.send(
            "POST",
            "profiles/me/delete/",
            token: ada.token,
            ["password": .string(World.password)],
            headers: ["Idempotency-Key": "last"]
        )
        #expect(answer.status == 204)
        // The deletion's own answer is empty.
        let kept = try TestDatabase.current.owner.query(
            "select key from idempotency_keys where length(body) > 0"
        )
        #expect(kept.isEmpty)
    }

    @Test func `an outcome that nobody knows is known to the retry`() async throws {
        let world = try await world()
        let ada = try await world.person("ada")
        let superuser = try TestDatabase.current.connect(as: .superuser)
        // The commit breaks its own connection.
        try superuser.execute(
            """
            create function parlay.break() returns trigger language plpgsql security definer as
                $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
            create constraint trigger break after insert on parlay.idempotency_keys
                deferrable initially deferred for each row execute function parlay.break()
            """
        )
        let broken = try await post(world, ada.token, "key")
        #expect(broken.status == 503)
        try superuser.execute("drop trigger break on parlay.idempotency_keys")
        #expect(try titles() == [])
        let done = try await post(world, ada.token, "key")
        #expect(done.status == 201)
        #expect(!isReplay(done))
        #expect(try titles() == ["one"])
    }

    @Test func `a newer answer to the key undoes the call, whose answer is written with the commit`()
        async throws
    {
        let world = try await world()
        let ada = try await world.person("ada")
        let superuser = try TestDatabase.current.connect(as: .superuser)
        // Somebody who does not lock the key.
        try superuser.execute(
            """
            create function parlay.answer_first() returns trigger language plpgsql security definer as $$
            begin
                insert into parlay.idempotency_keys
                       (tenant_id, account_id, key, fingerprint, status, headers, body, created_at)
                values (new.tenant_id, new.account_id, 'key', sha256(''), 200, '', '', now());
                return null;
            end $$;
            create trigger answer_first after insert on parlay.notices
                for each row execute function parlay.answer_first()
            """
        )
        let refused = try await post(world, ada.token, "key")
        #expect(refused.status == 409 && refused.code == "idempotency_in_flight", "\(refused)")
        #expect(try titles() == [])
        try superuser.execute("drop trigger answer_first on parlay.notices")
        // On the same connections.
        for _ in 1...4 { #expect(try await post(world, ada.token, "key").status == 201) }
        #expect(try titles() == ["one"])
    }
}
