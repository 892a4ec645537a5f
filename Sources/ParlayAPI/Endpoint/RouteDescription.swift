/// The reference's data about a call, beyond its summary. Set by the functions of `RouteDescribing`.
package struct RouteDescription: Sendable {
    /// A query parameter, created by `QueryField` and identified by its identity.
    package final class Parameter: Sendable {
        package let field: FieldDescription
        /// The key can be repeated, and its value can contain commas.
        package let isRepeatable: Bool

        package var name: String { field.name }

        init(_ field: FieldDescription, isRepeatable: Bool) {
            self.field = field
            self.isRepeatable = isRepeatable
        }
    }

    package struct Answer: Sendable {
        package let status: Int
        package let summary: String
        package let content: Content
        /// What this call answers; `nil` for the example of the resource.
        package let example: JSONValue?
    }

    package enum Content: Sendable {
        case none
        case resource(any Described.Type)
        /// `{"items": […], "next_cursor": …}`
        case page(of: any Described.Type)
        /// `{"items": […]}` or another object without pages.
        case object(name: String, [FieldDescription], example: JSONValue)
        /// A resource to which modules add members.
        case assembled(name: String, summary: String, [FieldDescription], example: JSONValue)
        /// Another JSON document, with its schema.
        case json(JSONObject)
        /// Not JSON: `image/webp`, `text/calendar`.
        case media([String])
    }

    /// A problem with a specific meaning on this route; general ones are not listed.
    package struct Refusal: Sendable {
        package let status: Int
        package let code: String
        package let summary: String
    }

    /// For example `listMatches`. Stable, because generated clients use it. If empty, it is derived from method and
    /// path.
    package var name = ""
    /// Where it is not that of the method; see `Endpoint.repetition`.
    package var repetition: CallRepetition?

    /// What a call is known by inside the server: its name, or else its method and pattern.
    package func name(of method: String, _ pattern: String) -> String {
        name.isEmpty ? "\(method) \(pattern)" : name
    }

    /// The names of a pattern's parameters, in order: `id` of `matches/{id:id}`.
    package static func parameterNames(_ pattern: String) -> [String] {
        pattern.split(separator: "/").filter { $0.hasPrefix("{") }.map { parameterName($0) }
    }

    /// - Parameter segment: of a pattern: `{id:id}`.
    package static func parameterName(_ segment: Substring) -> String {
        String(segment.dropFirst().prefix { $0 != ":" && $0 != "}" })
    }

    package var details = ""
    /// Descriptions of the path parameters; undescribed ones are the id of the path's row.
    package var pathSummaries: [String: String] = [:]
    package var query: [Parameter] = []
    package var body: (@Sendable (Set<Module>) -> [FieldDescription])?
    package var bodyExample: JSONValue?
    /// Media types of a body other than JSON.
    package var bodyMedia: [String] = []
    /// Accepts `If-Match` although its path cannot be read.
    package var isConditional = false
    /// The answer has `Stream-Position`.
    package var showsPosition = false
    /// Who must set up a second factor first can make the call.
    package var isForSetUp = false
    /// What the caller should know before a call that cannot be undone; empty if it can.
    package var warning = ""
    package var answers: [Answer] = []
    package var refusals: [Refusal] = []

    package init() {}
}

/// A declaration that can be described by chained calls, in any order.
package protocol RouteDescribing {
    var description: RouteDescription { get set }
}

extension RouteDescribing {
    /// The name in clients; see `RouteDescription.name`.
    package func named(_ name: String) -> Self { with { $0.name = name } }

    /// Sentences after the summary.
    package func explained(_ details: String) -> Self { with { $0.details = details } }

    /// Describes a path parameter.
    package func path(_ name: String, _ summary: String) -> Self { with { $0.pathSummaries[name] = summary } }

    /// The query parameters: all that the call accepts, and that its handler can read.
    package func query<each Value>(_ fields: repeat QueryField<each Value>) -> Self {
        var parameters: [RouteDescription.Parameter] = []
        repeat parameters.append((each fields).parameter)
        return with { $0.query += parameters }
    }

    /// The `limit` and `cursor` of lists.
    package var paged: Self { query(PageQuery.limit, PageQuery.cursor) }

    /// The same for a short list that is answered whole without them.
    package var pagedOnDemand: Self { query(PageQuery.limitOnDemand, PageQuery.cursor) }

    /// The JSON body, by the declaration that reads it.
    package func taking<Body: RequestBody>(
        _ type: Body.Type,
        mode: BodyReader.Mode = .complete,
        example: JSONValue
    ) -> Self {
        with {
            $0.body = { modules in Body.fields(modules: modules, mode: mode) }
            $0.bodyExample = example
        }
    }

    /// The JSON body of a call whose fields are not of one type; all are optional.
    package func taking(_ fields: [FieldDescription], example: JSONValue) -> Self {
        let optional = fields.map { field in
            var field = field
            field.isRequired = false
            return field
        }
        return with {
            $0.body = { modules in optional.filter { $0.module.map(modules.contains) ?? true } }
            $0.bodyExample = example
        }
    }

    /// A body that is not JSON.
    package func taking(media types: String...) -> Self { with { $0.bodyMedia = types } }

    /// Accepts the `ETag` of the row that it changes, which is read at another path.
    package var conditional: Self { with { $0.isConditional = true } }

    /// Open to who can only set up a second factor, because the tenant requires one.
    package var forSetUp: Self { with { $0.isForSetUp = true } }

    /// A read of something personal: the answer says after which event of the caller's stream to follow it.
    package var positioned: Self { with { $0.showsPosition = true } }

    /// The call cannot be undone, so forms ask before they send it. `what` is a sentence that says what is lost.
    package func irreversible(_ what: String) -> Self { with { $0.warning = what } }

    /// A success answer. The first is the usual one.
    ///
    /// - Parameter example: for a call after which the resource is not like its own example. Members that the example of
    ///   the body has are taken from there in any case.
    package func answering(
        _ status: Int,
        _ content: RouteDescription.Content,
        _ summary: String = "",
        example: (any JSONWritable)? = nil
    ) -> Self {
        with {
            $0.answers.append(
                RouteDescription.Answer(
                    status: status,
                    summary: summary,
                    content: content,
                    example: example.map { JSONValue(written: $0) }
                )
            )
        }
    }

    package func refusing(_ status: Int, _ code: String, _ summary: String) -> Self {
        with {
            $0.refusals.append(RouteDescription.Refusal(status: status, code: code, summary: summary))
        }
    }

    private func with(_ change: (inout RouteDescription) -> Void) -> Self {
        var route = self
        change(&route.description)
        return route
    }
}
