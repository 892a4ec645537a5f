package import Accounts
internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// The calls of the module `meetups`.
package struct MatchRoutes: Sendable {
    private let accounts: AccountService

    package init(_ accounts: AccountService) { self.accounts = accounts }

    /// `POST /profiles/` is the same as `POST /register/`.
    private var register: @Sendable (Call) async throws -> Response { AccountRoutes(accounts).register }

    package var routes: [TenantRoute] {
        people + matches + [
            TenantRoute(MatchCalls.showWithPerson) { try await show($0, byPartner($0)) },
            TenantRoute(MatchCalls.planWithPerson) {
                try await update($0, byPartner($0))
            },
            TenantRoute(MatchCalls.endWithPerson) {
                try await remove($0, byPartner($0))
            },
        ]
    }

    private var people: [TenantRoute] {
        [
            TenantRoute(MatchCalls.partners, handler: partners),
            TenantRoute(MatchCalls.register, handler: register)
                .registering(accounts),
            TenantRoute(MatchCalls.languages, handler: languages),
        ]
    }

    private var matches: [TenantRoute] {
        [
            TenantRoute(MatchCalls.list, handler: list),
            TenantRoute(MatchCalls.ofAccount, handler: listOfAccount),
            TenantRoute(MatchCalls.make, handler: make),
            TenantRoute(MatchCalls.show) { try await show($0, byID($0)) },
            TenantRoute(MatchCalls.history, handler: history),
            TenantRoute(MatchCalls.plan) {
                try await update($0, byID($0))
            },
            TenantRoute(MatchCalls.end) { try await remove($0, byID($0)) },
            TenantRoute(MatchCalls.calendar, handler: calendar),
            TenantRoute(MatchCalls.feedback, handler: feedback),
        ]
    }

    private func byID(_ call: Call) throws -> MatchStore.Address { .id(try call.id("id")) }
    private func byPartner(_ call: Call) throws -> MatchStore.Address { .partner(try call.id("id")) }

    // MARK: Lists

    private func partners(_ call: Call) async throws -> Response {
        let name = try call.query[MatchCalls.name]
        let page = try call.page(filters: [(MatchCalls.name.name, name)], keys: 2)
        let service = MatchService(call.session)
        let partners = try await service.partners(after: page.after, limit: page.fetchLimit, name: name)
        return try await call.list(items: try await accounts.profiles(of: partners, in: call.session), page) {
            [$0.lastActiveAt.milliseconds, $0.person.id]
        }
    }

    private func list(_ call: Call) async throws -> Response {
        let statuses = try call.query[MatchCalls.statuses]
        let filter = statuses.map { $0.map(String.init).joined(separator: ",") }
        let page = try call.page(filters: [(MatchCalls.statuses.name, filter)], keys: 1)
        let service = MatchService(call.session)
        let rows = try await service.matches(
            before: page.after?.first,
            limit: page.fetchLimit,
            statuses: statuses
        )
        let partners = try await accounts.profiles(of: rows.map(\.partner), in: call.session)
        let matches = zip(rows, partners).map { row, partner in row.resource(at: call.now, profile: partner) }
        return try await call.list(matches, page) { [rows[$0].id.rawValue] }
    }

    private func listOfAccount(_ call: Call) async throws -> Response {
        let account: AccountID = try call.id("id")
        let statuses = try call.query[MatchCalls.statuses]
        let filter = statuses.map { $0.map(String.init).joined(separator: ",") }
        let page = try call.page(filters: [(MatchCalls.statuses.name, filter)], keys: 1)
        let rows = try await MatchService(call.session).matches(of: account, page, statuses: statuses)
        let partners = try await accounts.profiles(of: rows.map(\.partner), in: call.session)
        let matches = zip(rows, partners).map { row, partner in
            var match = row.resource(at: call.now, profile: partner)
            match.moves = []
            match.feedbackOn = nil
            return match
        }
        return try await call.list(matches, page) { [rows[$0].id.rawValue] }
    }

    private func languages(_ call: Call) async throws -> Response {
        try await call.list(all: Languages.offered(by: call.tenant.settings), name: \.code)
            .with("Cache-Control", "public, max-age=300")
    }

    // MARK: One match

    private func make(_ call: Call) async throws -> Response {
        let row = try await MatchService(call.session).make(try call.decode(MatchRequest.self))
        return try await answer(row, call, status: 201).with(
            "Location",
            "\(call.base)matches/\(row.id.rawValue)/"
        )
    }

    private func show(_ call: Call, _ address: MatchStore.Address) async throws -> Response {
        return try await answer(try await MatchService(call.session).match(address).row, call)
    }

    private func history(_ call: Call) async throws -> Response {
        let events = try await MatchService(call.session).history(of: try call.id("id"))
        return try await call.list(all: events) { "\($0.at.milliseconds) \($0.kind.rawValue) \($0.by ?? 0)" }
    }

    private func update(_ call: Call, _ address: MatchStore.Address) async throws -> Response {
        let object = try call.object()
        let service = MatchService(call.session)
        let (row, side) = try await service.match(address)
        try call.requireMatch(row.entityTag(at: call.now))
        let update = try await call.decode(object, as: MatchUpdate.self) { update, body in
            guard case .propose(let time, _) = update, body.isValid(MatchUpdate.time),
                !MatchRules.isAllowed(time, now: call.now)
            else { return }
            body.refuse(MatchUpdate.time, MeetupError.timeRule)
        }
        return try await answer(try await service.update(row, as: side, update), call)
    }

    private func remove(_ call: Call, _ address: MatchStore.Address) async throws -> Response {
        let service = MatchService(call.session)
        let row = try await service.match(address).row
        try call.requireMatch(row.entityTag(at: call.now))
        let isConditional = call.request.head.headers["If-Match"] != nil
        try await service.remove(row, version: isConditional ? row.version : nil)
        return .noContent
    }

    private func calendar(_ call: Call) async throws -> Response {
        let row = try await MatchService(call.session).match(try byID(call)).row
        let status = row.status(at: call.now)
        guard status == .scheduled, let entry = CalendarEntry(row, tenant: call.tenant.slug) else {
            throw MeetupError.wrongState(status)
        }
        return Response.text(entry.text, contentType: "text/calendar; charset=utf-8")
            .with("Content-Disposition", "attachment; filename=\"meetup-\(row.id.rawValue).ics\"")
            .tagged(row.entityTag(at: call.now))
    }

    private func feedback(_ call: Call) async throws -> Response {
        let object = try call.object()
        let service = MatchService(call.session)
        let row = try await service.match(try byID(call)).row
        try await service.give(try call.decode(object), on: row)
        // Reads again: the answer shows the other person's new reliability. Feedback cannot be read by itself.
        return try await answer(try await service.match(try byID(call)).row, call, status: 201)
    }

    private func answer(_ row: MatchRow, _ call: Call, status: Int = 200) async throws -> Response {
        guard let partner = try await accounts.profiles(of: [row.partner], in: call.session).first else {
            throw AccountError.notOne(row.partner.id)
        }
        return Response.json(row.resource(at: call.now, profile: partner), status: status)
            .tagged(row.entityTag(at: call.now))
    }
}
