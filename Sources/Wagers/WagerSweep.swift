internal import Accounts
package import Database
internal import Notifications
package import ParlayAPI
package import Tenancy

/// The scheduled changes of wagers, for all tenants.
package struct WagerSweep: Sendable {
    /// The result of a run of reminders.
    package struct Reminded: Sendable, Equatable {
        package var sent = 0
        /// Due, but it is night for the recipient.
        package var waiting = 0
    }

    private let database: DatabasePool

    package init(database: DatabasePool) { self.database = database }

    /// Expires offers that no one took in time, with one transaction per batch; returns how many. Safe to run twice
    /// and concurrently: an expired wager is no longer open.
    package func expire(at now: Timestamp, batch: Int = 5000) async throws -> Int {
        var total = 0
        while true {
            let count = try await database.write([WagerSweepStore.expire(.time(now), .integer(batch))])[0]
                .affectedRows
            total += count
            if count < batch { return total }
            try Task.checkCancellation()
        }
    }

    /// Completes wagers on which one party has not answered in time, or disputes them if that party is suspended; returns
    /// how many. Safe to run twice and concurrently: each is written only if it has not changed since it was read.
    package func completeUnanswered(at now: Timestamp, batch: Int = 200) async throws -> Int {
        let tenants = try await tenants(nil)
        var total = 0
        var last: Position?
        while true {
            let parameters = Self.parameters(batch, now, tenants, after: last)
            let query = WagerSweepStore.unanswered(parameters + [.integer(WagerRules.answerTime)])
            let rows = try await database.read(query).all
            var changes: [Query] = []
            for row in rows {
                guard let tenant = tenants[row.tenant] else { continue }
                let wager = row.wager
                last = Position(time: wager.state.claim?.at ?? now, tenant: tenant.id, wager: wager.id)
                let plan = ReminderPlan(days: tenant.settings[WagerSettings.reminderDays])
                guard let new = WagerRules.unanswered(wager.state, by: row.silent, plan: plan, now: now)
                else {
                    continue
                }
                let verdict: WagerVerdict = new.status == .disputed ? .unanswerable : .unanswered
                changes.append(Self.change(wager, to: new, verdict).query(in: tenant.id, at: now).query)
            }
            // Each by itself: nothing is locked after the streams of its people.
            for change in changes where try await !database.write([change])[0].isEmpty { total += 1 }
            if rows.count < batch { return total }
            try Task.checkCancellation()
        }
    }

    private static func change(_ wager: WagerRow, to new: WagerState, _ verdict: WagerVerdict) -> WagerChange
    {
        let notices = WagerNotice.drafts(
            on: wager.outline,
            from: wager.state,
            to: new,
            by: nil,
            verdict: verdict
        )
        var kept = new
        kept.keep(verdict)
        return WagerChange(wager: wager.id, version: wager.version, state: kept, notices: notices)
    }

    // MARK: Reminders

    /// Reminds losers who have not paid. A reminder and the plan of the next are one write, so the next run does not
    /// find it due: each step is sent once, even if the process is killed. Steps that a worker has missed are not
    /// sent later.
    ///
    /// - Parameters:
    ///   - only: this tenant; `nil` for all.
    ///   - finish: commits the last batch together with other statements.
    package func remind(
        at now: Timestamp,
        only tenant: TenantID? = nil,
        batch: Int = 200,
        finish: ([Query]) async throws -> [ResultSet]
    ) async throws -> Reminded {
        try await walk(at: now, only: tenant, batch) { reminders, isLast in
            let queries = reminders.isEmpty ? [] : [Self.query(reminders, now).query]
            let results = isLast ? try await finish(queries) : try await write(queries)
            return try results.first.map { Int(try Rows<Int64>($0).one) } ?? 0
        }
    }

    /// The same, without other statements.
    package func remind(at now: Timestamp, only tenant: TenantID? = nil) async throws -> Reminded {
        try await remind(at: now, only: tenant, finish: write)
    }

    /// Commits a batch by itself.
    func write(_ queries: [Query]) async throws -> [ResultSet] {
        queries.isEmpty ? [] : try await database.write(queries)
    }

    /// The result that `remind` would have.
    package func dueReminders(at now: Timestamp, only tenant: TenantID? = nil) async throws -> Reminded {
        try await walk(at: now, only: tenant, 200) { reminders, _ in reminders.count { !$0.title.isEmpty } }
    }

    private func walk(
        at now: Timestamp,
        only tenant: TenantID?,
        _ batch: Int,
        _ step: (_ reminders: [Reminder], _ isLast: Bool) async throws -> Int
    ) async throws -> Reminded {
        let tenants = try await tenants(tenant)
        var total = Reminded()
        var last: Position?
        while true {
            let query = WagerSweepStore.unpaid(Self.parameters(batch, now, tenants, after: last))
            let rows = try await database.read(query).all
            var reminders: [Reminder] = []
            for row in rows {
                guard let tenant = tenants[row.tenant] else { continue }
                let time = row.wager.state.remindAt ?? now
                last = Position(time: time, tenant: tenant.id, wager: row.wager.id)
                guard let reminder = Reminder(row, of: tenant, now: now) else { continue }
                if reminder.title.isEmpty { total.waiting += 1 }
                reminders.append(reminder)
            }
            let isLast = rows.count < batch
            total.sent += try await step(reminders, isLast)
            if isLast { return total }
            try Task.checkCancellation()
        }
    }

    private static func query(_ reminders: [Reminder], _ now: Timestamp) -> RowQuery<Int64> {
        WagerSweepStore.remind(
            .time(now),
            .integers(reminders.map(\.tenant.rawValue)),
            .integers(reminders.map(\.wager.rawValue)),
            .integers(reminders.map(\.version)),
            .integers(reminders.map { Int64($0.nextStep) }),
            .texts(reminders.map(\.nextAt?.description)),
            .integers(reminders.map(\.loser.rawValue)),
            .integers(reminders.map(\.winner.rawValue)),
            .texts(reminders.map(\.title)),
            .texts(reminders.map(\.text)),
            .texts(reminders.map(\.link)),
            .texts(reminders.map(\.key)),
            .texts(reminders.map(\.arguments?.json))
        )
    }

    // MARK: Common to them

    /// The position of an iteration over wagers in the order of a time.
    private struct Position {
        let time: Timestamp
        let tenant: TenantID
        let wager: WagerID
    }

    private static func parameters(
        _ batch: Int,
        _ now: Timestamp,
        _ tenants: [TenantID: Tenant],
        after last: Position?
    ) -> [Parameter] {
        [
            .integer(batch), .time(now), .integers(tenants.keys.map(\.rawValue)),
            last.map { .time($0.time) } ?? "-infinity", .integer(last?.tenant.rawValue ?? 0),
            .integer(last?.wager.rawValue ?? 0),
        ]
    }

    /// Active tenants: while a tenant is suspended no one can answer or pay, so what is due waits.
    private func tenants(_ only: TenantID?) async throws -> [TenantID: Tenant] {
        var tenants: [TenantID: Tenant] = [:]
        for row in try await database.read(TenantRegistry.all()).all {
            guard let tenant = row.tenant, tenant.isActive, tenant.modules.contains(.wagers) else {
                continue
            }
            if only == nil || only == tenant.id { tenants[tenant.id] = tenant }
        }
        return tenants
    }
}

/// One reminder to send or to postpone.
struct Reminder: Sendable, Equatable {
    let tenant: TenantID
    let wager: WagerID
    let version: Int64
    let loser: AccountID
    let winner: AccountID
    /// Empty if it is only postponed.
    var title = ""
    var text = ""
    var link: String?
    var arguments: NoticeArguments?
    /// Identifies the reminder, so that writing it again has no effect.
    let key: String
    var nextStep: Int
    /// `nil` for the last one.
    var nextAt: Timestamp?

    private static func values(_ wager: WagerRow, _ name: String) -> [String: JSONValue] {
        ["name": .string(name), "wager": .string(wager.name), "amount_cents": .integer(wager.amountCents)]
    }

    /// `nil` if there is no one to remind.
    init?(_ row: UnpaidWager, of tenant: Tenant, now: Timestamp) {
        let wager = row.wager
        let state = wager.state
        guard let winner = state.winner, let loser = wager.person(winner.other)?.id,
            let payee = wager.person(winner)
        else { return nil }
        self.tenant = tenant.id
        self.wager = wager.id
        self.loser = loser
        self.winner = payee.id
        version = wager.version
        key = "payment_reminder:\(wager.id.rawValue):\(state.reminderRound):\(state.reminderStep)"
        nextStep = state.reminderStep
        let wait = ReminderPlan.wait(at: row.localTime)
        guard wait == 0 else {
            nextAt = now.adding(seconds: wait)
            return
        }
        let plan = ReminderPlan(days: tenant.settings[WagerSettings.reminderDays])
        (nextStep, nextAt) = plan.next(
            after: state.reminderStep,
            since: state.remindersSince ?? now,
            now: now
        )
        let name = payee.person.displayName
        title = "Time to pay"
        text = "You owe \(name) \(WagerNotice.dollars(wager.amountCents)) for “\(wager.name)”. "
        if let venmo = row.venmo {
            let guide = VenmoLink.guide(to: venmo, amountCents: wager.amountCents, wager: wager.name)
            link = guide.webURL
            text += "Pay with Venmo: \(guide.webURL ?? "")\nIn the Venmo app: \(guide.appURL ?? "")"
            arguments = NoticeArguments(
                WagerNoticeText.payByVenmo,
                Self.values(wager, name).merging([
                    "web": .string(guide.webURL ?? ""), "app": .string(guide.appURL ?? ""),
                ]) { $1 }
            )
        } else {
            text += "\(name) has no Venmo username. Pay in cash and report it in the app."
            arguments = NoticeArguments(WagerNoticeText.payInCash, Self.values(wager, name))
        }
    }
}
