internal import Console
internal import HTTPServer
internal import Observability
internal import ParlayAPI
internal import Reactor
internal import Tenancy

/// Serves `/metrics`, and for a worker `/healthz` and `/readyz`, on its own address, which the public should not
/// reach.
enum MetricsServer {
    /// One path of one segment.
    struct Page: Sendable {
        let name: String
        let answer: @Sendable (Request) async -> Response
    }

    /// - Parameters:
    ///   - sharesPort: whether another process can listen on the same port, as fronts do when they replace each
    ///     other.
    ///   - pages: what is served besides `/metrics`.
    static func make(
        _ address: HostAndPort,
        registry: MetricRegistry,
        sharesPort: Bool = true,
        pages: [Page] = [],
        loops: [EventLoop]
    ) -> FrontServer {
        var settings = ServerSettings()
        settings.host = address.host
        settings.port = address.port
        settings.sharesPort = sharesPort
        let metrics = Page(name: "metrics") { _ in
            Response(status: 200, contentType: MetricRegistry.contentType, body: registry.exposition())
                .with("Cache-Control", "no-store")
        }
        return FrontServer(
            settings,
            application: Pages(pages: pages + [metrics]),
            loops: loops,
            observer: { _ in }
        )
    }

    private struct Pages: HTTPApplication {
        let pages: [Page]

        func admit(_ head: RequestHead, trace: RequestTrace) -> Admission {
            guard let page = pages.first(where: { RequestTarget.segments(head.path) == [$0.name] }) else {
                let names = pages.map { "/\($0.name)" }.joined(separator: ", ")
                let problem = Problem(
                    status: 404,
                    code: "not_found",
                    title: "Not found",
                    detail: "This address only serves \(names)."
                )
                return .respond(refusal(problem, of: head))
            }
            guard head.method == .get || head.method == .head else {
                let problem = Problem(status: 405, code: "method_not_allowed", title: "Method not allowed")
                return .respond(refusal(problem, of: head).with("Allow", "GET, HEAD"))
            }
            return .handle(Handling { await page.answer($0) })
        }
    }
}
