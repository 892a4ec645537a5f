import ParlayAPI
import Reference
import TestSupport
import Testing

/// What generators of clients need of the document, and stumble over otherwise.
@Suite struct GeneratorTests {
    /// A call of the document.
    private struct Operation {
        /// `post /v1/{tenant}/bets/`
        let name: String
        let content: JSONObject

        var id: String { content.text("operationId") }
        var isRead: Bool { name.hasPrefix("get ") }
        var body: JSONObject? { content.at("requestBody", "content") }

        /// The body's content and those of all answers.
        var contents: [JSONObject] {
            let answers = content.at("responses")?.members.compactMap { answer -> JSONObject? in
                guard case .object(let object) = answer.value else { return nil }
                return object.at("content")
            }
            return [body].compactMap(\.self) + (answers ?? [])
        }

        /// The example of the first answer.
        var answer: JSONObject? {
            guard case .object(let first)? = content.at("responses")?.members.first?.value else { return nil }
            return first.at("content", "application/json", "example")
        }
    }

    private let document: JSONObject
    private let operations: [Operation]

    init() throws {
        document = OpenAPI(try TestReference.routes().handbook).document
        var operations: [Operation] = []
        for path in try #require(document.at("paths")).members {
            guard case .object(let calls) = path.value else { continue }
            for call in calls.members {
                guard case .object(let content) = call.value else { continue }
                operations.append(Operation(name: "\(call.key) \(path.key)", content: content))
            }
        }
        self.operations = operations
        #expect(operations.count > 100)
    }

    @Test func `every body has a schema, and every JSON body of a call a name`() {
        for operation in operations {
            for content in operation.contents {
                for media in content.keys {
                    let schema = content.at(media, "schema")
                    #expect(schema?.members.isEmpty == false, "\(operation.name) \(media)")
                    guard media.hasPrefix("image/") else { continue }
                    #expect(schema?.text("format") == "binary", "\(operation.name)")
                    #expect(schema?.text("contentMediaType") == media, "\(operation.name)")
                }
            }
            // A file may be JSON too, of a form of its own.
            guard let body = operation.body, body.keys == ["application/json"],
                let schema = body.at("application/json", "schema")
            else { continue }
            let name = operation.id.prefix(1).uppercased() + operation.id.dropFirst() + "Body"
            #expect(schema.text("$ref") == "#/components/schemas/\(name)")
        }
    }

    @Test func `objects inside of schemas have titles, each its own`() throws {
        let schemas = try #require(document.at("components", "schemas"))
        var names = schemas.keys
        func visit(_ schema: JSONObject, isInner: Bool, _ place: String) {
            if isInner, schema.at("properties") != nil {
                #expect(schema.text("title") != "", "\(place)")
                names.append(schema.text("title"))
            }
            let properties = schema.at("properties") ?? JSONObject()
            for key in properties.keys {
                if let inner = properties.at(key) { visit(inner, isInner: true, "\(place).\(key)") }
            }
            if let items = schema.at("items") { visit(items, isInner: true, "\(place)[]") }
        }
        for name in schemas.keys { visit(try #require(schemas.at(name)), isInner: false, name) }
        let repeated = Dictionary(grouping: names, by: \.self).filter { $0.value.count > 1 }.keys.sorted()
        #expect(repeated == [])
    }

    @Test func `there is one security scheme, which calls with a token name`() {
        #expect(document.at("components", "securitySchemes")?.keys == ["token"])
        for operation in operations {
            guard case .array(let alternatives)? = operation.content["security"] else { continue }
            for case .object(let alternative) in alternatives {
                #expect(Set(alternative.keys).isSubset(of: ["token"]), "\(operation.name)")
            }
        }
    }

    @Test func `each type of event is described, with its headers and its payload`() throws {
        let webhooks = try #require(document.at("webhooks"))
        #expect(webhooks.keys == NoticeKind.allCases.map(\.eventType) + ["webhook.test"])
        for type in webhooks.keys {
            let call = try #require(webhooks.at(type, "post"))
            guard case .array(let parameters)? = call["parameters"] else {
                Issue.record("\(type) has no headers")
                continue
            }
            let headers = parameters.map { $0["name"]?.text ?? "" }
            #expect(headers == ["webhook-id", "webhook-timestamp", "webhook-signature"])
            let body = try #require(call.at("requestBody", "content", "application/json"))
            #expect(body.at("schema")?.text("$ref") == "#/components/schemas/WebhookEvent")
            #expect(body.at("example")?.text("type") == type)
        }
        let schema = document.at("components", "schemas", "WebhookEvent", "properties")
        #expect(schema?.keys == ["type", "timestamp", "data"])
    }

    @Test func `an answer's example is that of the call whose body is shown`() {
        for operation in operations where !operation.isRead {
            guard let body = operation.body?.at("application/json", "example"), let answer = operation.answer
            else { continue }
            for member in body.members {
                guard let told = answer[member.key] else { continue }
                switch told {
                case .object, .array: continue
                default: break
                }
                let times = [told, member.value].compactMap { value -> Timestamp? in
                    guard let text = value.text else { return nil }
                    return Timestamp(text)
                }
                let isSame = told == member.value || times.count == 2 && times[0] == times[1]
                #expect(isSame, "\(operation.name): \(member.key) is \(told) after \(member.value)")
            }
        }
    }

    @Test(arguments: [
        ("createWager", "status", "open"), ("takeWager", "status", "active"),
        ("completeWager", "status", "active"),
        ("arbitrateWager", "status", "completed"), ("confirmWager", "status", "confirmed"),
        ("createBet", "status", "open"),
        ("createEvent", "status", "scheduled"), ("createMarket", "status", "open"),
        ("createReport", "status", "open"),
        ("askFriend", "state", "sent"), ("replayWebhookDelivery", "status", "pending"),
    ])
    func `a row is shown as it is after the call`(id: String, member: String, value: String) throws {
        let operation = try #require(operations.first { $0.id == id })
        #expect(operation.answer?.text(member) == value)
    }
}

extension JSONObject {
    /// The object at a path of keys.
    fileprivate func at(_ path: String...) -> JSONObject? {
        var found = self
        for key in path {
            guard case .object(let next)? = found[key] else { return nil }
            found = next
        }
        return found
    }

    /// Empty if there is none.
    fileprivate func text(_ key: String) -> String { self[key]?.text ?? "" }
}
