import HTTPServer
import ParlayAPI
import Security
import Tenancy
import Testing

@testable import App
@testable import Reference

/// `/openapi.json` and `/docs` as they are served.
@Suite struct ReferenceServingTests {
    private static func get(_ pattern: String) async throws -> Response {
        let route = try #require(try TestReference.routes().routes.first { $0.pattern == pattern })
        let head = RequestHead(
            methodName: "GET",
            path: "/\(pattern)",
            query: nil,
            headers: Headers(),
            peer: PeerAddress(bytes: [192, 0, 2, 1]),
            id: "reference",
            contentLength: nil,
            isChunked: false
        )
        return await route.handler(
            Request(head: head, parameters: PathParameters(), body: [], trace: RequestTrace())
        )
    }

    private static func text(_ pattern: String) async throws -> String {
        String(decoding: try await get(pattern).body, as: UTF8.self)
    }

    @Test func `the document has every route of the surface, and nothing else`() async throws {
        let document = try JSONParser.parseObject(try await Self.get("openapi.json").body)
        var found: Set<String> = []
        for path in try #require(document["paths"]?.object).members {
            for operation in try #require(path.value.object).members {
                found.insert("\(operation.key.uppercased()) \(path.key)")
            }
        }
        let surface = try #require(try WalkWorld.surfaces().first { $0.prefix == ["v1"] })
        let routes = surface.routes.map {
            "\($0.method.rawValue) \(CallDescription.path("/v1/{tenant}/", $0.pattern))"
        }
        #expect(found == Set(routes + ["GET /openapi.json", "GET /docs", "GET /docs/problems"]))
    }

    @Test func `every reference in the document leads somewhere`() async throws {
        let document = try JSONParser.parseObject(try await Self.get("openapi.json").body)
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

    @Test(arguments: ["openapi.json", "docs", "docs/problems"])
    func `a document has a tag that stays`(_ pattern: String) async throws {
        let whole = try await Self.get(pattern)
        #expect(whole.status == 200)
        let tag = try #require(whole.headers["ETag"])
        #expect(try await Self.get(pattern).headers["ETag"] == tag)
    }

    @Test(arguments: ["docs", "docs/problems"])
    func `a page needs nothing from elsewhere and runs no script but its own`(_ pattern: String) async throws
    {
        let page = try await Self.text(pattern)
        let policy = try #require(try await Self.get(pattern).headers["Content-Security-Policy"])
        #expect(policy.hasPrefix("default-src 'none'"))
        for element in ["style", "script"] {
            for part in page.split(separator: "<\(element)>").dropFirst() {
                let content = part.prefix(upTo: try #require(part.firstRange(of: "</\(element)>")).lowerBound)
                let digest = Base64URL.encode(sha256(String(content)).bytes)
                #expect(policy.contains("'sha256-\(digest)='"), "\(element) is not allowed by the policy")
            }
            #expect(!page.contains("<\(element) "), "a \(element) with attributes")
        }
        #expect(page.contains("<style>"))
        for word in [" style=\"", " onclick=", "src=\"http", "href=\"http", "url(http", "@import"] {
            #expect(!page.contains(word), "\(word)")
        }
    }

    @Test func `the page shows every call and resource once, and its links lead somewhere`() async throws {
        let page = try await Self.text("docs")
        let handbook = try TestReference.routes().handbook
        let anchors = page.split(separator: " id=\"").dropFirst().compactMap {
            $0.split(separator: "\"").first
        }
        #expect(anchors.count == Set(anchors).count, "an id stands twice")
        for call in handbook.calls { #expect(anchors.contains(call.name[...]), "\(call.name)") }
        for schema in handbook.schemas { #expect(anchors.contains(schema.name[...]), "\(schema.name)") }
        for link in page.split(separator: "href=\"#").dropFirst().compactMap({
            $0.split(separator: "\"").first
        }) {
            #expect(anchors.contains(link), "#\(link) leads nowhere")
        }
    }

    @Test func `samples of wagers are of the demo that has them, and by the client library`() async throws {
        let page = try await Self.text("docs")
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

    @Test func `the type of every problem leads to its paragraph`() async throws {
        let page = try await Self.text("docs/problems")
        let codes = try TestReference.routes().handbook.problems.sections.flatMap(\.entries).map(\.code)
        #expect(codes.count > 20)
        for code in codes { #expect(page.contains("<article class=\"problem\" id=\"\(code)\">"), "\(code)") }
        let problem = Problem(status: 409, code: "match_state", title: "x")
        #expect(problem.type == "/docs/problems#match_state")
        // What the pages link to is there.
        let calls = try await Self.text("docs")
        for link in calls.split(separator: "href=\"/docs/problems#").dropFirst() {
            let code = String(link.prefix { $0 != "\"" })
            #expect(codes.contains(code), "\(code)")
        }
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
