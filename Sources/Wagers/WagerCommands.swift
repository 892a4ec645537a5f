internal import Accounts
internal import Administration
internal import Console
internal import ParlayAPI
internal import Tenancy

extension Command {
    static let wagersList = Command(
        "admin wagers list",
        options: [
            .tenant,
            .value(
                "--status",
                "STATUS",
                "only these: \(WagerStatus.allCases.map(\.rawValue).joined(separator: ", "))"
            ),
        ] + Option.paging + [.json],
        "list a tenant's wagers, newest first",
        example: "parlay admin wagers list --tenant demo --status disputed"
    ) { call in
        let tenant = try call.tenant()
        let status = try call.wagerStatus()
        let page = try call.page()
        let rows = try await AdminSession.run(call.configuration) {
            try await WagerAdmin($0, tenant: tenant)
                .list(status: status, before: page.cursor, limit: page.fetchLimit)
        }
        call.show(
            rows,
            page,
            empty: "No wagers found.",
            headings: ["ID", "STATUS", "CENTS", "CHALLENGER", "CHALLENGEE", "OPENED (UTC)", "NAME"],
            id: { $0.id.rawValue },
            json: { JSONText.wager($0, of: tenant) },
            cells: { row in
                [
                    String(row.id.rawValue), row.state.status.rawValue, String(row.amountCents),
                    row.challenger.person.username, row.challengee?.person.username ?? "",
                    row.openedAt.short, row.name,
                ]
            }
        )
        return .success
    }

    static let wagersShow = Command(
        "admin wagers show",
        arguments: ["ID"],
        options: [.tenant, .json],
        "show a wager",
        example: "parlay admin wagers show 7 --tenant demo"
    ) { call in
        let tenant = try call.tenant()
        let id = try call.wagerID()
        let row = try await AdminSession.run(call.configuration) {
            try await WagerAdmin($0, tenant: tenant).wager(id)
        }
        guard let row else { throw CommandFailure("there is no wager \(id.rawValue) in \(tenant.slug)") }
        call.show(JSONText.wager(row, of: tenant), row.shownFields)
        return .success
    }

    static let wagersVoid = Command(
        "admin wagers void",
        arguments: ["ID"],
        options: [.tenant, .yes, .json],
        "end a wager without a winner",
        details: "Works for open, expired, active, disputed and completed wagers. Both parties are notified.",
        example: "parlay admin wagers void 7 --tenant demo"
    ) { call in
        let tenant = try call.tenant()
        let id = try call.wagerID()
        try call.confirm("Void wager \(id.rawValue) of \(tenant.slug)? It ends without a winner.")
        let outcome = try await AdminSession.run(call.configuration) {
            try await WagerAdmin($0, tenant: tenant).void(id, at: .now)
        }
        switch outcome {
        case .done(let row): call.report("voided wager \(id.rawValue)", JSONText.wager(row, of: tenant))
        case .unknown: throw CommandFailure("there is no wager \(id.rawValue) in \(tenant.slug)")
        case .over(let status):
            throw CommandFailure("wager \(id.rawValue) is \(status.rawValue) and cannot be voided")
        case .busy: throw CommandFailure("wager \(id.rawValue) was changed at the same time; try again")
        }
        return .success
    }

    static let paymentsRemind = Command(
        "admin payments remind",
        options: [
            .value("--tenant", "SLUG", "only this tenant; all tenants by default"), .dryRun, .json,
        ],
        "remind losers to pay",
        details:
            "The worker does this every 10 minutes. No one is reminded at night in their time zone.",
        example: "parlay admin payments remind --tenant demo --dry-run"
    ) { call in
        let only = try call.value("--tenant").map { try call.tenant($0).id }
        let isDry = call.has("--dry-run")
        var (sent, waiting) = (0, 0)
        for settings in try call.settingsOfCells() {
            let done = try await AdminSession.run(settings, as: .worker) { database in
                let sweep = WagerSweep(database: database)
                return isDry
                    ? try await sweep.dueReminders(at: .now, only: only)
                    : try await sweep.remind(at: .now, only: only)
            }
            sent += done.sent
            waiting += done.waiting
        }
        let value = JSONText.object([
            (isDry ? "due" : "sent", .integer(Int64(sent))), ("waiting", .integer(Int64(waiting))),
        ])
        let sentence =
            "\(sent) people \(isDry ? "would be" : "were") reminded, \(waiting) reminders wait until morning"
        call.report(sentence, value)
        return .success
    }
}

extension Invocation {
    fileprivate func wagerID() throws -> WagerID { WagerID(rawValue: try identifier("ID")) }

    fileprivate func wagerStatus() throws -> WagerStatus? {
        guard let name = value("--status") else { return nil }
        guard let status = WagerStatus(rawValue: name) else {
            let known = WagerStatus.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError("--status must be one of \(known), not \"\(name)\"")
        }
        return status
    }
}

extension JSONText {
    /// The wager as in the HTTP API, with members that only operators see.
    fileprivate static func wager(_ row: WagerRow, of tenant: Tenant) -> JSONValue {
        adding(
            [
                ("disputed_at", optional(row.state.disputedAt?.description)),
                ("next_reminder_at", optional(row.state.remindAt?.description)),
            ],
            to: row.resource(at: .now, in: tenant)
        )
    }
}

extension WagerRow {
    fileprivate var shownFields: [(name: String, value: String)] {
        func time(_ time: Timestamp?) -> String { time?.description ?? "" }
        let all: [(name: String, value: String)] = [
            ("id", String(id.rawValue)), ("name", name), ("status", state.status.rawValue),
            ("amount in cents", String(amountCents)), ("categories", categories.joined(separator: ", ")),
            ("challenger", challenger.person.username), ("challengee", challengee?.person.username ?? ""),
            ("audience", audience.rawValue), ("addressed to", addresseeUsername ?? ""),
            ("winner", state.winner?.rawValue ?? ""), ("claimed by", state.claim?.by.rawValue ?? ""),
            ("claimed winner", state.claim?.winner.rawValue ?? ""), ("claimed at", time(state.claim?.at)),
            ("cancellation asked by", state.cancelRequestedBy?.rawValue ?? ""),
            ("arbiter", arbiter?.person.username ?? ""), ("payment", state.paymentMethod?.rawValue ?? ""),
            ("opened", time(openedAt)), ("closes", time(closesAt)), ("taken", time(state.takenAt)),
            ("disputed", time(state.disputedAt)), ("completed", time(state.completedAt)),
            ("confirmed", time(state.confirmedAt)), ("next reminder", time(state.remindAt)),
        ]
        return all.filter { !$0.value.isEmpty }
    }
}
