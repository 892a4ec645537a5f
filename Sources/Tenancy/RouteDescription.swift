package import ParlayAPI

/// What the reference says about a route beyond its summary. Set by the functions on `TenantRoute` below.
package struct RouteDescription: Sendable {
    package struct Parameter: Sendable {
        package let name: String
        package let field: FieldDescription
        /// The key may be repeated, and its value may hold commas.
        package let isRepeatable: Bool
    }

    package struct Answer: Sendable {
        package let status: Int
        package let summary: String
        package let content: Content
    }

    package enum Content: Sendable {
        case none
        case resource(any Described.Type)
        /// `{"items": […], "next_cursor": …}`
        case page(of: any Described.Type)
        /// `{"items": […]}` or another object without pages.
        case object(name: String, [FieldDescription], example: JSONValue)
        /// Not JSON: `image/webp`, `text/calendar`.
        case media([String])
    }

    /// A problem that this route gives a meaning of its own; those of every route are not listed.
    package struct Refusal: Sendable {
        package let status: Int
        package let code: String
        package let summary: String
    }

    package var details = ""
    package var query: [Parameter] = []
    package var body: (@Sendable (Set<Module>) -> [FieldDescription])?
    package var bodyExample: JSONValue?
    /// Media types of a body that is not JSON.
    package var bodyMedia: [String] = []
    package var answers: [Answer] = []
    package var refusals: [Refusal] = []
}

extension TenantRoute {
    /// Sentences below the summary.
    package func explained(_ details: String) -> TenantRoute { with { $0.details = details } }

    /// A query parameter that the route reads.
    package func query(
        _ name: String,
        _ kind: FieldDescription.Kind,
        _ summary: String,
        range: ClosedRange<Int64>? = nil,
        choices: [String] = [],
        isRepeatable: Bool = false
    ) -> TenantRoute {
        var field = FieldDescription(name: name, kind: kind, summary: summary)
        field.range = range
        field.choices = choices
        field.isRequired = false
        let parameter = RouteDescription.Parameter(name: name, field: field, isRepeatable: isRepeatable)
        return with { $0.query.append(parameter) }
    }

    /// The `limit` and `cursor` of lists.
    package var paged: TenantRoute {
        query("limit", .integer, "How many, 25 unless told.", range: 1...100)
            .query("cursor", .text, "The `next_cursor` of the page before.")
    }

    /// The JSON body, by the declaration that reads it.
    package func taking<Body: RequestBody>(
        _ type: Body.Type,
        mode: BodyReader.Mode = .complete,
        example: JSONValue
    ) -> TenantRoute {
        with {
            $0.body = { modules in Body.fields(modules: modules, mode: mode) }
            $0.bodyExample = example
        }
    }

    /// A body that is not JSON.
    package func taking(media types: String...) -> TenantRoute { with { $0.bodyMedia = types } }

    /// An answer of success. The first is the usual one.
    package func answering(_ status: Int, _ content: RouteDescription.Content, _ summary: String = "")
        -> TenantRoute
    {
        with {
            $0.answers.append(RouteDescription.Answer(status: status, summary: summary, content: content))
        }
    }

    package func refusing(_ status: Int, _ code: String, _ summary: String) -> TenantRoute {
        with {
            $0.refusals.append(RouteDescription.Refusal(status: status, code: code, summary: summary))
        }
    }

    private func with(_ change: (inout RouteDescription) -> Void) -> TenantRoute {
        var route = self
        change(&route.description)
        return route
    }
}
