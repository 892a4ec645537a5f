internal import ParlayAPI
internal import Tenancy
internal import Wagers

extension Command {
    static let wagersList = Command(
        "admin wagers list",
        options: [
            .tenant,
            .value(
                "--status",
                "STATUS",
                "only those: \(WagerStatus.allCases.map(\.rawValue).joined(separator: ", "))"
            ),
            .value("--limit", "N", "at most so many, 50 by default"),
            .value("--before", "ID", "start below this id"), .json,
        ],
        "list a tenant's wagers, newest first"
    ) { call in
        let tenant = try call.tenant()
        let status = try call.wagerStatus()
        let before = try call.count("--before", default: Int.max, 1...Int.max)
        let limit = try call.count("--limit", default: 50, 1...10_000)
        let rows = try await AdminSession.run(call.configuration) {
            try await WagerAdmin($0, tenant: tenant).list(status: status, before: Int64(before), limit: limit)
        }
        if call.isJSON {
            call.terminal.print(JSONText.array(rows.map(JSONText.wager)))
            return .success
        }
        var table = TextTable(["ID", "STATUS", "AMOUNT", "CHALLENGER", "CHALLENGEE", "OPENED", "NAME"])
        for row in rows {
            table.add([
                String(row.id.rawValue), row.state.status.rawValue, String(row.amountCents),
                row.challenger.person.username, row.challengee?.person.username ?? "",
                row.openedAt.description, row.name,
            ])
        }
        call.terminal.print(table.isEmpty ? "There are no such wagers." : table.text)
        return .success
    }

    static let wagersShow = Command(
        "admin wagers show",
        arguments: ["ID"],
        options: [.tenant, .json],
        "show a wager"
    ) { call in
        let tenant = try call.tenant()
        let id = try call.wagerID()
        let row = try await AdminSession.run(call.configuration) {
            try await WagerAdmin($0, tenant: tenant).wager(id)
        }
        guard let row else { throw CommandFailure("there is no wager \(id.rawValue) in \(tenant.slug)") }
        call.show(row, nil)
        return .success
    }

    static let wagersVoid = Command(
        "admin wagers void",
        arguments: ["ID"],
        options: [.tenant, .yes, .json],
        "call a wager off, whatever its parties say, and tell them"
    ) { call in
        let tenant = try call.tenant()
        let id = try call.wagerID()
        try call.confirm("Call off wager \(id.rawValue) of \(tenant.slug)? It ends without a winner.")
        let outcome = try await AdminSession.run(call.configuration) {
            try await WagerAdmin($0, tenant: tenant).void(id, at: .now)
        }
        switch outcome {
        case .done(let row): call.show(row, "wager \(id.rawValue) is called off")
        case .unknown: throw CommandFailure("there is no wager \(id.rawValue) in \(tenant.slug)")
        case .over(let status):
            throw CommandFailure("wager \(id.rawValue) is \(status.rawValue): that cannot be undone")
        case .busy: throw CommandFailure("wager \(id.rawValue) changes all the time; try again")
        }
        return .success
    }

    static let paymentsRemind = Command(
        "admin payments remind",
        options: [
            .value("--tenant", "SLUG", "only this tenant; all of them by default"), .dryRun, .json,
        ],
        "remind those who owe something, as the worker does"
    ) { call in
        let only = try call.value("--tenant").map { try call.tenants().tenant($0).id }
        let isDry = call.has("--dry-run")
        let done = try await AdminSession.run(call.configuration, as: .worker) { database in
            let sweep = WagerSweep(database: database)
            return isDry
                ? try await sweep.dueReminders(at: .now, only: only)
                : try await sweep.remind(at: .now, only: only)
        }
        let value = JSONText.object([
            (isDry ? "due" : "sent", .integer(Int64(done.sent))), ("waiting", .integer(Int64(done.waiting))),
        ])
        let sentence =
            "\(done.sent) people \(isDry ? "would be" : "were") reminded, "
            + "\(done.waiting) reminders wait for the morning of whom they concern"
        call.terminal.print(call.isJSON ? JSONText.text(value) : sentence)
        return .success
    }
}

extension Invocation {
    fileprivate func wagerID() throws -> WagerID {
        guard let id = Int64(try argument("ID")), id > 0 else {
            throw UsageError("ID is the number that `parlay admin wagers list` shows")
        }
        return WagerID(rawValue: id)
    }

    fileprivate func wagerStatus() throws -> WagerStatus? {
        guard let name = value("--status") else { return nil }
        guard let status = WagerStatus(rawValue: name) else {
            let known = WagerStatus.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError("there is no status \"\(name)\"; there are \(known)")
        }
        return status
    }

    /// A sentence, or without one all of it.
    fileprivate func show(_ row: WagerRow, _ sentence: String?) {
        if isJSON || sentence != nil {
            terminal.print(isJSON ? JSONText.text(JSONText.wager(row)) : sentence ?? "")
            return
        }
        var table = TextTable(["WAGER", String(row.id.rawValue)])
        for member in JSONText.wagerMembers(row).dropFirst() {
            if case .null = member.1 { continue }
            table.add([member.0.replacing("_", with: " "), member.1.text ?? JSONText.text(member.1)])
        }
        terminal.print(table.text)
    }
}

extension JSONText {
    fileprivate static func wager(_ row: WagerRow) -> JSONValue { object(wagerMembers(row)) }

    fileprivate static func wagerMembers(_ row: WagerRow) -> [(String, JSONValue)] {
        let state = row.state
        func time(_ time: Timestamp?) -> JSONValue { optional(time?.description) }
        return [
            ("id", .integer(row.id.rawValue)), ("name", .string(row.name)),
            ("status", .string(state.status.rawValue)), ("amount_cents", .integer(row.amountCents)),
            ("category", .string(row.category)), ("challenger", .string(row.challenger.person.username)),
            ("challengee", optional(row.challengee?.person.username)),
            ("audience", .string(row.audience.rawValue)),
            ("audience_username", optional(row.addresseeUsername)),
            ("winner", optional(state.winner?.rawValue)),
            ("claimed_by", optional(state.claim?.by.rawValue)),
            ("claimed_winner", optional(state.claim?.winner.rawValue)),
            ("claimed_at", time(state.claim?.at)),
            ("cancel_requested_by", optional(state.cancelRequestedBy?.rawValue)),
            ("arbiter", optional(row.arbiter?.person.username)),
            ("payment_method", optional(state.paymentMethod?.rawValue)), ("opened_at", time(row.openedAt)),
            ("closes_at", time(row.closesAt)), ("taken_at", time(state.takenAt)),
            ("disputed_at", time(state.disputedAt)), ("completed_at", time(state.completedAt)),
            ("confirmed_at", time(state.confirmedAt)), ("next_reminder_at", time(state.remindAt)),
        ]
    }
}

extension JSONValue {
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
