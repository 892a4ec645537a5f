package import HTTPServer
internal import ParlayAPI
package import Tenancy

/// The calls of the module `meetups`.
package struct MatchRoutes: Sendable {
    /// Serves `POST /register/`, and here `POST /profiles/`, which is the same.
    private let register: @Sendable (Call) async throws -> Response

    package init(register: @escaping @Sendable (Call) async throws -> Response) { self.register = register }

    package var routes: [TenantRoute] {
        [
            TenantRoute(.get, "profiles", "Lists people to match with.", module: .meetups, handler: partners),
            TenantRoute(
                .post,
                "profiles",
                "Registers an account.",
                module: .meetups,
                access: .open,
                body: .json,
                handler: register
            ),
            TenantRoute(
                .get,
                "matches",
                "Lists one's matches, newest first.",
                module: .meetups,
                handler: list
            ),
            TenantRoute(
                .post,
                "matches",
                "Matches with a named or a random person.",
                module: .meetups,
                body: .optionalJSON,
                handler: make
            ),
            TenantRoute(.get, "matches/{id:id}", "Shows a match.", module: .meetups) {
                try await show($0, byID($0))
            },
            TenantRoute(
                .put,
                "matches/{id:id}",
                "Proposes, accepts or cancels a meetup.",
                module: .meetups,
                body: .json
            ) { try await update($0, byID($0)) },
            TenantRoute(.delete, "matches/{id:id}", "Ends a match.", module: .meetups) {
                try await remove($0, byID($0))
            },
            TenantRoute(.get, "times/{id:id}", "Shows the match with a person.", module: .meetups) {
                try await show($0, byPartner($0))
            },
            TenantRoute(
                .put,
                "times/{id:id}",
                "Proposes, accepts or cancels a meetup with a person.",
                module: .meetups,
                body: .json
            ) { try await update($0, byPartner($0)) },
            TenantRoute(.delete, "times/{id:id}", "Ends the match with a person.", module: .meetups) {
                try await remove($0, byPartner($0))
            },
            TenantRoute(
                .get,
                "matches/{id:id}/calendar.ics",
                "The scheduled meetup as iCalendar.",
                module: .meetups,
                handler: calendar
            ),
            TenantRoute(
                .post,
                "matches/{id:id}/feedback",
                "Says whether the other person came.",
                module: .meetups,
                body: .json,
                handler: feedback
            ),
            TenantRoute(
                .get,
                "languages",
                "Lists the languages people may practise.",
                module: .meetups,
                access: .open,
                handler: languages
            ),
        ]
    }

    private func byID(_ call: Call) throws -> MatchStore.Address { .id(try call.id("id")) }
    private func byPartner(_ call: Call) throws -> MatchStore.Address { .partner(try call.id("id")) }

    // MARK: Lists

    private func partners(_ call: Call) async throws -> Response {
        let query = try QueryReader(call.request.head, allowing: ["limit", "cursor", "q"])
        let name = try query.text("q", lengths: 1...100)
        let page = try call.page(query, filters: [("q", name)], keys: 2)
        let service = MatchService(call.session)
        let accounts = try await service.partners(after: page.after, limit: page.fetchLimit, name: name)
        let profiles = accounts.map { $0.profile(in: call.tenant, isOwn: false) }
        return try await call.list(profiles, page) {
            [accounts[$0].lastActiveAt.milliseconds, accounts[$0].id.rawValue]
        }
    }

    private func list(_ call: Call) async throws -> Response {
        let query = try QueryReader(call.request.head, allowing: ["limit", "cursor", "status_code"])
        let statuses = try query.integers("status_code", 0...3).map { Set($0).sorted() }
        let filter = statuses.map { $0.map(String.init).joined(separator: ",") }
        let page = try call.page(query, filters: [("status_code", filter)], keys: 1)
        let service = MatchService(call.session)
        let rows = try await service.matches(
            before: page.after?.first,
            limit: page.fetchLimit,
            statuses: statuses
        )
        return try await call.list(rows.map { $0.resource(at: call.now, in: call.tenant) }, page)
        { [rows[$0].id.rawValue] }
    }

    private func languages(_ call: Call) throws -> Response {
        try call.requireNoQuery()
        let page = ListPage(items: Languages.offered(by: call.tenant.settings))
        return .json(page).with("Cache-Control", "public, max-age=300")
    }

    // MARK: One match

    private func make(_ call: Call) async throws -> Response {
        try call.requireNoQuery()
        let row = try await MatchService(call.session).make(try call.decode(MatchRequest.self))
        return answer(row, call, status: 201).with("Location", "\(call.base)matches/\(row.id.rawValue)/")
    }

    private func show(_ call: Call, _ address: MatchStore.Address) async throws -> Response {
        try call.requireNoQuery()
        return answer(try await MatchService(call.session).match(address).row, call)
    }

    private func update(_ call: Call, _ address: MatchStore.Address) async throws -> Response {
        try call.requireNoQuery()
        let object = try call.object()
        let service = MatchService(call.session)
        let (row, side) = try await service.match(address)
        try call.requireMatch(row.entityTag(at: call.now))
        return answer(try await service.update(row, as: side, call.decode(object)), call)
    }

    private func remove(_ call: Call, _ address: MatchStore.Address) async throws -> Response {
        try call.requireNoQuery()
        let service = MatchService(call.session)
        let row = try await service.match(address).row
        try call.requireMatch(row.entityTag(at: call.now))
        let isConditional = call.request.head.headers["If-Match"] != nil
        try await service.remove(row, version: isConditional ? row.version : nil)
        return .noContent
    }

    private func calendar(_ call: Call) async throws -> Response {
        try call.requireNoQuery()
        let row = try await MatchService(call.session).match(try byID(call)).row
        let status = row.status(at: call.now)
        guard status == .scheduled, let entry = CalendarEntry(row, tenant: call.tenant.slug) else {
            throw MeetupError.wrongState(status)
        }
        return Response.text(entry.text, contentType: "text/calendar; charset=utf-8")
            .with("Content-Disposition", "attachment; filename=\"meetup-\(row.id.rawValue).ics\"")
            .with("Cache-Control", "no-store")
            .tagged(row.entityTag(at: call.now))
    }

    private func feedback(_ call: Call) async throws -> Response {
        try call.requireNoQuery()
        let object = try call.object()
        let service = MatchService(call.session)
        let row = try await service.match(try byID(call)).row
        try await service.give(try call.decode(object), on: row)
        // Read again: the answer shows the other's new reliability. Feedback has no row of its own to be read by.
        return answer(try await service.match(try byID(call)).row, call, status: 201)
    }

    private func answer(_ row: MatchRow, _ call: Call, status: Int = 200) -> Response {
        Response.json(row.resource(at: call.now, in: call.tenant), status: status)
            .tagged(row.entityTag(at: call.now))
            .with("Cache-Control", "no-store")
    }
}
