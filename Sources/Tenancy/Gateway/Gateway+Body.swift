internal import HTTPServer
internal import ParlayAPI
internal import Reactor

extension Gateway {
    /// The size above which a body is parsed beside the loops: small objects are parsed at 10 MB/s.
    private static let parsedHere = 16 * 1024

    /// The value of a large JSON body. `nil` where `Call` parses it: for any other body, and while all threads are taken.
    func parsedBody(of request: Request, _ route: TenantRoute) async -> Result<JSONValue, JSONSyntaxError>? {
        guard let documents, request.body.count > Self.parsedHere, !route.body.isMedia,
            request.head.mediaType == "application/json"
        else { return nil }
        return try? await documents.run {
            Result { () throws(JSONSyntaxError) in try JSONParser.parse(request.body, within: .requestBody) }
        }
    }

    static func requireMediaType(_ request: Request, _ route: TenantRoute) throws {
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
        if name == "application/json" { return }
        if body == .jsonOrForm && name == "application/x-www-form-urlencoded" { return }
        throw TenancyError.unsupportedMediaType(
            name.map { "The media type \"\($0)\" is not supported here; send application/json." }
                ?? "Set Content-Type to application/json."
        )
    }

    /// Refuses the members of a body without fields. In the error precedence this comes after the row's checks and
    /// before its state, which only the handler knows. So the handler runs, and its changes are undone.
    static func withoutFields(
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
