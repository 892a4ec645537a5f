internal import HTTPServer

/// Tells browsers which other sites may call a tenant (Fetch Standard, 3.2). Never with credentials: the program that
/// holds a token sends it, not the browser.
extension Response {
    private static let exposed =
        "ETag, Link, Location, X-Request-Id, Retry-After, Idempotency-Replayed, RateLimit-Limit, RateLimit-Remaining, "
        + "RateLimit-Reset, Stream-Position"
    private static let taken =
        "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id"

    /// Lets the asking site read the answer, if the tenant lists it.
    consuming func shared(with head: RequestHead, of tenant: Tenant) -> Response {
        let origins = tenant.settings.allowedOrigins
        guard !origins.isEmpty else { return self }
        var response = varying(by: "Origin")
        guard let origin = Self.allowed(head, origins) else { return response }
        response.headers.add("Access-Control-Allow-Origin", origin)
        response.headers.add("Access-Control-Expose-Headers", Self.exposed)
        return response
    }

    /// The answer to a browser's preflight request.
    func preflight(_ head: RequestHead, of tenant: Tenant, allow: String) -> Response {
        let origins = tenant.settings.allowedOrigins
        guard !origins.isEmpty else { return self }
        var response = varying(by: "Origin")
        guard let origin = Self.allowed(head, origins) else { return response }
        response.headers.add("Access-Control-Allow-Origin", origin)
        if head.headers["Access-Control-Request-Method"] != nil {
            response.headers.add("Access-Control-Allow-Methods", allow)
            response.headers.add("Access-Control-Allow-Headers", Self.taken)
            response.headers.add("Access-Control-Max-Age", "600")
        }
        return response
    }

    /// The value of `Access-Control-Allow-Origin`: the asking origin if it is listed, or `*` if all are.
    private static func allowed(_ head: RequestHead, _ origins: [String]) -> String? {
        guard let origin = head.headers["Origin"] else { return nil }
        if origins.contains("*") { return "*" }
        return origins.contains { WebOrigin.canonical($0) == origin } ? origin : nil
    }
}
