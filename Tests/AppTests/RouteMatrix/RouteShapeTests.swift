import HTTPServer
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import Testing

@testable import App

/// What every route makes of paths, methods, queries and bodies that are not as declared.
@Suite(.database) struct RouteShapeTests {
    @Test func `a suspended or unknown tenant and a module that is off are 404, also without a token`()
        async throws
    {
        let world = try await RouteMatrixFixture()
        let scenario = try world.scenario()
        for walked in try MatrixRoute.all() {
            var tenants = ["dark", "nowhere", "Alpha"]
            if walked.route.module != nil { tenants.append("bare") }
            for tenant in tenants {
                var call = walked.call(scenario)
                call.path = walked.path(walked.example.path(scenario), in: tenant)
                for token in [scenario.owner.token, nil] {
                    call.token = token
                    let answer = try await world.send(call)
                    #expect(answer.status == 404, "\(call.method) \(call.path): \(answer)")
                    #expect(try await world.early(call)?.status == 404, "\(walked) reads the body first")
                }
            }
        }
    }

    @Test func `an unknown path is 404 and an unknown method 405, both before 401`() async throws {
        let world = try await RouteMatrixFixture()
        let scenario = try world.scenario()
        let walkedRoutes = try MatrixRoute.all()
        for walked in walkedRoutes {
            var call = walked.call(scenario)
            call.token = nil
            let path = walked.example.path(scenario).prefix { $0 != "?" }
            call.path = walked.path(path + "/no/where", in: "alpha")
            #expect(try await world.early(call)?.status == 404, "\(call.path)")

            call.path = walked.path(walked.example.path(scenario), in: "alpha")
            let methods = walkedRoutes.filter {
                $0.surface.prefix == walked.surface.prefix && $0.route.pattern == walked.route.pattern
            }.map(\.route.method.rawValue)
            let allow = (methods + ["OPTIONS"] + (methods.contains("GET") ? ["HEAD"] : [])).sorted()
            for method in ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "BREW"]
            where !allow.contains(method) {
                call.method = method
                let answer = try await world.early(call)
                #expect(answer?.status == 405, "\(method) \(call.path)")
                #expect(answer?.headers["Allow"] == allow.joined(separator: ", "), "\(method) \(call.path)")
            }
            call.method = "OPTIONS"
            let options = try await world.send(call)
            #expect(options.status == 204)
            #expect(options.headers["Allow"] == allow.joined(separator: ", "))
        }
    }

    @Test func `HEAD is answered wherever GET is`() async throws {
        let world = try await RouteMatrixFixture()
        let scenario = try world.scenario()
        for walked in try MatrixRoute.all() where walked.route.method == .get {
            var call = walked.call(scenario)
            let get = try await world.send(call)
            call.method = "HEAD"
            let head = try await world.send(call)
            // Only a GET opens a WebSocket.
            #expect(head.status == (get.status == 101 ? 426 : get.status))
            #expect(head.headers["ETag"] == get.headers["ETag"])
        }
    }

    @Test func `an id that is no positive 64-bit integer is 404`() async throws {
        let world = try await RouteMatrixFixture()
        let scenario = try world.scenario()
        let before = try world.dump()
        let texts = [
            "0", "-1", "+1", "1.0", "1e3", "0x1", "%201", "9223372036854775808", "99999999999999999999999",
            "abc",
            "%D9%A1", "%00", "",
        ]
        for walked in try MatrixRoute.all() where walked.hasIDs {
            for text in texts {
                var call = walked.call(scenario)
                call.path = walked.path(id: text, in: "alpha")
                let answer = try await world.send(call)
                let isElsewhere = text.isEmpty && answer.status == 405
                #expect(
                    [400, 404].contains(answer.status) || isElsewhere,
                    "\(call.method) \(call.path): \(answer)"
                )
                if !["%00", ""].contains(text) { #expect(answer.status == 404, "\(call.path)") }
                if text.isEmpty { break }
            }
        }
        try world.expectUnchanged(since: before)
    }

    @Test func `an unknown query parameter is refused and named`() async throws {
        let world = try await RouteMatrixFixture()
        let scenario = try world.scenario()
        let before = try world.dump()
        for walked in try MatrixRoute.all() where !walked.isCompatible {
            var call = walked.call(scenario)
            call.path += call.path.contains("?") ? "&zz=1" : "?zz=1"
            let answer = try await world.send(call)
            #expect(answer.status == 400, "\(walked): \(answer)")
            #expect(answer.code == "bad_query", "\(walked): \(answer)")
            #expect(answer["parameter"]?.text == "zz", "\(walked): \(answer)")
            try world.expectUnchanged(since: before, by: walked)
        }
    }

    @Test func `bodies that are no JSON object are refused and change nothing`() async throws {
        let world = try await RouteMatrixFixture()
        let scenario = try world.scenario()
        let before = try world.dump()
        let depth = String(repeating: "[", count: 32) + String(repeating: "]", count: 32)
        let malformed: [[UInt8]] =
            [
                "{", "{}{}", "{\"a\":1,}", "{'a':1}", "{\"a\":1,\"a\":2}", "{\"a\":\"\\u0000\"}",
                "{\"a\":\"\\ud800\"}",
                "{\"a\":\(depth)}", "\u{FEFF}{}", "[]", "1", "null", "\"x\"", "{\"a\":01}", "{\"a\":NaN}",
                "nonsense",
            ].map { Array($0.utf8) } + [
                Array("{\"a\":\"".utf8) + [0xFF] + Array("\"}".utf8),
                Array("{\"a\":\"".utf8) + [0] + Array("\"}".utf8),
            ]
        for walked in try MatrixRoute.all() where walked.takesJSON {
            for bytes in malformed {
                var call = walked.call(scenario)
                call.body = bytes
                let answer = try await world.send(call)
                let text = String(decoding: bytes, as: UTF8.self)
                #expect(answer.status == 400, "\(walked) with \(text): \(answer)")
                if !walked.isCompatible { #expect(answer.code == "malformed_json", "\(walked) with \(text)") }
            }
            if walked.route.body != .optionalJSON {
                var call = walked.call(scenario)
                call.body = []
                #expect(try await world.send(call).status == 400, "\(walked) without a body")
            }
            let good = walked.call(scenario)
            let types = [nil, "text/plain", "application/xml", "application/problem+json", ""]
            for call in types.map({ good.with("Content-Type", $0) }) + [good.with("Content-Encoding", "gzip")]
            {
                let answer = try await world.send(call)
                #expect(answer.status == 415, "\(walked): \(answer)")
                if !walked.isCompatible { #expect(answer.code == "unsupported_media_type") }
            }
            try world.expectUnchanged(since: before, by: walked)
        }
        #expect(world.failureReports.isEmpty)
    }

    @Test func `fields that are unknown, missing or of a wrong type are 422 with the field's name`()
        async throws
    {
        let world = try await RouteMatrixFixture()
        let scenario = try world.scenario()
        let before = try world.dump()
        for walked in try MatrixRoute.all() where walked.takesJSON && !walked.isCompatible {
            var call = walked.call(scenario)
            let body = try JSONParser.parseObject(try #require(call.body))
            var unknown = body
            unknown.add("zz", 1)
            call.body = unknown.jsonBytes()
            var answer = try await world.send(call)
            #expect(answer.status == 422, "\(walked): \(answer)")
            #expect(answer.faultyFields == ["zz"], "\(walked): \(answer)")
            for name in body.keys {
                let object: JSONValue = ["a": [1]]
                for wrong: JSONValue in [[[:]], object, .number(try #require(JSONNumber(1.3)))] {
                    // What a browser gave for a passkey is any object; what is wrong in it is no matter of fields.
                    if name == "credential", wrong == object { continue }
                    call.body = Self.replacing(name, in: body, with: wrong).jsonBytes()
                    answer = try await world.send(call)
                    #expect(answer.status == 422, "\(walked) with a wrong \(name): \(answer)")
                    #expect(
                        answer.faultyFields.contains { $0 == name || $0.hasPrefix(name + ".") },
                        "\(walked): \(answer)"
                    )
                }
            }
            // A call with only optional fields accepts an empty object as well.
            let fields = walked.route.description.body?(.all)
            if walked.route.body == .json && fields?.contains(where: \.isRequired) ?? true
                && walked.route.method != .patch
            {
                call.body = Array("{}".utf8)
                answer = try await world.send(call)
                #expect(answer.status == 422, "\(walked) with {}: \(answer)")
                #expect(!answer.faultyFields.isEmpty)
            }
            try world.expectUnchanged(since: before, by: walked)
        }
        #expect(world.failureReports.isEmpty)
    }

    @Test func `calls without fields take no other body than an empty object, and refuse after the row`()
        async throws
    {
        let world = try await RouteMatrixFixture()
        let scenario = try world.scenario()
        let other = try world.scenario(in: "bravo")
        let walkedRoutes = try MatrixRoute.all().filter {
            $0.route.body == .none && $0.route.method != .get && !$0.isCompatible
        }
        #expect(walkedRoutes.count >= 10)
        let before = try world.dump()
        for walked in walkedRoutes {
            let good = walked.call(scenario).with("Content-Type", "application/json")
            for (body, type, status) in [
                ("x", "text/plain", 415), ("{}", "text/plain", 415), ("{}", nil, 415),
                ("[]", "application/json", 400), ("{", "application/json", 400),
                (#"{"zz": 1}"#, "application/json", 422),
            ] {
                var call = good.with("Content-Type", type)
                call.body = Array(body.utf8)
                let answer = try await world.send(call)
                #expect(answer.status == status, "\(walked) with \(body): \(answer)")
                if status == 422 { #expect(answer.faultyFields == ["zz"], "\(walked): \(answer)") }
                if case .path(let elsewhere) = walked.example.elsewhere, status == 422 {
                    call = walked.call(scenario, naming: other).with("Content-Type", type)
                    call.body = Array(body.utf8)
                    #expect(try await world.send(call).status == elsewhere, "\(walked)")
                }
            }
            try world.expectUnchanged(since: before, by: walked)
        }
        for walked in walkedRoutes {
            let (_, answer) = try await world.sendAsOwner(walked) {
                $0 = $0.with("Content-Type", "application/json")
                $0.body = Array("{}".utf8)
            }
            #expect(answer.status == walked.example.status, "\(walked): \(answer)")
        }
        #expect(world.failureReports.isEmpty)
    }

    @Test func `the original app's calls take odd fields without harm`() async throws {
        let world = try await RouteMatrixFixture()
        let wrongs: [JSONValue] = [
            .null, true, 7, "", "\u{1}", ["x"], ["a": 1], .string(String(repeating: "x", count: 5000)),
        ]
        for walked in try MatrixRoute.all() where walked.takesJSON && walked.isCompatible {
            let scenario = try world.scenario()
            var call = walked.call(scenario)
            let body = try JSONParser.parseObject(try #require(call.body))
            for name in body.keys {
                for wrong in wrongs {
                    call.body = Self.replacing(name, in: body, with: wrong).jsonBytes()
                    let answer = try await world.send(call)
                    #expect(answer.status < 500, "\(walked) with \(name) \(wrong): \(answer)")
                }
            }
            guard walked.route.body == .jsonOrForm else { continue }
            for form in [
                "username=%00&password=x", "username=a&password=%00", "username=%FF&password=x", "%", "&=&",
            ] {
                call.body = Array(form.utf8)
                let answer = try await world.send(
                    call.with("Content-Type", "application/x-www-form-urlencoded")
                )
                #expect(answer.status == 400, "\(walked) with \(form): \(answer)")
            }
        }
        #expect(world.failureReports.isEmpty)
    }

    private static func replacing(_ name: String, in body: JSONObject, with value: JSONValue) -> JSONObject {
        var new = JSONObject()
        for member in body.members { new.add(member.key, member.key == name ? value : member.value) }
        return new
    }
}
