internal import HTTPServer
internal import Markup
package import Outbound
internal import ParlayAPI
package import Reactor

/// What a request to a feed's source needs.
struct FeedRequest: Sendable {
    let url: String?
    let options: FeedOptions
    let key: String?
}

/// Requests what a feed's source has, and reads the answers.
package final class FeedReader: Sendable {
    private static let timeout = Duration.seconds(20)
    private static let redirectLimit = 3

    private let loop: EventLoop
    private let pages: HTTPClient
    private let api: HTTPClient
    private let base: String
    private let pool: BlockingPool

    /// - Parameters:
    ///   - pages: its `AddressRule` decides which pages are allowed.
    ///   - api: for The Odds API, whose address is the operator's.
    ///   - base: the address of The Odds API.
    package init(loop: EventLoop, pages: HTTPClient, api: HTTPClient, base: String) throws {
        self.loop = loop
        self.pages = pages
        self.api = api
        self.base = String(base.reversed().drop { $0 == "/" }.reversed())
        // A page can take a second for each XPath.
        pool = try BlockingPool(name: "pages", threads: 2, capacity: 64, niceness: 5)
    }

    package func close() {
        pages.close()
        api.close()
        pool.stop()
    }

    struct Answer {
        let reading: Result<SourceReading, SourceError>
        let quota: SourceQuota?
    }

    /// - Throws: only if the task is cancelled.
    func read(_ request: FeedRequest, _ part: SourceReading.Part, now: Timestamp) async throws -> Answer {
        let watch = XPathWatch()
        let source: any OddsSource
        switch request.options {
        case .page(let options): source = PageSource(url: request.url ?? "", options: options, watch: watch)
        case .oddsAPI(let options):
            source = OddsAPISource(base: base, options: options, key: request.key ?? "")
        }
        let response: OutboundResponse
        do {
            response = try await fetch(source.url(for: part), with: source.isWhole ? pages : api)
        } catch let error as HTTPClientError {
            try Task.checkCancellation()
            return Answer(reading: .failure(.unavailable("No answer: \(error).")), quota: nil)
        } catch let error as SourceError {
            return Answer(reading: .failure(error), quota: nil)
        }
        let quota = source.isWhole ? nil : SourceQuota { response.header($0) }
        guard response.status == 200 else {
            let error = source.failure(
                status: response.status,
                body: response.body,
                retryAfter: response.retryAfter
            )
            return Answer(reading: .failure(error), quota: quota)
        }
        let body = response.body
        let reading = try await watching(watch) {
            Result { () throws(SourceError) in try source.read(body, part: part, now: now) }
        }
        return Answer(reading: reading, quota: quota)
    }

    /// Reads on a thread of the pool, and ends XPaths that take too long.
    private func watching<Value: Sendable>(
        _ watch: XPathWatch,
        _ body: @escaping @Sendable () -> Result<Value, SourceError>
    ) async throws -> Result<Value, SourceError> {
        try await withThrowingTaskGroup(of: Void.self) { [loop, pool] group in
            group.addTask {
                while !Task.isCancelled {
                    await loop.sleep(for: .milliseconds(50))
                    watch.check()
                }
            }
            defer { group.cancelAll() }
            do {
                return try await pool.run(body)
            } catch is ReactorError {
                return .failure(.unavailable("Too many feeds are read at the same time."))
            }
        }
    }

    /// Follows redirects to the same host and port only.
    private func fetch(_ url: String, with client: HTTPClient) async throws -> OutboundResponse {
        var url = url
        for _ in 0...Self.redirectLimit {
            var request = OutboundRequest(.get, url)
            request.headers = [
                ("User-Agent", "Parlay"), ("Accept", "text/html, application/json;q=0.9, */*;q=0.1"),
            ]
            request.timeout = Self.timeout
            request.bodyLimit = HTMLPage.limit
            request.decompresses = true
            let response = try await client.send(request)
            guard [301, 302, 303, 307, 308].contains(response.status),
                let location = response.header("Location")
            else { return response }
            url = try Self.target(of: location, from: url)
        }
        throw SourceError.unavailable("The source redirects too often.")
    }

    static func target(of location: String, from url: String) throws(SourceError) -> String {
        guard let old = OutboundURL(url) else { throw .unavailable("The source redirects.") }
        if location.hasPrefix("/"), !location.hasPrefix("//") {
            return "\(old.isSecure ? "https" : "http")://\(old.host):\(old.port)\(location)"
        }
        guard let new = OutboundURL(location), new.host.lowercased() == old.host.lowercased(),
            !new.hasCredentials
        else { throw .unavailable("The source redirects to another host.") }
        guard new.isSecure || !old.isSecure else { throw .unavailable("The source redirects to http.") }
        // From `http` to `https`, as many servers ask, with the usual ports.
        let isUpgrade = new.isSecure && !old.isSecure && (old.port, new.port) == (80, 443)
        guard new.port == old.port || isUpgrade else {
            throw .unavailable("The source redirects to another port.")
        }
        return location
    }
}
