package import ParlayAPI

/// Commands that are calls of the API: with --server at a server, else in this process, as the operator.
extension Command {
    /// Shows what an endpoint lists.
    ///
    /// - Parameters:
    ///   - empty: the message if it lists nothing.
    ///   - columns: a heading and the cell of an item.
    package static func listing<Target, Item: Resource & Hashable>(
        _ path: String,
        alias: String = "",
        _ endpoint: Endpoint<Target, Never, ParlayAPI.ListPage<Item>>,
        _ summary: String,
        details: String = "",
        example: String,
        empty: String,
        columns: [(heading: String, cell: @Sendable (Item) -> String)]
    ) -> Command {
        let command = APICommand(endpoint)
        return Command(
            path,
            alias: alias,
            arguments: command.allArguments,
            options: command.options + Option.ofAPILists + [.json],
            summary,
            details: details,
            example: example
        ) { call in
            let request = try command.call(call)
            let limit = try call.limit()
            let start = call.value("--cursor")
            let (items, json, next) = try await call.api().run { send in
                var items: [Item] = []
                var json: [JSONValue] = []
                var cursor = start
                repeat {
                    var request = request
                    request.query.append(("limit", String(min(limit - items.count, 100))))
                    if let cursor { request.query.append(("cursor", cursor)) }
                    let page = try command.read(
                        try await send(request),
                        as: ParlayAPI.ListPage<Item>.self,
                        call
                    )
                    items += page.value.items
                    if case .object(let object) = page.json, case .array(let values)? = object["items"] {
                        json += values
                    }
                    cursor = page.value.nextCursor
                } while cursor != nil && items.count < limit
                return (items, json, cursor)
            }
            call.show(
                Array(zip(items, json)),
                next: next,
                empty: empty,
                headings: columns.map(\.heading),
                json: { $0.1 },
                cells: { item in columns.map { $0.cell(item.0) } }
            )
            return .success
        }
    }

    /// Shows one resource, as names and values.
    package static func showing<Target, Answer: Resource>(
        _ path: String,
        _ endpoint: Endpoint<Target, Never, Answer>,
        _ summary: String,
        details: String = "",
        example: String,
        fields: @escaping @Sendable (Answer) -> [(name: String, value: String)]
    ) -> Command {
        calling(path, APICommand(endpoint), [], summary, details, example) { answer, command, call in
            let (value, json) = try command.read(answer, as: Answer.self, call)
            call.show(json, fields(value).filter { !$0.value.isEmpty })
        }
    }

    /// Changes something, and says what it is now.
    ///
    /// - Parameters:
    ///   - arguments: fields of the body that are arguments: `LABEL` of `label`.
    ///   - fixed: members of the body that the command sets.
    ///   - secrets: fields of the body that are read from files.
    ///   - done: the sentence about the answer.
    package static func changing<Target, Body, Answer: Resource>(
        _ path: String,
        alias: String = "",
        _ endpoint: Endpoint<Target, Body, Answer>,
        arguments: [String] = [],
        fixed: JSONObject = [:],
        secrets: Set<String> = [],
        options: [Option] = [],
        _ summary: String,
        details: String = "",
        example: String,
        done: @escaping @Sendable (Answer) -> String
    ) -> Command {
        let command = APICommand(endpoint, arguments: arguments, fixed: fixed, secrets: secrets)
        return calling(path, alias: alias, command, options, summary, details, example) {
            answer,
            command,
            call in
            let (value, json) = try command.read(answer, as: Answer.self, call)
            call.report(done(value), json)
        }
    }

    /// Ends something that has an id.
    ///
    /// - Parameter done: `("revoked", "key")`.
    package static func removing(
        _ path: String,
        alias: String = "",
        _ endpoint: Endpoint<Int64, Never, Void>,
        _ summary: String,
        details: String = "",
        example: String,
        done: (verb: String, noun: String)
    ) -> Command {
        calling(path, alias: alias, APICommand(endpoint), [], summary, details, example) {
            answer,
            command,
            call in
            try command.requireSuccess(answer, call)
            let id = try call.identifier("ID")
            call.report(
                "\(done.verb) \(done.noun) \(id)",
                JSONText.object([("id", .integer(id)), (done.verb, .bool(true))])
            )
        }
    }

    private static func calling(
        _ path: String,
        alias: String = "",
        _ command: APICommand,
        _ options: [Option],
        _ summary: String,
        _ details: String,
        _ example: String,
        report: @escaping @Sendable (APIAnswer, APICommand, Invocation) throws -> Void
    ) -> Command {
        Command(
            path,
            alias: alias,
            arguments: command.allArguments,
            options: command.options + options + (command.warning.isEmpty ? [] : [.yes]) + [.json],
            summary,
            details: details,
            example: example
        ) { call in
            let request = try command.call(call)
            let api = try call.api()
            if !command.warning.isEmpty {
                try call.confirm(
                    "\(summary.prefix(1).uppercased())\(summary.dropFirst())? \(command.warning)"
                )
            }
            try report(try await api.run { send in try await send(request) }, command, call)
            return .success
        }
    }
}
