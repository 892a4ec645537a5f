package import ParlayAPI
package import Tenancy

/// The content of the reference, in order. The OpenAPI document and the pages are made from it.
package struct Handbook: Sendable {
    package struct Chapter: Sendable {
        package let title: String
        let summary: String
        /// The name of the guide to read first.
        let guide: String?
        package let calls: [CallDescription]
    }

    package let contents: Contents
    package let chapters: [Chapter]
    package let problems: ProblemList
    let version: String

    package var calls: [CallDescription] { chapters.flatMap(\.calls) }

    /// - Parameters:
    ///   - routes: those of the surface `/v1`.
    ///   - parts: what the components add.
    ///   - problems: the text of `docs/errors.md`; the one that was built in unless a test brings another.
    package init(
        _ routes: [TenantRoute],
        platform: [PlatformRoute],
        parts: [ReferencePart],
        version: String,
        problems: String = ReferenceFiles.problems
    ) {
        let problems = ProblemList(markdown: problems)
        let contents = Contents(parts)
        var calls: [String: [CallDescription]] = [:]
        for route in routes {
            let call = CallDescription(route, siblings: routes, problems: problems)
            calls[contents.chapter(of: route), default: []].append(call.sampled(by: contents))
        }
        for route in platform {
            let call = CallDescription(route, problems: problems)
            calls[contents.chapter(of: route), default: []].append(call.sampled(by: contents))
        }
        chapters = contents.chapters.map(\.text).compactMap { chapter in
            calls[chapter.title].map { calls in
                Chapter(
                    title: chapter.title,
                    summary: chapter.summary,
                    guide: chapter.guide,
                    calls: chapter.isByWord
                        ? chapter.words.flatMap { word in calls.filter { $0.firstWord == word } } : calls
                )
            }
        }
        self.contents = contents
        self.problems = problems
        self.version = version
    }

    // MARK: Schemas

    /// A resource, with its name in the reference.
    struct NamedSchema: Sendable {
        let name: String
        var summary: String
        let fields: [FieldDescription]
        /// Absent if the resource is only used inside of others.
        let example: JSONValue?
    }

    /// Every resource of some answer, by name.
    var schemas: [NamedSchema] {
        var found: [String: NamedSchema] = [:]
        func visit(_ field: FieldDescription) {
            switch field.kind {
            case .list(let element): visit(element)
            case .object(let fields):
                if let name = field.schemaName, found[name] == nil {
                    found[name] = NamedSchema(
                        name: name,
                        summary: field.schemaSummary,
                        fields: fields,
                        example: nil
                    )
                }
                fields.forEach(visit)
            case .text, .integer, .number, .boolean, .timestamp: break
            }
        }
        WebhookEvent.fields.forEach(visit)
        for answer in calls.flatMap(\.answers) {
            guard var schema = answer.content.schema else { continue }
            if schema.summary.isEmpty { schema.summary = answer.summary }
            found[schema.name] = schema
            schema.fields.forEach(visit)
        }
        return found.values.sorted { $0.name < $1.name }
    }
}

extension RouteDescription.Content {
    /// The resource, or the items of a list.
    var schema: Handbook.NamedSchema? {
        switch self {
        case .none, .json, .media: nil
        case .resource(let type), .page(let type):
            Handbook.NamedSchema(
                name: type.schemaName,
                summary: type.schemaSummary,
                fields: type.fields,
                example: JSONValue(rereading: type.example)
            )
        case .object(let name, let fields, let example):
            Handbook.NamedSchema(name: name, summary: "", fields: fields, example: example)
        case .assembled(let name, let summary, let fields, let example):
            Handbook.NamedSchema(name: name, summary: summary, fields: fields, example: example)
        }
    }

    /// Its name in `ParlayAPI`.
    var typeName: String? {
        switch self {
        case .resource(let type): "\(type)"
        case .page(let type): "ListPage<\(type)>"
        case .none, .object, .assembled, .json, .media: nil
        }
    }

    /// An example of the whole answer.
    package var example: JSONValue? {
        guard let example = schema?.example else { return nil }
        guard case .page = self else { return example }
        return ["items": [example], "next_cursor": nil]
    }
}

extension JSONValue {
    /// Written by a resource, so it parses.
    init?(rereading resource: any JSONWritable) {
        guard let value = try? JSONParser.parse(resource.jsonBytes()) else { return nil }
        self = value
    }
}

/// Embedded in the program.
package enum ReferenceFiles {
    package static var problems: String { RepositoryFile.text("docs/errors.md") }
}
