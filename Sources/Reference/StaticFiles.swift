internal import HTTPServer
internal import ParlayAPI
internal import Reactor
internal import Security
internal import Synchronization
internal import Tenancy

/// A document that is the same for everybody until the next start.
struct StaticFile: Sendable {
    let contentType: String
    let body: SharedBytes
    let tag: String

    init(_ contentType: String, _ bytes: [UInt8]) {
        self.contentType = contentType
        body = SharedBytes(compressing: bytes)
        tag = String(sha256(bytes).hex.prefix(32))
    }

    init(_ page: Page, version: String) {
        self.init("text/html; charset=utf-8", Array(page.html(version: version).text.utf8))
    }

    /// The gateway answers 304 to clients that have it.
    var response: Response {
        Response(status: 200, contentType: contentType, body: body)
            .tagged(tag)
            .with("Cache-Control", "no-cache")
            .with("Content-Security-Policy", Page.policy)
            .with("Referrer-Policy", "no-referrer")
            .with("X-Content-Type-Options", "nosniff")
    }
}

/// The files of the reference by their paths. They are rendered on the first request, outside of the event loops, and
/// kept: rendering takes a tenth of a second and some megabytes, which a front without readers saves.
final class StaticFiles: Sendable {
    private let pool: BlockingPool
    private let make: @Sendable () -> [String: StaticFile]
    private let made = Mutex<[String: StaticFile]?>(nil)

    init(_ pool: BlockingPool, _ make: @escaping @Sendable () -> [String: StaticFile]) {
        self.pool = pool
        self.make = make
    }

    func response(_ path: String, _ request: Request) async -> Response {
        guard let files = await files() else {
            let problem = Problem(
                status: 503,
                code: "overloaded",
                title: "Overloaded",
                detail: "Too many clients are loading the reference. Try again in a second."
            )
            return .problem(problem, requestID: request.head.id).with("Retry-After", "1")
        }
        guard let file = files[path] else {
            let problem = Problem(
                status: 404,
                code: "not_found",
                title: "Not found",
                detail: "There is no such page. See /docs for the list."
            )
            return .problem(problem, requestID: request.head.id)
        }
        return file.response
    }

    /// `nil` while too many requests wait for them.
    private func files() async -> [String: StaticFile]? {
        if let files = made.withLock({ $0 }) { return files }
        return try? await pool.run { [self] in
            // Requests that waited for the pool's thread find the result of the first one. The lock is never held for
            // long.
            if let files = made.withLock({ $0 }) { return files }
            let files = make()
            made.withLock { $0 = files }
            return files
        }
    }
}
