internal import HTTPServer
import Testing

@Suite struct RouterTests {
    private static func router(_ routes: (HTTPMethod, String)...) -> Router<String> {
        var router = Router<String>()
        for (method, pattern) in routes { router.add(method, pattern, "\(method.rawValue) \(pattern)") }
        return router
    }

    /// The route that `path` finds with its parameters, or what is said instead.
    private static func find(_ router: Router<String>, _ method: HTTPMethod?, _ path: String) -> String {
        guard let segments = RequestTarget.segments(path) else { return "malformed" }
        return switch router.match(method, segments[...]) {
        case .found(let number, let parameters):
            ([router[number]]
                + ["id", "name", "other"].compactMap { name in parameters[name].map { "\(name)=\($0)" } })
                .joined(separator: " ")
        case .methodNotAllowed(let allow): "405 \(allow)"
        case .options(let allow): "options \(allow)"
        case .notFound: "404"
        }
    }

    @Test func `a literal is preferred to an id and that to text`() {
        let router = Self.router((.get, "a/me"), (.get, "a/{id:id}"), (.get, "a/{name}"))
        #expect(Self.find(router, .get, "/a/me") == "GET a/me")
        #expect(Self.find(router, .get, "/a/12") == "GET a/{id:id} id=12")
        #expect(Self.find(router, .get, "/a/Me") == "GET a/{name} name=Me")
        #expect(Self.find(router, .get, "/a") == "404")
        #expect(Self.find(router, .get, "/a/b/c") == "404")
    }

    @Test func `a preferred branch that ends nowhere gives way to the next`() {
        let router = Self.router((.get, "a/me/photo"), (.get, "a/{name}/{other}"), (.get, "a/{id:id}/x"))
        #expect(Self.find(router, .get, "/a/me/photo") == "GET a/me/photo")
        #expect(Self.find(router, .get, "/a/me/else") == "GET a/{name}/{other} name=me other=else")
        #expect(Self.find(router, .get, "/a/5/y") == "GET a/{name}/{other} name=5 other=y")
    }

    @Test(arguments: ["0", "-1", "+1", "9223372036854775808", "1.0", "1a", "٣", "0x1", "%20 1", "01", "00"])
    func `what is no positive integer is no id`(text: String) {
        #expect(Self.find(Self.router((.get, "a/{id:id}")), .get, "/a/\(text)") == "404")
    }

    @Test func `the trailing slash is optional, further ones are another path`() {
        let router = Self.router((.get, "a/b"), (.get, "c/{name}"))
        #expect(Self.find(router, .get, "/a/b") == "GET a/b")
        #expect(Self.find(router, .get, "/a/b/") == "GET a/b")
        for path in ["/a/b//", "//a/b", "/a//b", "/c/", "/c//", "/c"] {
            #expect(Self.find(router, .get, path) == "404", "\(path)")
        }
    }

    @Test func `HEAD goes with GET and Allow names what there is`() {
        let router = Self.router((.get, "a"), (.delete, "a"), (.post, "b"))
        #expect(Self.find(router, .head, "/a") == "GET a")
        #expect(Self.find(router, .head, "/b") == "405 OPTIONS, POST")
        #expect(Self.find(router, .put, "/a") == "405 DELETE, GET, HEAD, OPTIONS")
        #expect(Self.find(router, nil, "/a") == "405 DELETE, GET, HEAD, OPTIONS")
        #expect(Self.find(router, .options, "/b") == "options OPTIONS, POST")
        #expect(Self.find(router, .options, "/c") == "404")
    }

    @Test func `segments are decoded once and strictly`() {
        #expect(RequestTarget.segments("/a%20b/%C3%A9/a+b") == ["a b", "é", "a+b"])
        #expect(RequestTarget.segments("/%2541") == ["%41"])
        #expect(RequestTarget.segments("/a%2Fb") == ["a/b"])
        #expect(RequestTarget.segments("/") == [])
        #expect(RequestTarget.segments("//") == [""])
        let malformed = [
            "", "a", "/%", "/%4", "/%4g", "/%+1", "/%00", "/%ff", "/%C0%80", "/%ED%A0%80", "/..", "/a/../b",
            "/%2e%2e",
            "/.%2E/", "/./a",
        ]
        for path in malformed { #expect(RequestTarget.segments(path) == nil, "\(path)") }
        #expect(RequestTarget.segments("/..a/a..") == ["..a", "a.."])
    }

    @Test func `a query's pairs keep their order`() {
        func pairs(_ query: String?) -> [String]? {
            RequestTarget.pairs(query)?.map { "\($0.name)=\($0.value)" }
        }
        #expect(pairs("b=1&a=2&b=3") == ["b=1", "a=2", "b=3"])
        #expect(pairs("a=x+y%2B%26&c") == ["a=x y+&", "c="])
        #expect(pairs("a=b=c&&d") == ["a=b=c", "d="])
        #expect(pairs(nil) == [] && pairs("") == [])
        #expect(pairs("a=%zz") == nil && pairs("%00=a") == nil && pairs("a=%ff") == nil)
    }
}
