internal import Administration
internal import Console
internal import Database
internal import ParlayAPI
internal import Tenancy

extension Command {
    private static let score = "SCORE is the home team's and the away team's: 21-20."

    static let eventsList = Command(
        "admin events list",
        options: [
            .tenant, .value("--status", "STATUS", "only these: \(EventStatus.choices)"),
        ] + Option.paging + [.json],
        "list a tenant's events, the latest first",
        example: "parlay admin events list --tenant draftqueens --status scheduled"
    ) { call in
        let tenant = try call.tenant()
        let status = try call.eventStatus()
        let page = try call.page()
        let trees = try await AdminSession.run(call.configuration) {
            try await $0.read(
                EventAdminStore.page(
                    .id(tenant.id),
                    .integer(page.cursor ?? .max),
                    .text(status?.rawValue),
                    .integer(page.fetchLimit)
                )
            ).all
        }
        call.show(
            trees,
            page,
            empty: "No events found.",
            headings: ["ID", "STARTS (UTC)", "STATUS", "SCORE", "HOME", "AWAY"],
            id: { $0.id.rawValue },
            json: { JSONText.value(EventTree(event: $0, markets: []).resource) },
            cells: { row in
                [
                    String(row.id.rawValue), row.startsAt.short, row.status.rawValue, row.score?.text ?? "",
                    row.home, row.away,
                ]
            }
        )
        return .success
    }

    static let eventsShow = Command(
        "admin events show",
        arguments: ["ID"],
        options: [.tenant, .json],
        "show an event with its markets",
        example: "parlay admin events show 7 --tenant draftqueens"
    ) { call in
        let tenant = try call.tenant()
        let id = try call.eventID()
        let tree = try await AdminSession.run(call.configuration) {
            try await $0.read(TreeStore.event(.id(tenant.id), .id(id))).trees.first
        }
        guard let tree else { throw CommandFailure("there is no event \(id.rawValue) in \(tenant.slug)") }
        call.show(JSONText.value(tree.resource), tree.event.shownFields)
        guard !call.isJSON else { return .success }
        var table = TextTable(["MARKET", "STATUS", "OUTCOME", "PRICE", "RESULT"])
        for market in tree.markets {
            for outcome in market.outcomes {
                table.add([
                    "\(market.market.id.rawValue) \(market.market.kind.rawValue)",
                    market.market.status.rawValue,
                    "\(outcome.id.rawValue) \(outcome.name)", outcome.price.text, outcome.status.rawValue,
                ])
            }
        }
        call.terminal.print("\n" + table.text(width: call.terminal.width))
        return .success
    }

    static let eventsSettle = Command(
        "admin events settle",
        arguments: ["ID", "SCORE"],
        options: [.tenant, .json],
        "enter the result of an event",
        details: score + " Outcomes are graded immediately; the worker pays the bets.",
        example: "parlay admin events settle 7 21-20 --tenant draftqueens"
    ) { call in try await finish(call, isCorrection: false) }

    static let eventsCorrect = Command(
        "admin events correct",
        arguments: ["ID", "SCORE"],
        options: [.tenant, .yes, .json],
        "correct the result of an event",
        details: score + " Bets that were paid by the old result are reversed and paid again.",
        example: "parlay admin events correct 7 21-17 --tenant draftqueens"
    ) { call in try await finish(call, isCorrection: true) }

    private static func finish(_ call: Invocation, isCorrection: Bool) async throws -> ExitCode {
        let tenant = try call.tenant()
        let id = try call.eventID()
        let score = try call.score()
        if isCorrection {
            try call.confirm("Correct event \(id.rawValue) of \(tenant.slug) to \(score.text)?")
        }
        let tree = try await AdminSession.run(call.configuration) { database in
            try await database.transaction { transaction in
                let results = try await transaction.run(
                    TreeStore.lockEvent(.id(tenant.id), .id(id)).query,
                    TreeStore.event(.id(tenant.id), .id(id)).query
                )
                guard let tree = try Rows<TreeLine>(results[1]).trees.first else {
                    throw CommandFailure("there is no event \(id.rawValue) in \(tenant.slug)")
                }
                if isCorrection != tree.event.isDecided {
                    throw CommandFailure(
                        isCorrection
                            ? "event \(id.rawValue) has no result yet; enter it with `parlay admin events settle`"
                            : "event \(id.rawValue) is \(tree.event.status.rawValue); use `parlay admin events correct`"
                    )
                }
                let work = TenantTransaction(tenant.id, at: .now, transaction)
                try await ResultService(work).finish(tree, score)
                let entry = AuditDraft(
                    .eventChange,
                    [
                        "status": "final", "home_score": .integer(Int64(score.home)),
                        "away_score": .integer(Int64(score.away)),
                    ],
                    on: Subject(type: "event", id: id.rawValue)
                )
                let fresh = try await transaction.run(
                    entry.query(tenant.id, at: .now),
                    TreeStore.event(.id(tenant.id), .id(id)).query
                )
                return try Rows<TreeLine>(fresh[1]).trees.first ?? tree
            }
        }
        call.report(
            "event \(id.rawValue) ended \(score.text); the worker settles its bets",
            JSONText.value(tree.resource)
        )
        return .success
    }
}

/// The operator's view of events.
enum EventAdminStore {
    /// The latest first, below the id `$2`; only in the status `$3` unless that is null.
    static let page = RowStatement<EventRow>(
        "select",
        EventRow.columns,
        """
          from events
         where tenant_id = $1 and id < $2 and ($3::text is null or status = $3)
         order by id desc
         limit $4
        """
    )

    static let statements = [page.statement]
}

extension Invocation {
    fileprivate func eventID() throws -> EventID { EventID(rawValue: try identifier("ID")) }

    fileprivate func eventStatus() throws -> EventStatus? {
        guard let name = value("--status") else { return nil }
        guard let status = EventStatus(rawValue: name) else {
            throw UsageError("--status must be one of \(EventStatus.choices), not \"\(name)\"")
        }
        return status
    }

    fileprivate func score() throws -> Score {
        let text = try argument("SCORE")
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let home = parts[0], let away = parts[1], (0...10_000).contains(home),
            (0...10_000).contains(away)
        else {
            throw UsageError(
                "SCORE must be two numbers such as 21-20, the home team's first, not \"\(text)\""
            )
        }
        return Score(home: home, away: away)
    }
}

extension EventStatus {
    fileprivate static var choices: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

extension Score {
    /// `21-20`
    fileprivate var text: String { "\(home)-\(away)" }
}

extension EventRow {
    fileprivate var shownFields: [(name: String, value: String)] {
        let all: [(name: String, value: String)] = [
            ("id", String(id.rawValue)), ("home", home), ("away", away), ("starts", startsAt.description),
            ("week", week.map(String.init) ?? ""), ("status", status.rawValue), ("score", score?.text ?? ""),
            ("results entered", String(resultVersion)), ("source", source ?? ""),
            ("id at the source", externalID ?? ""),
        ]
        return all.filter { !$0.value.isEmpty }
    }
}
