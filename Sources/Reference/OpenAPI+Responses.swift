internal import ParlayAPI
internal import Tenancy

extension OpenAPI {
    func responses(_ call: CallDescription) -> JSONObject {
        var responses = JSONObject()
        for answer in call.answers { responses.add(String(answer.status), .object(response(answer))) }
        for status in Set(call.refusals.map(\.status)).sorted() {
            let refusals = call.refusals.filter { $0.status == status }
            responses.add(String(status), problemResponse(status, refusals))
        }
        return responses
    }

    private func response(_ answer: CallDescription.Answer) -> JSONObject {
        let summary = answer.summary.isEmpty ? Self.usual(answer) : answer.summary
        var response: JSONObject = ["description": .string(summary)]
        response.add("headers", .object(Self.headers(answer.headers)))
        if let content = Self.content(answer) { response.add("content", .object(content)) }
        return response
    }

    private static func usual(_ answer: CallDescription.Answer) -> String {
        switch (answer.status, answer.content) {
        case (201, _): "Created. This is the new resource."
        case (_, .none): "Done."
        case (_, .page): "A page of the list."
        default: "The resource."
        }
    }

    private static func content(_ answer: CallDescription.Answer) -> JSONObject? {
        let content = answer.content
        let schema: JSONValue
        switch content {
        case .none: return nil
        case .media(let types): return JSONObject(types.map { ($0, ["schema": Self.schema(of: $0)]) })
        case .json(let object): schema = .object(object)
        case .resource, .object, .assembled: schema = .reference("schemas", content.schema?.name ?? "")
        case .page: schema = .reference("schemas", "\(content.schema?.name ?? "")Page")
        }
        var media: JSONObject = ["schema": schema]
        if let example = answer.example { media.add("example", example) }
        return ["application/json": .object(media)]
    }

    /// Of a document that is not JSON: a text, or bytes.
    static func schema(of mediaType: String) -> JSONValue {
        if mediaType.hasPrefix("text/") { return ["type": "string"] }
        return ["type": "string", "format": "binary", "contentMediaType": .string(mediaType)]
    }

    static func headers(_ headers: [AnswerHeader]) -> JSONObject {
        JSONObject(headers.map { ($0.rawValue, .reference("headers", $0.identifier)) })
    }

    /// An error that means the same everywhere is described once.
    private func problemResponse(_ status: Int, _ refusals: [CallDescription.Refusal]) -> JSONValue {
        if refusals.allSatisfy({ !$0.isOwn }) {
            return .reference("responses", Self.responseName(refusals.map(\.code)))
        }
        return .object(problems(status, refusals))
    }

    private static func responseName(_ codes: [String]) -> String {
        codes.map { code in
            code.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        }
        .joined(separator: "Or")
    }

    private func problems(_ status: Int, _ refusals: [CallDescription.Refusal]) -> JSONObject {
        var headers: [AnswerHeader] = [.requestID]
        if status == 401 { headers.append(.challenge) }
        if status == 412 { headers.append(.tag) }
        if status == 429 || status == 503 { headers.append(.retryAfter) }
        let examples = refusals.map { refusal -> (String, JSONValue) in
            (refusal.code, ["value": .object(problem(refusal))])
        }
        return [
            "description": .string(refusals.map { "`\($0.code)`: \($0.summary)" }.joined(separator: "\n\n")),
            "headers": .object(Self.headers(headers)),
            "content": [
                Problem.mediaType: [
                    "schema": .reference("schemas", "Problem"), "examples": .object(JSONObject(examples)),
                ]
            ],
        ]
    }

    private func problem(_ refusal: CallDescription.Refusal) -> JSONObject {
        JSONObject.problem(
            refusal.code,
            refusal.status,
            title: handbook.problems[refusal.code]?.title ?? refusal.code,
            detail: refusal.summary
        )
    }

    // MARK: Components

    var components: JSONObject {
        [
            "securitySchemes": [
                "token": [
                    "type": "http", "scheme": "bearer",
                    "description":
                        "The token from signing in: `Bearer parlay_…`. `Token parlay_…` is the same. Or an API key, `parlay_key_…`.",
                ]
            ],
            "parameters": .object(parameters), "headers": .object(headers), "schemas": .object(schemas),
            "responses": .object(generalResponses),
        ]
    }

    private var parameters: JSONObject {
        var parameters: JSONObject = [
            "tenant": [
                "name": "tenant", "in": "path", "required": true,
                "description": "The tenant's name in paths.",
                "schema": ["type": "string", "pattern": "^[a-z][a-z0-9-]{1,30}$"], "example": "wordup",
            ]
        ]
        for parameter in handbook.calls.flatMap(\.query).filter(Self.isShared) {
            parameters.add(parameter.name, .object(Self.parameter(parameter)))
        }
        for header in RequestHeader.allCases {
            var schema: JSONObject = ["type": "string"]
            if header == .idempotencyKey { schema = schema.merging(["pattern": "^[!-~]{1,255}$"]) }
            parameters.add(
                header.identifier,
                [
                    "name": .string(header.rawValue), "in": "header", "description": .string(header.summary),
                    "schema": .object(schema), "example": .string(header.example),
                ]
            )
        }
        return parameters
    }

    private var headers: JSONObject {
        JSONObject(
            AnswerHeader.allCases.map { header in
                let type: JSONValue = header.isInteger ? "integer" : "string"
                return (
                    header.identifier,
                    ["description": .string(header.summary), "schema": ["type": type]]
                )
            }
        )
    }

    private var schemas: JSONObject {
        var schemas = JSONObject()
        for schema in handbook.schemas {
            guard case .object(let fields) = FieldDescription.schema(of: schema.fields, .resource) else {
                continue
            }
            let summary: JSONObject = ["description": .string(schema.summary)]
            schemas.add(schema.name, .object(Self.titled(summary.merging(fields), schema.name)))
        }
        for call in handbook.calls {
            guard let body = call.body, body.isJSON,
                case .object(let fields) = FieldDescription.schema(of: body.fields)
            else { continue }
            let summary: JSONObject = ["description": .string("\(call.summary).")]
            schemas.add(
                Self.bodyName(call),
                .object(Self.titled(summary.merging(fields), Self.bodyName(call)))
            )
        }
        schemas.add("WebhookEvent", .object(Self.titled(Self.webhookEvent, "WebhookEvent")))
        for answer in handbook.calls.flatMap(\.answers) {
            guard case .page = answer.content, let name = answer.content.schema?.name else { continue }
            schemas.add(
                "\(name)Page",
                [
                    "type": "object",
                    "description": .string("A page of a list: \(name)."),
                    "properties": [
                        "items": [
                            "type": "array", "description": "The items on this page.",
                            "items": .reference("schemas", name),
                        ],
                        "next_cursor": [
                            "type": ["string", "null"],
                            "description": "For `cursor`; `null` on the last page.",
                        ],
                    ],
                    "required": ["items", "next_cursor"],
                ]
            )
        }
        schemas.add("Problem", .object(Self.problemSchema))
        return schemas
    }

    private static var problemSchema: JSONObject {
        func text(_ summary: String) -> JSONValue { ["type": "string", "description": .string(summary)] }
        return [
            "type": "object",
            "description": "RFC 9457. Some codes have further members, such as `parameter` or `status_code`.",
            "properties": [
                "type": text("The page that explains the code."),
                "title": text("A short title, the same for every occurrence."),
                "status": [
                    "type": "integer", "description": "The HTTP status.", "minimum": 400, "maximum": 599,
                ],
                "detail": text("A sentence for people about this occurrence."),
                "code": text("A stable name of the error, for programs."),
                "request_id": text("The value of the header `X-Request-Id`."),
                "errors": [
                    "type": "object",
                    "description": "What is wrong with each field of the body, by its dotted path.",
                    "additionalProperties": ["type": "array", "items": ["type": "string"], "minItems": 1],
                ],
            ],
            "required": ["type", "title", "status", "detail", "code", "request_id"],
        ]
    }

    /// The answers that are the same for several calls.
    private var generalResponses: JSONObject {
        var responses = JSONObject()
        for call in handbook.calls {
            for status in Set(call.refusals.map(\.status)).sorted() {
                let refusals = call.refusals.filter { $0.status == status }
                guard refusals.allSatisfy({ !$0.isOwn }) else { continue }
                let name = Self.responseName(refusals.map(\.code))
                if responses[name] == nil { responses.add(name, .object(problems(status, refusals))) }
            }
        }
        return responses
    }
}

extension JSONObject {
    /// A problem document in the server's form.
    static func problem(_ code: String, _ status: Int, title: String, detail: String) -> JSONObject {
        let further: JSONObject =
            switch code {
            case "validation_failed": ["errors": ["username": ["This field is required."]]]
            case "bad_query": ["parameter": "limit"]
            case "match_state", "match_changed": ["status_code": 1]
            case "bad_credentials" where status == 400:
                ["non_field_errors": ["Incorrect username or password."]]
            default: [:]
            }
        let problem = Problem(
            status: status,
            code: code,
            title: title,
            detail: detail.replacing("`", with: "")
        )
        let members: JSONObject = [
            "type": .string(problem.type), "title": .string(title), "status": .integer(Int64(status)),
            "detail": .string(problem.detail), "code": .string(code), "request_id": "96zo77no-1",
        ]
        return members.merging(further)
    }
}
