package import HTTPServer
package import ParlayAPI

/// An address of a tenant for browsers outside of its app, such as `/live/{tenant}`. It needs no token, so it shows only what everybody may see.
package struct TenantPage: RouteDescribing, Sendable {
    /// The path before the tenant's slug: `live`.
    package let path: String
    package let summary: String
    /// `nil` answers 404.
    let response: @Sendable (Tenant) -> Response?
    package var description = RouteDescription()

    package init(
        _ path: String,
        _ summary: String,
        response: @escaping @Sendable (Tenant) -> Response?
    ) {
        self.path = path
        self.summary = summary
        self.response = response
    }

    /// The route of the page. Tenants that are unknown, suspended or without the page answer 404.
    ///
    /// - Parameter module: what the page belongs to.
    package func route(for tenants: TenantRegistry, of module: Module) -> PlatformRoute {
        var route = PlatformRoute(.get, "\(path)/{tenant}", summary) { request in
            func refusal(_ problem: Problem) -> Response {
                .problem(problem, requestID: request.head.id).with("Cache-Control", "no-store")
            }
            guard let tenant = request.parameters["tenant"].flatMap(tenants.tenant), tenant.isActive else {
                return refusal(.unknownTenant)
            }
            request.trace.tenant = (tenant.id.rawValue, tenant.slug)
            guard tenant.modules.contains(module), let response = response(tenant) else {
                return refusal(.unknownPath)
            }
            return response
        }
        route.module = module
        route.description = description
        return route
    }
}
