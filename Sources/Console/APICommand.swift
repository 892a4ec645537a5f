internal import FoundationEssentials
internal import HTTPServer
internal import ParlayAPI

/// A command that is a call of the API. Its options are the fields of the endpoint's query and body.
struct APICommand: Sendable {
    private let method: CallMethod
    private let path: @Sendable ([String]) -> String
    /// In the order of the path; a command has each as an argument.
    private let parameters: [String]
    private let query: [APIField]
    private let body: [APIField]
    private let arguments: [String]
    /// Members of the body that the command sets.
    private let fixed: JSONObject
    /// What the caller should know before a call that cannot be undone; empty if it can.
    let warning: String

    /// - Parameters:
    ///   - arguments: fields of the body that are arguments: `LABEL` of `label`.
    ///   - fixed: members of the body that the command sets.
    ///   - secrets: fields of the body that are read from files.
    init<Target, Body, Answer>(
        _ endpoint: Endpoint<Target, Body, Answer>,
        arguments: [String] = [],
        fixed: JSONObject = [:],
        secrets: Set<String> = []
    ) {
        method = endpoint.method
        path = { endpoint.path($0) }
        let description = endpoint.description
        parameters = RouteDescription.parameterNames(endpoint.pattern).map { $0.uppercased() }
        let paging: Set = [PageQuery.limit.name, PageQuery.cursor.name]
        query = description.query.map(\.field).filter { !paging.contains($0.name) }
            .map { APIField(description: $0, isSecret: false) }
        body = (description.body?(.all) ?? []).filter { fixed[$0.name] == nil }
            .map { APIField(description: $0, isSecret: secrets.contains($0.name)) }
        self.arguments = arguments
        self.fixed = fixed
        warning = description.warning
    }

    /// Those of the path first.
    var allArguments: [String] { parameters + arguments }

    var options: [Command.Option] {
        Command.Option.ofAPI
            + (query + body).filter { !arguments.contains($0.argument) }.map(\.option)
    }

    /// The call as it was typed.
    func call(_ invocation: Invocation) throws -> APICall {
        let tenant = try invocation.required(Command.Option.tenant.name)
        let ids = try parameters.map { String(try invocation.identifier($0)) }
        return APICall(
            method: method,
            path: "/v1/\(RequestTarget.encode(tenant))/" + path(ids),
            query: query.compactMap { field in
                invocation.value(field.flag).map { (field.name, $0) }
            },
            body: try object(invocation)
        )
    }

    private func object(_ invocation: Invocation) throws -> [UInt8] {
        var object = fixed
        for field in body {
            if arguments.contains(field.argument) {
                let text = try invocation.argument(field.argument)
                object.add(field.name, try field.value(of: text, given: field.argument))
            } else if let text = invocation.value(field.flag) {
                object.add(field.name, try field.value(of: text, given: field.flag))
            } else if field.description.isRequired {
                throw UsageError("\(field.flag) is missing")
            }
        }
        return body.isEmpty && fixed.members.isEmpty ? [] : object.jsonBytes()
    }

    // MARK: Answers

    /// What was answered, and the same as JSON with members that this version does not know.
    func read<Answer: Decodable>(_ answer: APIAnswer, as type: Answer.Type, _ invocation: Invocation) throws
        -> (value: Answer, json: JSONValue)
    {
        try requireSuccess(answer, invocation)
        guard let json = try? JSONParser.parse(answer.body),
            let value = try? JSONDecoder().decode(type, from: Data(answer.body))
        else {
            throw CommandFailure(
                "the answer cannot be read: the server has another version, or is no Parlay server"
            )
        }
        return (value, json)
    }

    func requireSuccess(_ answer: APIAnswer, _ invocation: Invocation) throws {
        guard answer.status >= 400 else { return }
        guard let problem = try? JSONDecoder().decode(Problem.self, from: Data(answer.body)) else {
            throw CommandFailure(
                "the server answered \(answer.status) without a reason. Check that --server is a Parlay server."
            )
        }
        throw refusal(problem, invocation)
    }

    private func refusal(_ problem: Problem, _ invocation: Invocation) -> any Error {
        let detail = problem.detail
        let tenant = invocation.value(Command.Option.tenant.name) ?? ""
        switch (problem.status, problem.code) {
        case (400, "bad_query"):
            let field = query.first { .string($0.name) == problem.extensions["parameter"] }
            return UsageError("\(field?.flag ?? "--cursor"): \(detail)")
        case (401, _):
            let file = invocation.value(Command.Option.tokenFile.name) ?? ""
            return CommandFailure(
                "the server does not accept the token in \(file) for \(tenant): it was revoked, has expired, or is not one"
                    + " of this tenant. Put the token of an admin, or an API key, into the file."
            )
        case (403, "scope_missing"):
            return CommandFailure("\(detail) Use a key that has it, or the token of an admin.")
        case (403, "forbidden"):
            return CommandFailure("\(detail) Use the token of somebody who has it.")
        case (404, "tenant_not_found"):
            return CommandFailure(
                "there is no tenant \(tenant)" + (invocation.isRemote ? " at this server" : "")
            )
        case (404, "not_found") where detail == "Unknown path.":
            return CommandFailure(
                "the server does not know this call. It has an older version than this program."
            )
        case (422, _):
            let sentences = problem.errors?.entries.map { entry in
                "\(name(of: entry.path)): \(entry.sentences.joined(separator: " "))"
            }
            return CommandFailure(sentences?.joined(separator: "\n") ?? detail)
        default:
            return CommandFailure(detail)
        }
    }

    /// How a field of the body is given.
    private func name(of path: String) -> String {
        let first = path.prefix { $0 != "." }
        guard let field = body.first(where: { $0.name == first }) else { return path }
        return (arguments.contains(field.argument) ? field.argument : field.flag)
            + path.dropFirst(first.count)
    }
}
