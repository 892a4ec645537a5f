package import HTTPServer
internal import ParlayAPI

/// A call that a page makes in process.
package struct InnerCall: Sendable {
    /// In the reference: `updateProfile`.
    package let name: String
    /// Of the path, by name.
    package let parameters: [String: String]
    /// As in a URL, encoded; `nil` without parameters.
    package var query: String?
    package var body: [UInt8] = []
    /// Of the body.
    package var mediaType = "application/json"
    package var idempotencyKey: String?
    /// The entity tag that `If-Match` names, without quotes.
    package var tag: String?

    package init(_ name: String, _ parameters: [String: String] = [:]) {
        self.name = name
        self.parameters = parameters
    }
}

extension Call {
    /// The route of a call of the API by its name in the reference; `nil` if there is none.
    package func route(named name: String) -> TenantRoute? { admitted.shared.calls[name]?.route }

    /// Makes another call as the same person, with everything that it would check if it came by itself: whether its module is
    /// on, the token, the role, media type, query, idempotency key and condition. The request is counted once.
    ///
    /// - Returns: with `Response.value`.
    /// - Throws: as the call; `Problem` for one that does not exist here.
    package func perform(_ inner: InnerCall) async throws -> Response {
        guard let registered = admitted.shared.calls[inner.name] else { throw Problem.unknownPath }
        let route = registered.route
        guard route.isEnabled(in: tenant) else { throw Problem.off(route) }
        guard !session.isAnonymous || route.isOpen(in: tenant) else { throw TenancyError.unauthorized }
        guard inner.body.count <= route.bodyLimit else { throw Problem.bodyTooLarge(limit: route.bodyLimit) }
        return try await Response.$keepsValue.withValue(true) {
            try await admitted.perform(registered, request(inner, to: route))
        }
    }

    private func request(_ inner: InnerCall, to route: TenantRoute) -> Request {
        var headers = Headers()
        for name in ["User-Agent", "Accept-Language", "Host"] {
            if let value = request.head.headers[name] { headers.add(name, value) }
        }
        if !inner.body.isEmpty { headers.add("Content-Type", inner.mediaType) }
        if let key = inner.idempotencyKey { headers.add(IdempotencyKey.header, key) }
        if let tag = inner.tag { headers.add("If-Match", "\"\(tag)\"") }
        var parameters = PathParameters()
        let segments = route.pattern.split(separator: "/").map { segment -> String in
            guard segment.hasPrefix("{") else { return String(segment) }
            let name = RouteDescription.parameterName(segment)
            let value = inner.parameters[name] ?? ""
            parameters.add(name, value)
            return RequestTarget.encode(value)
        }
        let head = RequestHead(
            methodName: route.method.rawValue,
            path: base + segments.joined(separator: "/")
                + (RouteDescription.isFile(route.pattern) ? "" : "/"),
            query: inner.query,
            headers: headers,
            peer: request.head.peer,
            id: request.head.id,
            contentLength: inner.body.count,
            isChunked: false
        )
        return Request(head: head, parameters: parameters, body: inner.body, trace: request.trace)
    }
}

extension TenantRoute {
    /// The values of the path's parameters by their names.
    ///
    /// - Parameter values: in their order, separated by `/`.
    package func parameters(of values: String) -> [String: String] {
        let values = values.split(separator: "/").map(String.init)
        return Dictionary(zip(RouteDescription.parameterNames(pattern), values)) { first, _ in first }
    }
}
