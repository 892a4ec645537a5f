internal import HTTPServer
internal import ParlayAPI
internal import Tenancy

/// With the clients for JavaScript and Python, which have the same calls. `scripts/check-clients` checks the types of all of them.
extension Samples {
    /// The values of the path, the body, the query: in this order, as the clients take them.
    private struct Values {
        let path: [JSONValue]
        let body: JSONValue?
        let isUpload: Bool
        let query: [(name: String, value: JSONValue)]
    }

    private var values: Values {
        Values(
            path: call.pathParameters.map(literal),
            body: call.body.flatMap { body -> JSONValue? in
                body.isJSON ? body.example ?? .object([:]) : .none
            },
            isUpload: call.body?.isJSON == false,
            query: call.sample.query.compactMap { name, value in
                guard let parameter = call.query.first(where: { $0.name == name }) else { return nil }
                let literal = Self.literal(value, parameter.field.kind)
                return (name, parameter.isRepeatable ? .array([literal]) : literal)
            }
        )
    }

    private func literal(_ field: FieldDescription) -> JSONValue {
        Self.literal(value(of: field), field.kind)
    }

    private static func literal(_ text: String, _ kind: FieldDescription.Kind) -> JSONValue {
        switch kind {
        case .integer: Int64(text).map { .integer($0) } ?? .string(text)
        case .number: Double(text).flatMap { JSONNumber($0) }.map { .number($0) } ?? .string(text)
        case .boolean: .bool(text == "true")
        default: .string(text)
        }
    }

    /// Whether the clients have the call: they leave out pages for browsers and what belongs to no tenant.
    var isInClients: Bool {
        let answer = call.answers.first { 200...299 ~= $0.status }
        guard call.path.hasPrefix("/v1/{tenant}/"), let answer else { return false }
        return !answer.content.isOf(["text/html", "text/event-stream"])
    }

    private var isList: Bool { call.query.suffix(2).map(\.name) == ["limit", "cursor"] }

    private var hasContent: Bool {
        let answer = call.answers.first { 200...299 ~= $0.status }
        if case .none? = answer?.content { return false }
        return true
    }

    // MARK: JavaScript

    var javaScript: String {
        if call.sendsEvents { return "for await (const event of parlay.events()) console.log(event);" }
        // The function for a stream is called as its path.
        if call.isSocket { return "for await (const now of parlay.\(call.firstWord)()) console.log(now);" }
        guard isInClients else { return bareJavaScript }
        let values = values
        var arguments = values.path.map { JSONText.plain($0, .javaScript) }
        if values.isUpload { arguments.append("file") }
        if let body = values.body { arguments.append(JSONText.plain(body, .javaScript)) }
        if !values.query.isEmpty {
            let fields = values.query.map { "\($0.name): \(JSONText.plain($0.value, .javaScript))" }
            arguments.append("{" + fields.joined(separator: ", ") + "}")
        }
        let expression = "parlay.\(call.name)(\(arguments.joined(separator: ", ")))"
        if isList { return "for await (const each of \(expression)) {\n  console.log(each);\n}" }
        return hasContent ? "const answer = await \(expression);" : "await \(expression);"
    }

    private var bareJavaScript: String {
        let options = call.method == .get ? "" : ", {method: \"\(call.method.rawValue)\"}"
        return "const answer = await fetch(\"\(address)\"\(options));\nconsole.log(await answer.text());"
    }

    // MARK: Python

    var python: String {
        if call.sendsEvents { return "for event in parlay.events():\n    print(event)" }
        if call.isSocket { return "for now in parlay.\(call.firstWord)():\n    print(now)" }
        guard isInClients else { return barePython }
        let values = values
        var arguments = values.path.map { JSONText.plain($0, .python) }
        if values.isUpload { arguments.append("file") }
        if let body = values.body { arguments.append(JSONText.plain(body, .python)) }
        arguments += values.query.map { "\(Self.safe($0.name))=\(JSONText.plain($0.value, .python))" }
        let expression = "parlay.\(Self.snake(call.name))(\(arguments.joined(separator: ", ")))"
        if isList { return "for each in \(expression):\n    print(each)" }
        return hasContent ? "answer = \(expression)" : expression
    }

    private var barePython: String {
        let request =
            call.method == .get
            ? "\"\(address)\"" : "Request(\"\(address)\", method=\"\(call.method.rawValue)\")"
        let imports = call.method == .get ? "urlopen" : "Request, urlopen"
        return """
            from urllib.request import \(imports)

            with urlopen(\(request)) as answer:
                print(answer.read().decode())
            """
    }

    /// `loginWithIDToken` is `login_with_id_token`, as `clients/emit_python.py` has it.
    static func snake(_ name: String) -> String {
        name.replacing(/(?<lower>[a-z0-9])(?<upper>[A-Z])/) { "\($0.lower)_\($0.upper)" }
            .replacing(/(?<acronym>[A-Z])(?<upper>[A-Z][a-z])/) { "\($0.acronym)_\($0.upper)" }
            .lowercased()
    }

    /// Words of Python have an underscore.
    private static func safe(_ name: String) -> String {
        ["from", "in", "is", "not", "class", "global"].contains(name) ? name + "_" : name
    }
}

extension RouteDescription.Content {
    fileprivate func isOf(_ media: Set<String>) -> Bool {
        if case .media(let types) = self { !media.isDisjoint(with: types) } else { false }
    }
}
