internal import HTTPServer
internal import ParlayAPI

/// A route with its name in logs and metrics: `/v1/{tenant}/profiles/{id}/`.
final class RegisteredRoute: Sendable {
    let route: TenantRoute
    let label: String
    /// Distinguishes it from the gateway's other routes.
    let number: Int
    /// The route's handler, after the checks of its declaration.
    let prepare: @Sendable (Call) async throws -> TenantRoute.Handler
    /// The handler of a route without preparation, whose body needs no check.
    let direct: TenantRoute.Handler?

    init(_ route: TenantRoute, label: String, number: Int) {
        self.route = route
        self.label = label
        self.number = number
        let refusesFields = route.body == .none && !route.ignoresBody
        let prepare = refusesFields ? Self.withoutFields(route.prepare) : route.prepare
        let checksQuery = !route.checksQueryItself
        self.prepare = { call in
            if checksQuery { _ = try call.query }
            return try await prepare(call)
        }
        direct = refusesFields ? nil : route.handler
    }

    /// Refuses a body of a type that the route does not read.
    func requireMediaType(_ request: Request) throws {
        let body = route.body
        guard !route.ignoresBody, request.head.hasBody || body == .json else { return }
        if request.head.headers["Content-Encoding"] != nil {
            throw TenancyError.unsupportedMediaType("Send the body without Content-Encoding.")
        }
        guard request.head.hasBody else { return }
        let name = request.head.mediaType
        if case .media(let types, _) = body {
            if let name, types.contains(name) { return }
            throw TenancyError.unsupportedMediaType(
                "Set Content-Type to \(types.joined(separator: ", or "))."
            )
        }
        if case .form = body {
            if name == "application/x-www-form-urlencoded" || name == "multipart/form-data" { return }
            throw TenancyError.unsupportedMediaType("Send a form.")
        }
        if name == "application/json" { return }
        if body == .jsonOrForm && name == "application/x-www-form-urlencoded" { return }
        throw TenancyError.unsupportedMediaType(
            name.map { "The media type \"\($0)\" is not supported here; send application/json." }
                ?? "Set Content-Type to application/json."
        )
    }

    /// Refuses the members of a body without fields. In the error precedence this comes after the row's checks and
    /// before its state, which only the handler knows. So the handler runs, and its changes are undone.
    private static func withoutFields(
        _ prepare: @escaping @Sendable (Call) async throws -> TenantRoute.Handler
    ) -> @Sendable (Call) async throws -> TenantRoute.Handler {
        { call in
            let handler = try await prepare(call)
            guard !call.request.body.isEmpty else { return handler }
            var errors = FieldErrors()
            errors.refuseMembers(of: try call.object())
            guard !errors.isEmpty else { return handler }
            let refusal = Problem.invalidFields(errors)
            return { call in
                do {
                    return try await call.session.transaction {
                        _ = try await handler(call)
                        throw refusal
                    }
                } catch let error as any ProblemConvertible where error.problem.status == 409 {
                    throw refusal
                }
            }
        }
    }
}
