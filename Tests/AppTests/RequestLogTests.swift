import Foundation
import Observability
import TestSupport
import Testing

@testable import App
@testable import HTTPServer

@Suite struct RequestLogTests {
    private static func request(
        _ route: String,
        _ status: Int,
        id: String = "r-1",
        code: String? = nil,
        duration: Duration = .nanoseconds(1_234_567),
        databaseTime: Duration = .microseconds(345),
        bytes: Int = 512,
        tenant: String? = nil,
        account: Int64? = nil
    ) -> CompletedRequest {
        let trace = RequestTrace()
        trace.enter(route, number: 1)
        trace.tenant = tenant.map { (id: 1, slug: $0) }
        trace.accountID = account
        trace.databaseTime = databaseTime
        return CompletedRequest(
            id: id,
            method: "GET",
            status: status,
            problemCode: code,
            duration: duration,
            bytes: bytes,
            trace: trace,
            loop: 0
        )
    }

    @Test func `a request is one line in a fixed order`() throws {
        let route = "/v1/{tenant}/profiles/me/"
        let request = Self.request(route, 200, tenant: "acme", account: 42)
        let text = try logged(.logfmt) { request.log(to: $0) }
        #expect(
            text.hasSuffix(
                " level=info message=request id=r-1 method=GET route=/v1/{tenant}/profiles/me/ status=200"
                    + " duration_ms=1.234 database_ms=0.345 tenant=acme account_id=42 bytes=512\n"
            )
        )
        func failed(_ status: Int) -> CompletedRequest {
            Self.request(route, status, id: "x\",\"level\":\"info", code: "internal_error")
        }
        let line = try logged(.json, level: .error) { failed(500).log(to: $0) }
        let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(object["level"] as? String == "error")
        #expect(object["id"] as? String == failed(500).id)
        #expect(object["tenant"] == nil && object["account_id"] == nil)
        #expect(object["code"] as? String == "internal_error")
        #expect(object.count == 11)
        // Not the server's fault: anybody can ask for another version of HTTP.
        #expect(try logged(.json, level: .error) { failed(505).log(to: $0) }.isEmpty)
    }

    @Test func `a health check that passes is logged for debugging only`() throws {
        func line(_ route: String, _ status: Int, level: LogLevel = .debug) throws -> String {
            try logged(.logfmt, level: level) { Self.request(route, status, databaseTime: .zero).log(to: $0) }
        }
        for route in ["/healthz", "/readyz"] {
            #expect(try line(route, 200, level: .info).isEmpty)
            let debug = try line(route, 200)
            #expect(debug.contains("level=debug message=request"), "\(debug)")
            #expect(try line(route, 405).contains("level=info"))
            #expect(try line(route, 503).contains("level=error"))
        }
        #expect(try line("/metrics", 200).contains("level=info"))
    }

    @Test func `at a terminal a request begins with the time of day and its status`() throws {
        let request = Self.request(
            "/v1/{tenant}/about/",
            200,
            id: "4ctfhzn6-0",
            duration: .nanoseconds(1_250_000),
            databaseTime: .nanoseconds(0),
            bytes: 68,
            tenant: "wordup"
        )
        let line = try logged(.short) { request.log(to: $0) }
        #expect(line.prefix(9).map { $0.isNumber ? "0" : $0 } == Array("00:00:00 "), "\(line)")
        let shown = "info    200 GET /v1/{tenant}/about/ duration_ms=1.250 tenant=wordup id=4ctfhzn6-0\n"
        #expect(line.dropFirst(9) == shown)
    }
}
