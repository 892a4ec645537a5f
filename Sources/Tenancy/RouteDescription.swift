package import ParlayAPI

/// What the reference says about a route beyond its summary. Set by the functions of `RouteDescribing`.
package struct RouteDescription: Sendable {
    /// A parameter of the query. Made by `QueryField`; its identity tells which.
    package final class Parameter: Sendable {
        package let field: FieldDescription
        /// The key may be repeated, and its value may hold commas.
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
        /// Not JSON: `image/webp`, `text/calendar`.
        case media([String])
    }

    /// A problem that this route gives a meaning of its own; those of every route are not listed.
    package struct Refusal: Sendable {
        package let status: Int
        package let code: String
        package let summary: String
    }

    /// Such as `listMatches`: stable, for clients are made of it. Empty means one made of method and path.
    package var name = ""
    package var details = ""
    /// What the parameters of the path are; those that are absent name the row of the path.
    package var pathSummaries: [String: String] = [:]
    package var query: [Parameter] = []
    package var body: (@Sendable (Set<Module>) -> [FieldDescription])?
    package var bodyExample: JSONValue?
    /// Media types of a body that is not JSON.
    package var bodyMedia: [String] = []
    /// Takes `If-Match` although nothing is read at its path.
    package var isConditional = false
    /// What the caller should know before a call that cannot be undone; empty when it can.
    package var warning = ""
    package var answers: [Answer] = []
    package var refusals: [Refusal] = []

    package init() {}
}

/// A route that can be described by chained calls, in any order.
package protocol RouteDescribing {
    var description: RouteDescription { get set }
}

extension TenantRoute: RouteDescribing {}

extension RouteDescribing {
    /// What clients call it; see `RouteDescription.name`.
    package func named(_ name: String) -> Self { with { $0.name = name } }

    /// Sentences below the summary.
    package func explained(_ details: String) -> Self { with { $0.details = details } }

    /// What a parameter of the path is.
    package func path(_ name: String, _ summary: String) -> Self { with { $0.pathSummaries[name] = summary } }

    /// The parameters of the query: all that the call takes, and what its handler may read.
    package func query<each Value>(_ fields: repeat QueryField<each Value>) -> Self {
        var parameters: [RouteDescription.Parameter] = []
        repeat parameters.append((each fields).parameter)
        return with { $0.query += parameters }
    }

    /// The `limit` and `cursor` of lists.
    package var paged: Self { query(Page.limit, Page.cursor) }

    /// The same for a short list that is answered whole without them.
    package var pagedOnDemand: Self { query(Page.limitOnDemand, Page.cursor) }

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

    /// The JSON body of a call whose fields are not a type's; all may be absent.
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

    /// Takes the `ETag` of the row that it changes, which is read elsewhere.
    package var conditional: Self { with { $0.isConditional = true } }

    /// The call cannot be undone: forms ask before they send it. `what` is a sentence that says what is lost.
    package func irreversible(_ what: String) -> Self { with { $0.warning = what } }

    /// An answer of success. The first is the usual one.
    package func answering(_ status: Int, _ content: RouteDescription.Content, _ summary: String = "")
        -> Self
    {
        with {
            $0.answers.append(RouteDescription.Answer(status: status, summary: summary, content: content))
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
