package import HTTPServer
package import ParlayAPI

/// A route outside every tenant, such as `/healthz`.
package struct PlatformRoute: RouteDescribing, Sendable {
    package let method: HTTPMethod
    /// Without leading and trailing slashes.
    package let pattern: String
    package let summary: String
    package let handler: Gateway.PlatformHandler
    /// The module that the path belongs to, if any.
    package internal(set) var module: Module?
    package var description = RouteDescription()

    package init(
        _ method: HTTPMethod,
        _ pattern: String,
        _ summary: String,
        handler: @escaping Gateway.PlatformHandler
    ) {
        self.method = method
        self.pattern = pattern
        self.summary = summary
        self.handler = handler
    }
}
