internal import HTTPServer
internal import ParlayAPI
internal import Tenancy

/// `/hosts/check?domain=`: a proxy asks whether a host leads to a tenant before it gets a certificate for it. Answered on loopback and
/// to trusted proxies only.
struct HostRoutes: Sendable {
    let registry: TenantRegistry
    let proxies: TrustedProxies

    var routes: [PlatformRoute] {
        [PlatformRoute(.get, "hosts/check", "Whether a host is a tenant's", handler: check)]
    }

    private func check(_ request: Request) -> Response {
        let head = request.head
        guard head.peer.isLoopback || proxies.contains(head.peer) else {
            return Self.refusal(TenancyError.notFound("Not found."), head)
        }
        let domain = (RequestTarget.pairs(head.query) ?? []).last { $0.name == "domain" }?.value
        guard registry.tenant(at: domain) != nil else {
            return Self.refusal(TenancyError.notFound("No tenant has this host."), head)
        }
        return .text("ok\n").with("Cache-Control", "no-store")
    }

    private static func refusal(_ error: TenancyError, _ head: RequestHead) -> Response {
        .problem(error.problem, requestID: head.id).with("Cache-Control", "no-store")
    }
}
