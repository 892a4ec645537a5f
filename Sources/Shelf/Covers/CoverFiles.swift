internal import HTTPServer
internal import Outbound
internal import ParlayAPI
internal import Reactor
internal import Synchronization
internal import Tenancy

/// `/covers/{size}/{name}`: pictures of the catalog from this server, because pages load nothing from anywhere else.
final class CoverFiles: Sendable {
    /// Made with the first request, on whose loop it works from then on.
    private let made = Mutex<CoverCache?>(nil)

    var route: PlatformRoute {
        PlatformRoute(.get, "covers/{size}/{name}", "Picture of a game") { [self] request in
            await response(to: request)
        }
    }

    private func response(to request: Request) async -> Response {
        let parameters = request.parameters
        guard let size = CoverPicture.Size(rawValue: parameters["size"] ?? ""),
            let picture = CoverPicture(parameters["name"] ?? "", size)
        else { return refusal(404, request) }
        guard let cache = try? cache() else { return refusal(502, request) }
        switch await cache.find(picture) {
        case .image(let image):
            return Response(status: 200, contentType: image.type.rawValue, body: image.bytes)
                // A picture of a name never changes.
                .with("Cache-Control", "public, max-age=2592000, immutable")
                .with("Content-Security-Policy", "default-src 'none'")
        case .missing: return refusal(404, request)
        case .unavailable: return refusal(502, request)
        }
    }

    private func cache() throws -> CoverCache {
        guard let loop = EventLoop.current else { throw LoopMissing() }
        return try made.withLock { made in
            if let made { return made }
            let client = try HTTPClient(on: loop, addresses: .publicOnly)
            let cache = CoverCache(client, on: loop)
            made = cache
            return cache
        }
    }

    private func refusal(_ status: Int, _ request: Request) -> Response {
        let problem =
            status == 404
            ? Problem(status: 404, code: "not_found", title: "Not found", detail: "There is no such picture.")
            : Problem(
                status: 502,
                code: "picture_unavailable",
                title: "Picture unavailable",
                detail: "The source of the picture does not answer."
            )
        return Response.problem(problem, requestID: request.head.id)
            .with("Cache-Control", "public, max-age=\(status == 404 ? 600 : 30)")
    }
}
