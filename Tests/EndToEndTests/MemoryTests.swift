import Foundation
import Glibc
import TestDatabases
import TestSupport
import Testing

/// The memory that hostile clients can make a front use, and what remains after they have left.
@Suite(.database) struct MemoryTests {
    private static let megabyte = 1024 * 1024

    private static func residentMemory(of process: ParlayProcess) throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(process.pid)/statm", encoding: .utf8)
        let fields = text.split(separator: " ")
        guard fields.count > 1, let pages = Int(fields[1]) else {
            throw Parlay.Failure("no statm of \(process.pid)")
        }
        return pages * Int(getpagesize())
    }

    private static func gauge(_ name: String, of site: Site) async throws -> Double {
        let answer = try await site.session().send("GET", "/metrics")
        return try ExpositionParser.parse(answer.body)[name]?.points.first?.value ?? -1
    }

    @Test(.withoutProxy) func `bodies have a bound together, and their memory goes back to the system`()
        async throws
    {
        try await Site.with(["PARLAY_CONNECTIONS_PER_ADDRESS": "5000"]) { site in
            let front = try await site.serve()
            try await site.makeTenant()
            let ann = try await site.register("ann")
            let before = try Self.residentMemory(of: front)
            let head =
                "PUT /v1/wordup/profiles/me/photo/ HTTP/1.1\r\nHost: a\r\nAuthorization: Token \(ann.token)\r\n"
                + "Content-Type: image/jpeg\r\nContent-Length: \(Self.megabyte)\r\n\r\n"
            let crowd = Crowd()
            let port = site.port
            let request = Array(head.utf8) + [UInt8](repeating: 0x20, count: Self.megabyte - 40)
            try await blocking { try crowd.join(70, port: port, request) }
            try await eventually("50 bodies and more") {
                try await Self.gauge("parlay_http_body_bytes", of: site) > Double(50 * Self.megabyte)
            }
            #expect(
                try await Self.gauge("parlay_http_body_bytes", of: site) <= Double(56 * Self.megabyte)
            )
            #expect(try Self.residentMemory(of: front) < before + 110 * Self.megabyte)
            // Small calls go on.
            #expect(try await ann.session.send("PATCH", "settings/", "{}").status < 300)
            try await eventually("a refusal") { crowd.answered > 0 }
            let refused = crowd.leave()
            #expect(Set(refused) == [503])
            try await eventually("the memory to go back") {
                try Self.residentMemory(of: front) < before + 16 * Self.megabyte
            }
            try await eventually("the end of all bodies") {
                try await Self.gauge("parlay_http_body_bytes", of: site) == 0
            }
        }
    }

    @Test func `who holds bodies or answers without a token is given up and costs little`() async throws {
        let settings = ["PARLAY_CONNECTIONS_PER_ADDRESS": "5000", "PARLAY_PROGRESS_TIMEOUT": "2"]
        try await Site.with(settings) { site in
            let front = try await site.serve()
            try await site.makeTenant()
            _ = try await site.session().send("GET", "/openapi.json")
            let before = try Self.residentMemory(of: front)
            let crowd = Crowd()
            let login =
                "POST /v1/wordup/login/ HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                + "Content-Length: 16384\r\n\r\n" + String(repeating: " ", count: 16_344)
            let read = String(repeating: "GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n", count: 20)
            let port = site.port
            try await blocking {
                try crowd.join(200, port: port, Array(login.utf8))
                try crowd.join(200, port: port, receiveBuffer: 4096, Array(read.utf8))
            }
            #expect(try Self.residentMemory(of: front) < before + 48 * Self.megabyte)
            try await eventually("the end of their requests") {
                // The one that asks.
                try await Self.gauge("parlay_http_in_flight", of: site) <= 1
            }
            try await eventually("the end of all bodies") {
                try await Self.gauge("parlay_http_body_bytes", of: site) == 0
            }
            #expect(try Self.residentMemory(of: front) < before + 32 * Self.megabyte)
            crowd.leave()
        }
    }

    @Test func `without a token a body may have sixteen KiB`() async throws {
        try await Site.with { site in
            _ = try await site.serve()
            try await site.makeTenant()
            let most = String(repeating: " ", count: 16 * 1024)
            for (method, path) in [("POST", "login/"), ("POST", "register/"), ("GET", "/healthz")] {
                let large = try await site.session().send(method, path, most + " ")
                #expect(large.status == 413, "\(path)")
                #expect(large["code"]?.text == "body_too_large")
                let small = try await site.session().send(method, path, most)
                #expect(small.status == (method == "GET" ? 200 : 400), "\(path)")
            }
            // With a token it may have more.
            let ann = try await site.register("ann")
            let answer = try await ann.session.send("POST", "reports/", most + " ")
            #expect(answer.status == 400)
        }
    }
}
