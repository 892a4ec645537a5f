internal import HTTPServer
internal import ParlayAPI
package import Tenancy

extension CallDescription {
    /// - Parameters:
    ///   - siblings: all routes of the surface; those of the same path determine the conditions of a call.
    ///   - problems: codes outside of this list are not described.
    package init(_ route: TenantRoute, siblings: [TenantRoute], problems: ProblemList) {
        let description = route.description
        let isTagged =
            description.isConditional
            || siblings.contains { $0.pattern == route.pattern && $0.isSingleResource }
        let tagged = Set(
            siblings.filter(\.isSingleResource).compactMap(\.description.answers.first?.content.name)
        )
        let isIdempotent = route.method == .post && route.access != .open
        var headers: [RequestHeader] = []
        if isIdempotent { headers.append(.idempotencyKey) }
        if isTagged { headers.append(route.method == .get ? .ifNoneMatch : .ifMatch) }
        var answers = description.answers.map { answer in
            Answer(
                status: answer.status,
                summary: answer.summary,
                content: answer.content,
                example: AnswerExample.of(answer, route),
                headers: Self.headers(of: answer, route, tagged: tagged)
            )
        }
        if headers.contains(.ifNoneMatch) {
            let headers = [.requestID, .tag] + (route.access == .open ? [] : AnswerHeader.budget)
            answers.append(
                Answer(
                    status: 304,
                    summary: "Your version is up to date.",
                    content: .none,
                    example: nil,
                    headers: headers
                )
            )
        }
        self.init(
            method: route.method,
            path: Self.path("/v1/{tenant}/", route.pattern),
            name: description.name.isEmpty ? CallName.derived(from: route) : description.name,
            summary: route.summary.hasSuffix(".") ? String(route.summary.dropLast()) : route.summary,
            details: description.details,
            warning: description.warning,
            access: route.access,
            module: route.module,
            pathParameters: Self.pathParameters(route.pattern, description.pathSummaries),
            query: description.query,
            headers: headers,
            body: Self.body(route),
            answers: answers,
            refusals: Self.refusals(route, headers, problems)
        )
        openSetting = route.openSetting?.name
        scope = route.scope
        repetition = description.repetition
    }

    /// A call outside of every tenant.
    init(_ route: PlatformRoute, problems: ProblemList) {
        let description = route.description
        self.init(
            method: route.method,
            path: "/" + route.pattern,
            name: description.name,
            summary: route.summary,
            details: description.details,
            warning: "",
            access: .open,
            module: route.module,
            pathParameters: [],
            query: [],
            headers: [],
            body: nil,
            answers: description.answers.map {
                Answer(
                    status: $0.status,
                    summary: $0.summary,
                    content: $0.content,
                    example: nil,
                    headers: [.requestID]
                )
            },
            refusals: description.refusals.map {
                Refusal(status: $0.status, code: $0.code, summary: $0.summary, isOwn: true)
            }
        )
    }

    // MARK: Parts

    static func path(_ base: String, _ pattern: String) -> String {
        let path = base + pattern.replacing(":id}", with: "}")
        return RouteDescription.isFile(pattern) ? path : path + "/"
    }

    private static func pathParameters(_ pattern: String, _ summaries: [String: String]) -> [FieldDescription]
    {
        pattern.split(separator: "/").filter { $0.hasPrefix("{") }.map { segment in
            let isID = segment.hasSuffix(":id}")
            let name = RouteDescription.parameterName(segment)
            var field = FieldDescription(
                name: name,
                kind: isID ? .integer : .text,
                summary: summaries[name] ?? (isID ? "The id of the resource." : "")
            )
            if isID { field.range = 1...Int64.max }
            return field
        }
    }

    private static func body(_ route: TenantRoute) -> Body? {
        let description = route.description
        if let fields = description.body {
            return Body(
                fields: fields(.all),
                example: description.bodyExample,
                media: ["application/json"],
                isRequired: route.body != .optionalJSON
            )
        }
        guard !description.bodyMedia.isEmpty else { return nil }
        return Body(fields: [], example: nil, media: description.bodyMedia, isRequired: true)
    }

    private static func headers(
        of answer: RouteDescription.Answer,
        _ route: TenantRoute,
        tagged: Set<String>
    ) -> [AnswerHeader] {
        var headers: [AnswerHeader] = [.requestID]
        let isTagged = answer.content.name.map(tagged.contains) ?? false
        if route.isSingleResource || isTagged { headers.append(.tag) }
        if route.description.showsPosition { headers.append(.position) }
        if [201, 303].contains(answer.status) { headers.append(.location) }
        if answer.status == 200, route.isPaged { headers.append(.link) }
        if route.access != .open {
            if route.method == .post { headers.append(.idempotencyReplayed) }
            headers += AnswerHeader.budget
        }
        return headers
    }

    /// The general errors, in the order of error precedence, and those of the route.
    private static func refusals(_ route: TenantRoute, _ headers: [RequestHeader], _ problems: ProblemList)
        -> [Refusal]
    {
        var codes = ["tenant_not_found", "not_found", "bad_query", "bad_request"]
        if route.access != .open { codes += ["unauthorized", "too_many_requests"] }
        if case .role = route.access { codes.append("forbidden") }
        if route.access != .open { codes.append(route.scope == nil ? "not_for_keys" : "scope_missing") }
        if headers.contains(.idempotencyKey) {
            codes += ["bad_idempotency_key", "idempotency_key_reused", "idempotency_in_flight"]
            if route.showsSecret { codes.append("idempotency_sealed") }
        }
        if headers.contains(.ifMatch) { codes.append("precondition_failed") }
        if !route.ignoresBody || !route.description.bodyMedia.isEmpty {
            codes += ["body_too_large", "unsupported_media_type"]
        }
        if !route.ignoresBody { codes += ["malformed_json", "validation_failed"] }
        codes += ["overloaded", "database_unavailable"]
        if route.method != .get { codes.append("outcome_unknown") }
        let own = route.description.refusals
        let general = codes.compactMap { problems[$0] }.filter { entry in
            !own.contains { $0.code == entry.code && $0.status == entry.status }
        }
        return own.map { Refusal(status: $0.status, code: $0.code, summary: $0.summary, isOwn: true) }
            + general.map { Refusal(status: $0.status, code: $0.code, summary: $0.cause, isOwn: false) }
    }
}

extension TenantRoute {
    fileprivate var isPaged: Bool { description.query.contains { $0.name == PageQuery.cursor.name } }

    /// Such answers carry an entity tag.
    fileprivate var isSingleResource: Bool {
        guard method == .get, let content = description.answers.first?.content else { return false }
        switch content {
        case .resource, .assembled: return true
        case .json: return true
        case .media(let types): return types != ["text/html"]
        case .none, .page, .object: return false
        }
    }
}

extension RouteDescription.Content {
    /// Of a single resource.
    fileprivate var name: String? {
        switch self {
        case .resource(let type): type.schemaName
        case .assembled(let name, _, _, _): name
        default: nil
        }
    }
}
