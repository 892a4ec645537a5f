import Components
import HTTPServer
import Pages
import ParlayAPI
import Reactor
import Reference
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import App

/// Every route of `/v1` is described, and answers as it is described.
@Suite(.database) struct DescriptionTests {
    private static func walked() throws -> [MatrixRoute] {
        try MatrixRoute.all().filter { !$0.isCompatible }
    }

    @Test func `every route says what it takes and what it answers`() throws {
        for surface in try RouteMatrixFixture.surfaces() where surface.prefix == ["v1"] {
            for route in surface.routes {
                let name = MatrixRoute.key(surface, route)
                let description = route.description
                #expect(!route.summary.isEmpty, "\(name) has no summary")
                #expect(!description.answers.isEmpty, "\(name) does not say what it answers: .answering(…)")
                #expect(
                    description.answers.allSatisfy {
                        200..<300 ~= $0.status || [101, 303].contains($0.status)
                    },
                    "\(name) answers no success"
                )
                switch route.body {
                case .none, .ignored:
                    #expect(description.body == nil, "\(name) describes a body that it does not read")
                    #expect(description.bodyMedia.isEmpty, "\(name) describes a body that it does not read")
                case .media(let types, _):
                    #expect(description.bodyMedia == types, "\(name) takes \(types): .taking(media: …)")
                case .form: Issue.record("\(name) takes a form of a page")
                case .json, .optionalJSON, .jsonOrForm:
                    #expect(description.body != nil, "\(name) does not describe its body: .taking(…)")
                    #expect(description.bodyExample != nil, "\(name) has no example of its body")
                }
                let names = description.query.map(\.name)
                #expect(names.count == Set(names).count, "\(name) describes a query parameter twice")
                for case .page in description.answers.map(\.content) where names.contains("cursor") {
                    #expect(names.contains("limit"), "\(name) is not .paged")
                }
            }
        }
    }

    @Test func `names are unique and fit every language`() throws {
        let calls = try TestReference.routes().handbook.calls
        let names = calls.map(\.name)
        #expect(names.count == Set(names).count, "\(names.sorted())")
        for name in names {
            #expect(
                name.first?.isLowercase == true && name.allSatisfy { $0.isLetter || $0.isNumber },
                "\(name)"
            )
        }
    }

    @Test func `the query parameters of a route are those that it describes`() async throws {
        let world = try await RouteMatrixFixture()
        let scenario = try world.scenario()
        for walked in try Self.walked() {
            var call = walked.call(scenario)
            call.path += call.path.contains("?") ? "&zz=1" : "?zz=1"
            let answer = try await world.send(call)
            let detail = try #require(answer["detail"]?.text, "\(walked): \(answer)")
            let known =
                detail.split(separator: "Known parameters: ").last.map {
                    $0.dropLast().split(separator: ", ")
                } ?? []
            let read = detail.hasSuffix("This call has none.") ? [] : known.map(String.init)
            #expect(Set(walked.route.description.query.map(\.name)) == Set(read), "\(walked) reads \(read)")
        }
    }

    @Test func `a route reads every query parameter that it describes`() async throws {
        let world = try await RouteMatrixFixture()
        let scenario = try world.scenario()
        for walked in try Self.walked() {
            for name in walked.route.description.query.map(\.name) {
                var call = walked.call(scenario)
                let parts = call.path.split(separator: "?", maxSplits: 1)
                // No parameter takes a control character.
                let others = parts.dropFirst().flatMap { $0.split(separator: "&") }
                    .filter { !$0.hasPrefix("\(name)=") }
                call.path = "\(parts[0])?" + (others + ["\(name)=%01"]).joined(separator: "&")
                let answer = try await world.send(call)
                #expect(answer.code == "bad_query", "\(walked) does not read \(name): \(answer)")
                #expect(answer["parameter"]?.text == name, "\(walked): \(answer)")
            }
        }
    }

    @Test func `examples of bodies are taken`() async throws {
        let world = try await RouteMatrixFixture()
        for walked in try Self.walked() {
            guard let example = walked.route.description.bodyExample else { continue }
            let (_, answer) = try await world.sendAsOwner(walked) { $0.body = example.jsonBytes() }
            // Codes that mail brought and tokens can't be examples, and their people, games and providers need not be there.
            let isElsewhere =
                answer.status == 422
                && [
                    ["code"], ["username"], ["game_id"], ["game_ids"], ["id_token"], ["credential"],
                    ["provider"],
                ].contains(
                    answer.faultyFields
                )
                || answer["code"]?.text == "bad_credentials"
            #expect(
                isElsewhere || ![400, 415, 422].contains(answer.status),
                "\(walked) refuses its example: \(answer)"
            )
            #expect(answer.status < 500, "\(walked): \(answer)")
        }
    }

    @Test func `answers are as described: status, headers and members`() async throws {
        let world = try await RouteMatrixFixture()
        let calls = try TestReference.callsByKey()
        // Some calls can only be refused in the scenario.
        let all = try Self.walked().filter { $0.example.status < 400 }
        for walked in all {
            var answer = try await world.sendAsOwner(walked).answer
            // What the scenario leaves empty, the call that adds to it fills.
            if walked.route.method == .get, answer.json?["items"] == .array([]),
                let adding = all.first(where: {
                    $0.route.method == .post && $0.route.pattern == walked.route.pattern
                })
            {
                _ = try await world.sendAsOwner(adding)
                answer = try await world.sendAsOwner(walked).answer
            }
            let description = try #require(calls[walked.example.key])
            let promised = try #require(
                description.answers.first { $0.status == answer.status },
                "\(walked) answers \(answer.status), which is not described"
            )
            let headers = promised.headerNames
            for name in ["ETag", "Link", "Location"] where answer.headers[name] != nil {
                #expect(headers.contains(name), "\(walked) answers \(name), which is not described")
            }
            if walked.route.method == .get {
                let isTagged = answer.headers["ETag"] != nil
                #expect(headers.contains("ETag") == isTagged, "\(walked) has an ETag: \(isTagged)")
            }
            Self.expect(answer, promised.content, "\(walked)")
        }
    }

    private static func expect(_ answer: Answer, _ content: RouteDescription.Content, _ name: String) {
        let type = answer.headers["Content-Type"]?.split(separator: ";").first.map(String.init)
        switch content {
        case .none: #expect(answer.body.isEmpty, "\(name) answers a body, which is not described")
        case .json: #expect(type == "application/json", "\(name)")
        case .media(let types):
            #expect(type.map(types.contains) == true, "\(name) answers \(type ?? "no type")")
        case .resource(let resource):
            #expect(type == "application/json", "\(name)")
            MemberCheck(resource.fields).expect(answer.json.map { .object($0) }, name)
        case .object(_, let fields, _), .assembled(_, _, let fields, _):
            #expect(type == "application/json", "\(name)")
            MemberCheck(fields).expect(answer.json.map { .object($0) }, name)
        case .page(let resource):
            #expect(Set(answer.json?.keys ?? []) == ["items", "next_cursor"], "\(name): \(answer)")
            #expect(
                !answer.items.isEmpty || name.contains("admin") || name.contains("addressed"),
                "\(name) lists nothing: \(answer)"
            )
            for item in answer.items { MemberCheck(resource.fields).expect(item, name) }
        }
    }

    @Test func `refusals are as described`() async throws {
        let world = try await RouteMatrixFixture()
        let calls = try TestReference.callsByKey()
        var unchanged: RouteMatrixFixture.Scenario?
        for walked in try Self.walked() {
            let scenario = try unchanged ?? world.scenario()
            unchanged = scenario
            let good = walked.call(scenario)
            var bad: [RouteMatrixFixture.Call] = []
            var call = good
            call.path += call.path.contains("?") ? "&zz=1" : "?zz=1"
            bad.append(call)
            call = good
            call.path = walked.path(walked.example.path(scenario), in: "nowhere")
            bad.append(call)
            call = good
            call.token = nil
            bad.append(call)
            if !walked.route.ignoresBody {
                for body in ["{", #"{"zz": 1}"#] {
                    call = good
                    call.body = Array(body.utf8)
                    bad.append(call)
                    bad.append(call.with("Content-Type", "application/json"))
                    bad.append(call.with("Content-Type", "text/plain"))
                }
            }
            let description = try #require(calls[walked.example.key])
            if description.headerNames.contains("If-Match") {
                bad.append(good.with("If-Match", "\"other\""))
            }
            call = good
            call.token = good.token.map { _ in scenario.stranger.token }
            bad.append(call)
            for call in bad {
                let answer = try await world.send(call)
                #expect(
                    description.statuses.contains(answer.status),
                    "\(walked) answers what it does not describe: \(answer)"
                )
                if answer.status < 400 { unchanged = nil }
                guard answer.status >= 400, let code = answer.code else { continue }
                #expect(
                    description.codes(of: answer.status).contains(code),
                    "\(walked) answers what it does not describe: \(answer)"
                )
            }
        }
    }
}

/// The reference of the routes that a front serves.
enum TestReference {
    /// Its files are made once.
    private static let shared = Result {
        ReferenceRoutes(
            try RouteMatrixFixture.surfaces(),
            platform: Features.components.pageRoutes(for: TenantRegistry()),
            parts: Features.components.map(\.reference),
            site: Pages.Site(Features.components.app, proxies: TrustedProxies()),
            version: "1.2.3",
            pool: try BlockingPool(name: "reference", threads: 1, capacity: 64)
        )
    }

    static func routes() throws -> ReferenceRoutes { try shared.get() }

    /// By the keys of `RouteCase`.
    static func callsByKey() throws -> [String: CallDescription] {
        let surfaces = try RouteMatrixFixture.surfaces().filter { $0.prefix == ["v1"] }
        let problems = ProblemList(markdown: ReferenceFiles.problems)
        return Dictionary(
            uniqueKeysWithValues: surfaces.flatMap { surface in
                surface.routes.map { route in
                    (
                        MatrixRoute.key(surface, route),
                        CallDescription(route, siblings: surface.routes, problems: problems)
                    )
                }
            }
        )
    }
}
