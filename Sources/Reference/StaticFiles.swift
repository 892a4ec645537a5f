internal import HTTPServer
internal import Pages
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
    /// Whether pages of any origin may load it.
    let isShared: Bool

    init(_ contentType: String, _ bytes: [UInt8], isShared: Bool = false) {
        self.contentType = contentType
        body = SharedBytes(compressing: bytes)
        tag = String(sha256(bytes).hex.prefix(32))
        self.isShared = isShared
    }

    init(_ page: Page, version: String) {
        self.init("text/html; charset=utf-8", Array(page.html(version: version).text.utf8))
    }

    /// The gateway answers 304 to clients that have it.
    var response: Response {
        var response = Response(status: 200, contentType: contentType, body: body)
        if isShared { response = response.with("Access-Control-Allow-Origin", "*") }
        return response.tagged(tag)
            .with("Cache-Control", "no-cache")
            .with("Content-Security-Policy", Page.policy)
            .with("Referrer-Policy", "no-referrer")
    }
}

/// The files of the reference by their paths. They are rendered on the first request, outside of the event loops, and
/// kept: rendering takes a tenth of a second and some megabytes, which a front without readers saves.
final class StaticFiles: Sendable {
    private final class Made: Sendable {
        let files = Mutex<[String: StaticFile]?>(nil)
    }

    private let made: Made
    /// However many ask first, the files are made once.
    private let making: SharedWork<[String: StaticFile]>

    init(_ pool: BlockingPool, _ make: @escaping @Sendable () -> [String: StaticFile]) {
        let made = Made()
        self.made = made
        making = SharedWork { done in
            let isAccepted = pool.submit {
                // Another run may have ended just before this one began.
                let files = made.files.withLock { $0 } ?? make()
                made.files.withLock { $0 = files }
                done(files)
            }
            if !isAccepted { done(nil) }
        }
    }

    func response(_ path: String, _ request: Request) async -> Response {
        guard let files = await files() else {
            let problem = Problem.overloaded("The reference is not ready. Try again in a second.")
            return .problem(problem, requestID: request.head.id).withRetryAfter
        }
        guard let file = files[path] else { return .problem(MissingPage.problem, requestID: request.head.id) }
        return file.response
    }

    /// `nil` while the process stops.
    private func files() async -> [String: StaticFile]? {
        if let files = made.files.withLock({ $0 }) { return files }
        return await making.value()
    }
}
