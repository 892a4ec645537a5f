internal import HTTPServer
internal import Observability
internal import ParlayAPI
internal import Reactor

/// `/metrics` on an address of its own, for a network that the public does not reach.
enum MetricsServer {
    static func make(_ address: HostAndPort, registry: MetricRegistry, loops: [EventLoop]) -> FrontServer {
        var settings = ServerSettings()
        settings.host = address.host
        settings.port = address.port
        return FrontServer(
            settings,
            application: Exposition(registry: registry),
            loops: loops,
            observer: { _ in }
        )
    }

    private struct Exposition: HTTPApplication {
        let registry: MetricRegistry

        func admit(_ head: RequestHead, trace: RequestTrace) -> Admission {
            guard RequestTarget.segments(head.path) == ["metrics"] else {
                let problem = Problem(
                    status: 404,
                    code: "not_found",
                    title: "Not found",
                    detail: "Only /metrics is served at this address."
                )
                return .respond(refusal(problem, of: head))
            }
            guard head.method == .get || head.method == .head else {
                let problem = Problem(status: 405, code: "method_not_allowed", title: "Method not allowed")
                return .respond(refusal(problem, of: head).with("Allow", "GET, HEAD"))
            }
            return .handle(
                Handling { _ in
                    Response(
                        status: 200,
                        contentType: MetricRegistry.contentType,
                        body: registry.exposition()
                    )
                    .with("Cache-Control", "no-store")
                }
            )
        }
    }
}
