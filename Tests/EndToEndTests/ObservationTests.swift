import App
import Cluster
import Database
import FoundationEssentials
import ParlayAPI
import TestDatabases
import TestSupport
import Testing

/// What operators see of a front and a worker: metrics and logs.
@Suite(.database) struct ObservationTests {
    @Test func `the metrics of both processes parse and have their names`() async throws {
        try await Site.with { site in
            _ = try await site.serve()
            let metrics = try Parlay.freePort()
            _ = try await site.work(with: ["PARLAY_WORKER_ADDR": "127.0.0.1:\(metrics)"])
            try await site.makeTenant()
            let ann = try await site.register("ann")
            _ = try await ann.session.send("GET", "profiles/me/")
            _ = try await ann.session.send("GET", "no/such/path/\(ann.id)")
            _ = try await ann.session.send("GET", "/nothing-\(ann.id)")

            let answer = try await site.session().send("GET", "/metrics")
            #expect(answer.header("Content-Type")?.hasPrefix("text/plain; version=0.0.4") == true)
            let front = try ExpositionParser.parse(answer.body)
            let names = [
                "parlay_http_requests_total", "parlay_http_request_seconds", "parlay_http_in_flight",
                "parlay_http_body_bytes", "parlay_http_answer_bytes", "parlay_sockets",
                "parlay_db_pool_connections", "parlay_db_pipeline_depth", "parlay_hash_queue_depth",
                "process_resident_memory_bytes", "parlay_build_info", "parlay_loop_holds_total",
                "parlay_loop_longest_hold_seconds",
            ]
            #expect(Set(names).subtracting(front.keys).isEmpty)
            let requests = try #require(front["parlay_http_requests_total"]).points
            let own = requests.first { $0["route"] == "/v1/{tenant}/profiles/me/" && $0["method"] == "GET" }
            #expect(own?.value == 1)
            #expect(own?["status"] == "200")
            // No label has a value of the client's making.
            #expect(!answer.text.contains("nothing-") && !answer.text.contains("no/such"))

            try await site.parlay("admin jobs run expire_meetups")
            try await eventually("the job in the metrics") {
                let answer = try await HTTPSession(port: metrics).send("GET", "/metrics")
                let work = try ExpositionParser.parse(answer.body)
                let wanted = ["parlay_jobs", "parlay_jobs_oldest_seconds", "parlay_build_info"]
                #expect(Set(wanted).subtracting(work.keys).isEmpty)
                return work["parlay_job_seconds"]?.points.contains { $0["kind"] == "expire_meetups" } ?? false
            }
        }
    }

    @Test(arguments: ["logfmt", "json"])
    func `a request is a line that says all and tells no secret`(format: String) async throws {
        try await Site.with(["PARLAY_LOG": format, "PARLAY_LOG_LEVEL": "debug"]) { site in
            let front = try await site.serve()
            try await site.makeTenant()
            let secrets = try await session(site)
            let id = "e2e-\(format)"
            let ann = try #require(secrets.first)
            let answer = try await site.session(token: ann).send(
                "GET",
                "profiles/me/",
                nil,
                headers: ["X-Request-Id": id]
            )
            #expect(answer.header("X-Request-Id") == id)
            let account = try #require(answer["id"]?.integer)

            try await eventually("the line") { front.errors.contains(id) }
            // A debug build reports when its event loop was held.
            let lines = front.errors.split(separator: "\n").map(String.init)
                .filter { !$0.hasPrefix("event loop ") }
            let line = try #require(lines.first { $0.contains(id) })
            let fields = try fields(of: line, format)
            #expect(fields["message"] == "request")
            #expect(fields["id"] == id)
            #expect(fields["method"] == "GET")
            #expect(fields["route"] == "/v1/{tenant}/profiles/me/")
            #expect(fields["status"] == "200")
            #expect(fields["tenant"] == "wordup")
            #expect(fields["account_id"] == String(account))
            #expect(Double(fields["duration_ms"] ?? "") ?? 0 > 0)
            #expect(Double(fields["database_ms"] ?? "") ?? 0 > 0)
            #expect(fields["code"] == nil)
            let all = try lines.map { try self.fields(of: $0, format) }
            let refused = Set(
                all.compactMap { fields in fields["code"].map { "\(fields["status"] ?? "") \($0)" } }
            )
            #expect(refused.isSuperset(of: ["401 bad_credentials", "400 malformed_json", "404 not_found"]))

            _ = try await front.stop()
            for secret in secrets { #expect(!front.errors.contains(secret), "\(secret)") }
        }
    }

    /// Signs in and out, rightly and wrongly; the answer is what no log may hold.
    private func session(_ site: Site) async throws -> [String] {
        let ann = try await site.register("ann")
        let anybody = site.session()
        let login = #"{"username":"ann@example.org","password":"\#(Site.password)"}"#
        let again = try #require(try await anybody.send("POST", "login/", login)["token"]?.text)
        _ = try await anybody.send("POST", "login/", #"{"username":"ann","password":"open sesame"}"#)
        _ = try await anybody.send("POST", "login/", #"{"username":"ann","password":"open sesame""#)
        _ = try await anybody.send("GET", "profiles/me/?token=\(again)")
        _ = try await anybody.send("GET", "profiles/\(again)/")
        _ = try await anybody.send("GET", "/\(again)?email=ann@example.org")
        let passwords = #"{"current":"\#(Site.password)","new":"lantern over water"}"#
        #expect(try await ann.session.send("PUT", "password/", passwords).status == 204)
        _ = try await anybody.send("POST", "register/", Site.registration("ann"))
        return [ann.token, again, Site.password, "open sesame", "lantern over water", "ann@example.org"]
    }

    private func fields(of line: String, _ format: String) throws -> [String: String] {
        guard format == "json" else { return try Self.logfmt(line) }
        var fields: [String: String] = [:]
        for member in try JSONParser.parseObject(Array(line.utf8)).members {
            switch member.value {
            case .string(let text): fields[member.key] = text
            case .integer(let number): fields[member.key] = String(number)
            case .number(let number): fields[member.key] = number.text
            default: throw Parlay.Failure("\(member.key) in \(line)")
            }
        }
        return fields
    }

    @Test func `a front allocates by mimalloc, unless the environment puts another library before it`()
        async throws
    {
        try await Site.with { site in
            let front = try await site.serve()
            #expect(try await front.stop() == .code(0))
            let line = try #require(front.errors.split(separator: "\n").first { $0.contains("listening") })
            #expect(try Self.logfmt(String(line))["allocator"]?.hasPrefix("mimalloc 2.") == true, "\(line)")
        }
    }

    /// `key=word` and `key="text with \"escapes\""`, with one blank between.
    private static func logfmt(_ line: String) throws -> [String: String] {
        var fields: [String: String] = [:]
        var rest = Substring(line)
        while !rest.isEmpty {
            let key = String(rest.prefix { $0 != "=" })
            rest = rest.dropFirst(key.count)
            guard !key.isEmpty, !key.contains(" "), rest.popFirst() == "=" else { throw Parlay.Failure(line) }
            var value = ""
            if rest.first == "\"" {
                rest = rest.dropFirst()
                while let character = rest.popFirst(), character != "\"" {
                    value.append(character == "\\" ? rest.popFirst() ?? "\\" : character)
                }
            } else {
                value = String(rest.prefix { $0 != " " })
                rest = rest.dropFirst(value.count)
            }
            fields[key] = value
            guard rest.isEmpty || rest.popFirst() == " " else { throw Parlay.Failure(line) }
        }
        return fields
    }
}
