internal import HTTPServer

extension Gateway {
    static func requireMediaType(_ request: Request, _ route: TenantRoute) throws {
        let body = route.body
        guard !route.ignoresBody, request.head.hasBody || body == .json else { return }
        if request.head.headers["Content-Encoding"] != nil {
            throw TenancyError.unsupportedMediaType("Send the body without Content-Encoding.")
        }
        guard request.head.hasBody else { return }
        let name = request.head.mediaType
        if case .media(let types, _, _) = body {
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
}
