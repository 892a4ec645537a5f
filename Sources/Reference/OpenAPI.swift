internal import HTTPServer
package import ParlayAPI
internal import Tenancy

/// The handbook as an OpenAPI 3.1 document.
package struct OpenAPI: Sendable {
    let handbook: Handbook

    package init(_ handbook: Handbook) { self.handbook = handbook }

    package var document: JSONObject {
        [
            "openapi": "3.1.0",
            "info": [
                "title": "Parlay",
                "version": .string(handbook.version),
                "summary": "One self-hosted backend for social play.",
                "description": .string(Self.conventions),
                "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
            ],
            "servers": [["url": "/", "description": "This server."]],
            "tags": .array(
                handbook.chapters.map { ["name": .string($0.title), "description": .string($0.summary)] }
            ),
            "paths": .object(paths),
            "webhooks": .object(Self.webhooks),
            "components": .object(components),
        ]
    }

    private var paths: JSONObject {
        var order: [String] = []
        var operations: [String: [(String, JSONValue)]] = [:]
        for chapter in handbook.chapters {
            for call in chapter.calls {
                if operations[call.path] == nil { order.append(call.path) }
                let operation = self.operation(call, tag: chapter.title)
                operations[call.path, default: []].append(
                    (call.method.rawValue.lowercased(), .object(operation))
                )
            }
        }
        return JSONObject(order.map { ($0, .object(JSONObject(operations[$0] ?? []))) })
    }

    /// The rules for every call, in Markdown.
    static let conventions = """
        Base path `/v1/{tenant}`: one installation serves many apps, called tenants, and nothing leaks between \
        them. The slash at the end of a path is optional.

        **JSON** is UTF-8 with snake_case keys. Unknown fields in a body are rejected by name; ignore members of an \
        answer that you do not know. Times are RFC 3339 in UTC with milliseconds; in bodies any offset works. Money \
        is an integer count of cents.

        **Authentication**: `Authorization: Token parlay_…`; `Bearer` works too. An API key of \
        a tenant's server, `parlay_key_…`, is sent in the same way; it can make the calls with an `x-key-scope` that it has. Fields and calls of a module are available \
        only if the tenant has turned it on.

        **Problems**: every error is `application/problem+json` (RFC 9457) with a stable `code`, \
        a `detail` for people and, for bodies, `errors` by field.

        **Lists** answer `{"items": […], "next_cursor": …}` and a `Link` header. Send \
        `next_cursor` as `cursor` to get the next page.

        **Repeating**: a `POST` with an `Idempotency-Key` can be sent again safely. **Editing**: send the `ETag` as \
        `If-Match`; if someone edited it first, the answer is 412.
        """

    // MARK: Calls

    private func operation(_ call: CallDescription, tag: String) -> JSONObject {
        var operation: JSONObject = [
            "operationId": .string(call.name),
            "summary": .string(call.summary),
            "tags": [.string(tag)],
        ]
        let notes = [call.details, Self.note(call)].filter { !$0.isEmpty }
        operation.add("description", .string(notes.joined(separator: "\n\n")))
        operation.add("security", Self.security(call.access))
        let parameters = parameters(call)
        if !parameters.isEmpty { operation.add("parameters", .array(parameters)) }
        if let body = call.body { operation.add("requestBody", .object(Self.requestBody(body, call))) }
        operation.add("responses", .object(responses(call)))
        if let module = call.module { operation.add("x-module", .string(module.rawValue)) }
        if let scope = call.scope { operation.add("x-key-scope", .string(scope.rawValue)) }
        if let repetition = call.repetition { operation.add("x-repetition", .string(repetition.rawValue)) }
        if !call.warning.isEmpty { operation.add("x-irreversible", .string(call.warning)) }
        return operation
    }

    /// Alternatives; an empty one is a call without a token.
    private static func security(_ access: CallAccess) -> JSONValue {
        switch access {
        case .open: []
        case .token, .role: [["token": []]]
        case .optionalToken, .tokenUnlessPublic: [[:], ["token": []]]
        }
    }

    private static func note(_ call: CallDescription) -> String {
        var sentences: [String] = []
        if let module = call.module {
            sentences.append("Part of the module `\(module.rawValue)`; 404 if it is off.")
        }
        if call.access == .optionalToken {
            sentences.append("Needs no token; one that is sent must be valid.")
        }
        if let setting = call.openSetting {
            sentences.append("Needs no token where the tenant's setting `\(setting)` is on.")
        }
        if case .role(let role) = call.access { sentences.append("Requires the role `\(role.rawValue)`.") }
        if let scope = call.scope { sentences.append("API keys need the scope `\(scope.rawValue)`.") }
        return sentences.joined(separator: " ")
    }

    private func parameters(_ call: CallDescription) -> [JSONValue] {
        var parameters: [JSONValue] = []
        if call.path.contains("/{tenant}") { parameters.append(.reference("parameters", "tenant")) }
        for field in call.pathParameters {
            parameters.append(.object(Self.parameter(field, in: "path", isRequired: true)))
        }
        for parameter in call.query {
            if Self.isShared(parameter) {
                parameters.append(.reference("parameters", parameter.name))
            } else {
                parameters.append(.object(Self.parameter(parameter)))
            }
        }
        for header in call.headers { parameters.append(.reference("parameters", header.identifier)) }
        return parameters
    }

    /// Whether many calls have the parameter, so that it is described once.
    static func isShared(_ parameter: RouteDescription.Parameter) -> Bool {
        parameter === PageQuery.limit.parameter || parameter === PageQuery.cursor.parameter
    }

    static func parameter(_ parameter: RouteDescription.Parameter) -> JSONObject {
        guard parameter.isRepeatable else {
            return Self.parameter(parameter.field, in: "query", isRequired: parameter.field.isRequired)
        }
        var element = parameter.field
        element.summary = ""
        var list = parameter.field
        list.kind = .list(element)
        list.range = nil
        list.choices = []
        list.lengths = 1...Int.max
        return Self.parameter(list, in: "query").merging(["style": "form", "explode": true])
    }

    static func parameter(_ field: FieldDescription, in place: String, isRequired: Bool = false) -> JSONObject
    {
        var parameter: JSONObject = ["name": .string(field.name), "in": .string(place)]
        parameter.add("description", .string(field.summary))
        if isRequired { parameter.add("required", true) }
        var bare = field
        bare.summary = ""
        // Unlike in bodies, newlines and tabs are refused too.
        if case .text = field.kind, field.choices.isEmpty, field.pattern == nil {
            bare.pattern = #"^[^\u0000-\u001f\u007f]*$"#
        }
        parameter.add("schema", bare.schema(.resource))
        return parameter
    }

    private static func requestBody(_ body: CallDescription.Body, _ call: CallDescription) -> JSONObject {
        let content = body.media.map { media -> (String, JSONValue) in
            guard body.isJSON else { return (media, ["schema": schema(of: media)]) }
            var content: JSONObject = ["schema": .reference("schemas", bodyName(call))]
            if let example = body.example { content.add("example", example) }
            return (media, .object(content))
        }
        return ["required": .bool(body.isRequired), "content": .object(JSONObject(content))]
    }
}
