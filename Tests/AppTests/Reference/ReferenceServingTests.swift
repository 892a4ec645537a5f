import Foundation
import HTTPServer
import Notifications
import Pages
import ParlayAPI
import Reactor
import Security
import Synchronization
import Tenancy
import TestSupport
import Testing

@testable import App
@testable import Reference

/// `/openapi.json` and `/docs` as they are served.
@Suite struct ReferenceServingTests {
    private static func get(_ pattern: String) async throws -> Response {
        let route = try #require(try TestReference.routes().routes.first { $0.pattern == pattern })
        return await route.handler(request(pattern))
    }

    private static func request(_ pattern: String, _ headers: Headers = Headers()) -> Request {
        let head = RequestHead(
            methodName: "GET",
            path: "/\(pattern)",
            query: nil,
            headers: headers,
            peer: PeerAddress(bytes: [192, 0, 2, 1]),
            id: "reference",
            contentLength: nil,
            isChunked: false
        )
        return Request(head: head, parameters: PathParameters(), body: [], trace: RequestTrace())
    }

    private static func text(_ pattern: String) async throws -> String {
        String(decoding: try await get(pattern).body.bytes, as: UTF8.self)
    }

    @Test func `the document has every route of the surface, and nothing else`() async throws {
        let document = try JSONParser.parseObject(try await Self.get("openapi.json").body.bytes)
        var found: Set<String> = []
        for path in try #require(document["paths"]?.object).members {
            for operation in try #require(path.value.object).members {
                found.insert("\(operation.key.uppercased()) \(path.key)")
            }
        }
        let surface = try #require(try RouteMatrixFixture.surfaces().first { $0.prefix == ["v1"] })
        let routes = surface.routes.map {
            "\($0.method.rawValue) \(CallDescription.path("/v1/{tenant}/", $0.pattern))"
        }
        let platform = [
            "GET /openapi.json", "GET /asyncapi.json", "GET /docs", "GET /docs/problems",
            "GET /live/{tenant}",
        ]
        #expect(found == Set(routes + platform))
    }

    @Test func `any page can load the JavaScript client, and it has every call of an app`() async throws {
        let client = try await Self.get("client.js")
        #expect(client.headers["Access-Control-Allow-Origin"] == "*")
        #expect(try await Self.get("openapi.json").headers["Access-Control-Allow-Origin"] == nil)
        let text = String(decoding: client.body.bytes, as: UTF8.self)
        #expect(text.contains("export const version = \"\(Program.version.prefix { $0 != "+" })\";"))
        let lines = Set(text.split(separator: "\n").map { String($0.prefix { $0 != "{" }) })
        for call in try TestReference.routes().handbook.calls where call.path.hasPrefix("/v1/") {
            let answer = try #require(call.answers.first, "\(call.name)")
            if case .media(let types) = answer.content, types == ["text/html"] { continue }
            guard 200...299 ~= answer.status, !call.sendsEvents else { continue }
            let path = call.path.dropFirst("/v1/{tenant}/".count).prefix { $0 != "{" }
            let line = "\(call.name) \(call.method.rawValue) \(path)"
            #expect(lines.contains { $0.hasPrefix(line) }, "\(line): make clients ARGUMENTS=--write")
        }
    }

    @Test func `the live page names its tenant, and that it may be off`() async throws {
        let document = try JSONParser.parseObject(try await Self.get("openapi.json").body.bytes)
        let call = try #require(document["paths"]?.object?["/live/{tenant}"]?.object?["get"]?.object)
        #expect(call["parameters"] == [["$ref": "#/components/parameters/tenant"]])
        #expect(call["security"] == [])
        #expect(call["x-module"] == "sportsbook")
        #expect(call["responses"]?.object?["404"] != nil)
        #expect(call["description"]?.text?.contains("`public_sportsbook`") == true)
    }

    @Test func `however many load the reference first, it is made once and all get it`() async throws {
        let made = Mutex(0)
        let files = StaticFiles(try BlockingPool(name: "few", threads: 1, capacity: 1)) {
            made.withLock { $0 += 1 }
            return ["/a": StaticFile("text/plain", [0x61])]
        }
        let request = Self.request("a")
        let statuses = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<700 { group.addTask { await files.response("/a", request).status } }
            return await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(statuses == [200])
        #expect(made.withLock { $0 } == 1)
    }

    @Test func `every reference in the document leads somewhere`() async throws {
        let document = try JSONParser.parseObject(try await Self.get("openapi.json").body.bytes)
        for target in Self.references(.object(document)) {
            var value: JSONValue? = .object(document)
            for key in target.dropFirst(2).split(separator: "/") { value = value?.object?[String(key)] }
            #expect(value != nil, "\(target)")
        }
        #expect(Self.references(.object(document)).count > 100)
    }

    private static func references(_ value: JSONValue) -> [String] {
        switch value {
        case .object(let object):
            object.members.flatMap { member -> [String] in
                if member.key == "$ref", case .string(let target) = member.value { return [target] }
                return references(member.value)
            }
        case .array(let elements): elements.flatMap(references)
        default: []
        }
    }

    /// Of every route of the reference, those that it does not describe too.
    private static func paths() throws -> [String] {
        // The chapter for other calls has no page while it is empty.
        try TestReference.routes().routes.map(\.pattern).filter {
            $0 != "docs/other-calls" && !$0.contains("{")
        }
    }

    /// Those that answer HTML, by their paths.
    private static func pages() async throws -> [(path: String, html: String)] {
        var pages: [(path: String, html: String)] = []
        for pattern in try paths() {
            let answer = try await get(pattern)
            guard answer.headers["Content-Type"]?.hasPrefix("text/html") == true else { continue }
            pages.append(("/" + pattern, String(decoding: answer.body.bytes, as: UTF8.self)))
        }
        return pages
    }

    @Test func `every file has a tag that stays`() async throws {
        for pattern in try Self.paths() {
            let whole = try await Self.get(pattern)
            #expect(whole.status == 200, "/\(pattern)")
            #expect(whole.body.count > 0, "/\(pattern)")
            let tag = try #require(whole.headers["ETag"], "/\(pattern)")
            #expect(try await Self.get(pattern).headers["ETag"] == tag, "/\(pattern)")
        }
    }

    @Test func `a page needs nothing from elsewhere and runs no script but the server's`() async throws {
        let pages = try await Self.pages()
        #expect(pages.count > 15)
        let paths = Set(try Self.paths().map { "/" + $0 })
        for (path, page) in pages {
            let policy = try #require(
                try await Self.get(String(path.dropFirst())).headers["Content-Security-Policy"]
            )
            #expect(policy.hasPrefix("default-src 'none'; "), "\(path)")
            #expect(
                policy.contains("style-src 'self'; ") && policy.contains("script-src 'self'; "),
                "\(path)"
            )
            #expect(!policy.contains("unsafe") && !policy.contains("*"), "\(path)")
            for word in [" style=\"", " onclick=", "javascript:", "<style", "<iframe", "@import"] {
                #expect(!page.contains(word), "\(path) has \(word)")
            }
            #expect(!page.contains("<script>"), "\(path) has a script inside")
            for source in Self.values("src", in: page) + Self.assets(in: page) {
                // `/` looks like the apps.
                if path == "/", source.hasPrefix("/static/") { continue }
                #expect(paths.contains(source), "\(path) loads \(source)")
            }
        }
    }

    /// The values of an attribute.
    private static func values(_ name: String, in page: String) -> [String] {
        page.split(separator: " \(name)=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
    }

    /// What `<link>` loads.
    private static func assets(in page: String) -> [String] {
        page.split(separator: "<link ").dropFirst().flatMap { part in
            values("href", in: " " + part.prefix { $0 != ">" })
        }
    }

    @Test func `an address without a page says so, to people in HTML`() async throws {
        let missing = ["docs/{page}", "docs/{page}/{part}", "docs/{page}/{part}/{file}"]
        for pattern in missing {
            let route = try #require(try TestReference.routes().routes.first { $0.pattern == pattern })
            var headers = Headers()
            headers.add("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
            let page = await route.handler(Self.request("docs/<b>", headers))
            #expect(page.status == 404)
            #expect(page.headers["Content-Type"]?.hasPrefix("text/html") == true)
            let text = String(decoding: page.body.bytes, as: UTF8.self)
            #expect(text.contains("/docs/&lt;b&gt;") && text.contains("href=\"/docs\""))
            let problem = await route.handler(Self.request("docs/x"))
            #expect(problem.status == 404)
            #expect(problem.headers["Content-Type"] == "application/problem+json")
        }
    }

    @Test func `small text is readable in both themes`() async throws {
        let style = try await Self.text("docs/page.css")
        let themes = style.matches(of: /:root \{([^}]*)\}/).prefix(2).map { theme in
            Dictionary(
                theme.1.matches(of: /--([a-z-]+): (#[0-9a-f]{6});/).map { (String($0.1), String($0.2)) }
            ) { $1 }
        }
        #expect(themes.count == 2)
        let plain = ["paper", "panel", "sunk", "code"]
        let methods = ["get", "post", "put", "patch", "delete"]
        let words = ["j-key", "j-text", "j-number", "j-word"]
        var pairs = ["ink", "soft", "faint", "accent"].map { ($0, plain) }
        pairs += (methods + ["good", "bad"]).map { ($0, ["paper", "panel", "sunk"]) }
        pairs += words.map { ($0, ["code"]) }
        pairs += [("warn-ink", ["warn"]), ("accent-ink", ["accent"])]
        pairs += ["ink", "soft", "accent"].map { ($0, ["wash"]) }
        for colors in themes {
            for (name, backgrounds) in pairs {
                let color = try #require(colors[name])
                for behind in backgrounds {
                    #expect(Self.contrast(color, try #require(colors[behind])) >= 4.5, "\(name) on \(behind)")
                }
            }
        }
    }

    /// As WCAG 2.2 defines it.
    private static func contrast(_ one: String, _ other: String) -> Double {
        let light = [one, other].map { color in
            let parts = [1, 3, 5].map { start in
                let digits = color.dropFirst(start).prefix(2)
                let value = Double(Int(digits, radix: 16) ?? 0) / 255
                return value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
            }
            return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
        }
        .sorted()
        return (light[1] + 0.05) / (light[0] + 0.05)
    }

    @Test func `no page is large`() async throws {
        for (path, page) in try await Self.pages() {
            #expect(page.utf8.count < 300_000, "\(path) has \(page.utf8.count) bytes")
        }
        // Loaded when someone searches, and compressed to a third.
        #expect(try await Self.get("docs/search.json").body.count < 600_000)
    }

    @Test func `the scripts are served, each by the name that others import`() async throws {
        let folder = "\(Checkout.root)/Sources/Reference/Scripts"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names.contains("page.js"))
        for name in names {
            let script = try await Self.text("docs/\(name)")
            for match in script.matches(of: /(?:from |import |import\()"\.\/([a-z]+\.js)"/) {
                #expect(names.contains(String(match.1)), "\(name) imports \(match.1)")
            }
        }
    }

    @Test func `calls and resources are shown once, and every link leads somewhere`() async throws {
        let pages = try await Self.pages()
        var anchors: [String: [String]] = [:]
        for (path, page) in pages {
            anchors[path] = Self.values("id", in: page)
            #expect(anchors[path]?.count == Set(anchors[path] ?? []).count, "a duplicate id on \(path)")
        }
        let handbook = try TestReference.routes().handbook
        // Guides have headlines that happen to be called like a call.
        let all = anchors.filter {
            !$0.key.hasPrefix("/docs/guides/") && !$0.key.hasPrefix("/docs/decisions")
        }
        .values.flatMap(\.self)
        for name in handbook.calls.map(\.name) + handbook.schemas.map(\.name) {
            #expect(all.filter { $0 == name }.count == 1, "\(name)")
        }
        let files = Set(try Self.paths().map { "/" + $0 })
        // Those of the processes, which this test does not serve.
        let others: Set<String> = ["/readyz"]
        for (path, page) in pages {
            for link in Self.values("href", in: page)
            where !link.hasPrefix("http") && !link.hasPrefix("/static/") {
                let parts = link.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
                let target = parts[0].isEmpty ? path : parts[0]
                #expect(files.contains(target) || others.contains(target), "\(path) links to \(link)")
                if parts.count > 1 {
                    #expect(anchors[target]?.contains(parts[1]) == true, "\(path) links to \(link)")
                }
            }
        }
    }

    @Test func `samples of wagers are of the demo that has them, and by the client library`() async throws {
        let page = try await Self.text("docs/wagers")
        let chapter = try #require(
            try TestReference.routes().handbook.chapters.first { $0.title == "Wagers" }
        )
        #expect(chapter.calls.count > 15)
        for call in chapter.calls {
            let start = try #require(page.firstRange(of: " id=\"\(call.name)\"")).upperBound
            let article = page[start...]
            let text = article.prefix(upTo: try #require(article.firstRange(of: "</article>")).lowerBound)
            #expect(text.contains("https://parlay.example/v1/wager/"), "\(call.name)")
            #expect(text.contains("parlay.") && !text.contains("URLRequest"), "\(call.name)")
        }
    }

    @Test func `what cannot be undone is asked about`() async throws {
        let handbook = try TestReference.routes().handbook
        for call in handbook.calls where call.method == .delete {
            #expect(CallForm(call: call).html.text.contains(" data-warning=\""), "\(call.name)")
        }
        for name in ["logout", "deleteOwnAccountByPost", "arbitrateWager", "changePassword"] {
            #expect(handbook.calls.first { $0.name == name }?.warning.isEmpty == false, "\(name)")
        }
        #expect(
            try await Self.text("docs/wagers").contains(
                " data-warning=\"This cannot be undone. The decision is final.\""
            )
        )
    }

    @Test func `the type of every problem leads to its paragraph`() async throws {
        let page = try await Self.text("docs/problems")
        let codes = try TestReference.routes().handbook.problems.sections.flatMap(\.entries).map(\.code)
        #expect(codes.count > 20)
        for code in codes { #expect(page.contains("<article class=\"problem\" id=\"\(code)\">"), "\(code)") }
        let problem = Problem(status: 409, code: "match_state", title: "x")
        #expect(problem.type == "/docs/problems#match_state")
    }

    @Test func `text from descriptions cannot become markup`() {
        let text = "<b>&\"`<i>`**<u>**"
        #expect(HTML("\(text)").text == "&lt;b&gt;&amp;&quot;`&lt;i&gt;`**&lt;u&gt;**")
        #expect(
            HTML.inline(text).text
                == "&lt;b&gt;&amp;&quot;<code>&lt;i&gt;</code><strong>&lt;u&gt;</strong>"
        )
    }
}

extension JSONValue {
    fileprivate var object: JSONObject? { if case .object(let object) = self { object } else { nil } }
}
