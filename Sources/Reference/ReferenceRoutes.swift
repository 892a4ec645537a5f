internal import HTTPServer
internal import ParlayAPI
internal import Security
package import Tenancy

/// `/openapi.json` and `/docs`: made once at the start, of the routes that are served.
package struct ReferenceRoutes: Sendable {
    /// A document that is the same for everybody until the next start.
    private struct File: Sendable {
        let contentType: String
        let bytes: [UInt8]
        let tag: String

        init(_ contentType: String, _ bytes: [UInt8]) {
            self.contentType = contentType
            self.bytes = bytes
            tag = String(sha256(bytes).hex.prefix(32))
        }

        init(_ html: HTML) { self.init("text/html; charset=utf-8", Array(html.text.utf8)) }

        static let empty = File("", [])
    }

    package let routes: [PlatformRoute]
    package let handbook: Handbook

    /// - Parameters:
    ///   - surfaces: all of them; only `/v1` is described, for the others speak as other servers did.
    ///   - platform: the other routes outside of tenants.
    package init(_ surfaces: [Surface], platform: [PlatformRoute], version: String) {
        let routes = surfaces.filter { $0.prefix == ["v1"] }.flatMap(\.routes)
        // The reference describes its own routes too, so they are declared before there is anything to serve.
        let own = Self.routes(document: .empty, page: .empty, problems: .empty)
        let handbook = Handbook(routes, platform: platform + own, version: version)
        let page = ReferencePage(handbook: handbook)
        let problems = ProblemPage(problems: handbook.problems, version: version)
        self.handbook = handbook
        self.routes = Self.routes(
            document: File("application/json", OpenAPI(handbook).document.jsonBytes()),
            page: File(page.html),
            problems: File(problems.html)
        )
    }

    private static func routes(document: File, page: File, problems: File) -> [PlatformRoute] {
        [
            PlatformRoute(.get, "openapi.json", "This reference as OpenAPI 3.1") { _ in serve(document) }
                .named("getOpenAPI")
                .answering(200, .media(["application/json"]), "The document."),
            PlatformRoute(.get, "docs", "This reference as a page") { _ in serve(page) }
                .named("getReference")
                .answering(200, .media(["text/html"]), "The page."),
            PlatformRoute(.get, "docs/problems", "Every problem code as a page") { _ in serve(problems) }
                .named("getProblems")
                .explained("The `type` of a problem points here: `/docs/problems#match_state`.")
                .answering(200, .media(["text/html"]), "The page."),
        ]
    }

    /// The gateway compresses it, and says 304 to those who have it.
    private static func serve(_ file: File) -> Response {
        Response(status: 200, contentType: file.contentType, body: file.bytes)
            .tagged(file.tag)
            .with("Cache-Control", "no-cache")
            .with("Content-Security-Policy", ReferencePage.policy)
            .with("Referrer-Policy", "no-referrer")
            .with("X-Content-Type-Options", "nosniff")
    }
}
