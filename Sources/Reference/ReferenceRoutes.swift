internal import HTTPServer
internal import ParlayAPI
package import Reactor
internal import Security
internal import Synchronization
package import Tenancy

/// `/openapi.json` and `/docs`, of the routes that are served. They are made when somebody first asks for one, and kept:
/// they cost a tenth of a second and some megabytes, which a front that nobody reads from is spared.
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
    }

    private struct Files: Sendable {
        let document: File
        let page: File
        let problems: File

        init(_ handbook: Handbook, version: String) {
            document = File("application/json", OpenAPI(handbook).document.jsonBytes())
            page = File(ReferencePage(handbook: handbook).html)
            problems = File(ProblemPage(problems: handbook.problems, version: version).html)
        }
    }

    /// Makes the files once, off the event loops.
    private final class Shelf: Sendable {
        private let pool: BlockingPool
        private let make: @Sendable () -> Files
        private let made = Mutex<Files?>(nil)

        init(_ pool: BlockingPool, _ make: @escaping @Sendable () -> Files) {
            self.pool = pool
            self.make = make
        }

        /// `nil` while too many wait for them.
        func files() async -> Files? {
            if let files = made.withLock({ $0 }) { return files }
            return try? await pool.run { [self] in
                // Who waited for the pool's thread finds what the first one made. The lock is never held for long.
                if let files = made.withLock({ $0 }) { return files }
                let files = make()
                made.withLock { $0 = files }
                return files
            }
        }
    }

    package let routes: [PlatformRoute]
    private let surfaces: [Surface]
    private let platform: [PlatformRoute]
    private let version: String

    /// - Parameters:
    ///   - surfaces: all of them; only `/v1` is described, for the others speak as other servers did.
    ///   - platform: the other routes outside of tenants.
    ///   - pool: where the documents are made. One thread is enough.
    package init(_ surfaces: [Surface], platform: [PlatformRoute], version: String, pool: BlockingPool) {
        let surfaces = surfaces.filter { $0.prefix == ["v1"] }
        let shelf = Shelf(pool) {
            Files(Self.handbook(surfaces, platform, version: version), version: version)
        }
        self.surfaces = surfaces
        self.platform = platform
        self.version = version
        routes = Self.routes { await shelf.files() }
    }

    /// What the documents say.
    package var handbook: Handbook { Self.handbook(surfaces, platform, version: version) }

    private static func handbook(_ surfaces: [Surface], _ platform: [PlatformRoute], version: String)
        -> Handbook
    {
        // The reference describes its own routes too.
        let own = routes { nil }
        return Handbook(surfaces.flatMap(\.routes), platform: platform + own, version: version)
    }

    private static func routes(_ files: @escaping @Sendable () async -> Files?) -> [PlatformRoute] {
        [
            PlatformRoute(.get, "openapi.json", "This reference as OpenAPI 3.1") { request in
                serve(await files()?.document, request)
            }
            .named("getOpenAPI")
            .answering(200, .media(["application/json"]), "The document."),
            PlatformRoute(.get, "docs", "This reference as a page") { request in
                serve(await files()?.page, request)
            }
            .named("getReference")
            .answering(200, .media(["text/html"]), "The page."),
            PlatformRoute(.get, "docs/problems", "Every problem code as a page") { request in
                serve(await files()?.problems, request)
            }
            .named("getProblems")
            .explained("The `type` of a problem points here: `/docs/problems#match_state`.")
            .answering(200, .media(["text/html"]), "The page."),
        ]
    }

    /// The gateway compresses it, and says 304 to those who have it.
    private static func serve(_ file: File?, _ request: Request) -> Response {
        guard let file else {
            let problem = Problem(
                status: 503,
                code: "overloaded",
                title: "Overloaded",
                detail: "The reference is being made for too many at once. Try again in a second."
            )
            return .problem(problem, requestID: request.head.id).with("Retry-After", "1")
        }
        return Response(status: 200, contentType: file.contentType, body: file.bytes)
            .tagged(file.tag)
            .with("Cache-Control", "no-cache")
            .with("Content-Security-Policy", ReferencePage.policy)
            .with("Referrer-Policy", "no-referrer")
            .with("X-Content-Type-Options", "nosniff")
    }
}
