package import Accounts
internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// The calls of the module `meetups`.
package struct MatchRoutes: Sendable {
    private static let name = QueryField.text("q", 1...100, "Part of the username, in any case.")
    private static let statuses = QueryField.integers(
        "status_code",
        0...3,
        "Only matches in these states."
    )

    private let accounts: AccountService

    package init(_ accounts: AccountService) { self.accounts = accounts }

    /// `POST /profiles/` is the same as `POST /register/`.
    private var register: @Sendable (Call) async throws -> Response { AccountRoutes(accounts).register }

    package var routes: [TenantRoute] {
        people + matches + [
            route(.get, "times/{id:id}", "Show the match with a person") { try await show($0, byPartner($0)) }
                .named("getMatchWithPerson").ofPerson.showing,
            route(.put, "times/{id:id}", "Propose, accept or cancel a meetup with a person", body: .json) {
                try await update($0, byPartner($0))
            }
            .named("planMeetupWithPerson").ofPerson.planning,
            route(.delete, "times/{id:id}", "End the match with a person") {
                try await remove($0, byPartner($0))
            }
            .named("endMatchWithPerson").ofPerson.ending,
        ]
    }

    private func route(
        _ method: HTTPMethod,
        _ pattern: String,
        _ summary: String,
        access: TenantRoute.Access = .token,
        body: TenantRoute.Body = .none,
        handler: @escaping @Sendable (Call) async throws -> Response
    ) -> TenantRoute {
        TenantRoute(
            method,
            pattern,
            summary,
            module: .meetups,
            access: access,
            body: body,
            handler: handler
        )
    }

    private var people: [TenantRoute] {
        [
            route(.get, "profiles", "List people to match with", handler: partners)
                .named("listPartners")
                .explained(
                    "People who know the language you learn, and learn the one you know. "
                        + "The most recently active come first."
                )
                .query(Self.name).paged
                .answering(200, .page(of: Profile.self)),
            route(.post, "profiles", "Register an account", access: .open, body: .json, handler: register)
                .registering(accounts).named("createProfile"),
            route(
                .get,
                "languages",
                "List languages",
                access: .open,
                handler: languages
            )
            .named("listLanguages")
            .pagedOnDemand
            .explained("The languages that people of the tenant can practise.")
            .answering(
                200,
                .page(of: Language.self),
                "All languages, or a page with `limit` or `cursor`."
            ),
        ]
    }

    private var matches: [TenantRoute] {
        [
            route(.get, "matches", "List your matches", handler: list)
                .named("listMatches")
                .explained("Newest first.")
                .query(Self.statuses).paged
                .answering(200, .page(of: Match.self)),
            route(
                .post,
                "matches",
                "Match with a person",
                body: .optionalJSON,
                handler: make
            )
            .named("createMatch")
            .explained("Without `a_username`, a random partner is chosen.")
            .taking(MatchRequest.self, example: ["a_username": "bob"])
            .answering(201, .resource(Match.self), example: Match.made)
            .refusing(404, "person_not_found", "There is no person with this username.")
            .refusing(404, "no_candidate", "No matching partner is available right now.")
            .refusing(409, "already_matched", "You are already matched with this person."),
            route(.get, "matches/{id:id}", "Show a match") { try await show($0, byID($0)) }
                .named("getMatch").ofMatch.showing,
            route(.put, "matches/{id:id}", "Propose, accept or cancel a meetup", body: .json) {
                try await update($0, byID($0))
            }
            .named("planMeetup").ofMatch.planning,
            route(.delete, "matches/{id:id}", "End a match") { try await remove($0, byID($0)) }
                .named("endMatch").ofMatch.ending,
            route(
                .get,
                "matches/{id:id}/calendar.ics",
                "Download the meetup as a calendar file",
                handler: calendar
            )
            .named("getMeetupCalendar").ofMatch
            .explained("The scheduled meetup as iCalendar.")
            .answering(200, .media(["text/calendar"]))
            .refusing(409, "match_state", "No meetup is scheduled."),
            route(
                .post,
                "matches/{id:id}/feedback",
                "Give feedback on a meetup",
                body: .json,
                handler: feedback
            )
            .named("giveFeedback").ofMatch
            .explained(
                "Says whether the other person came. Possible once for each meetup, within 14 days. It counts in the `reliability` of the other person."
            )
            .taking(Feedback.self, example: ["met": true])
            .answering(201, .resource(Match.self))
            .refusing(409, "no_recent_meetup", "There was no meetup within the last 14 days.")
            .refusing(409, "feedback_given", "You have already given feedback on this meetup."),
        ]
    }

    private func byID(_ call: Call) throws -> MatchStore.Address { .id(try call.id("id")) }
    private func byPartner(_ call: Call) throws -> MatchStore.Address { .partner(try call.id("id")) }

    // MARK: Lists

    private func partners(_ call: Call) async throws -> Response {
        let name = try call.query[Self.name]
        let page = try call.page(filters: [(Self.name.name, name)], keys: 2)
        let service = MatchService(call.session)
        let partners = try await service.partners(after: page.after, limit: page.fetchLimit, name: name)
        return try await call.list(items: try await accounts.profiles(of: partners, in: call.session), page) {
            [$0.lastActiveAt.milliseconds, $0.person.id]
        }
    }

    private func list(_ call: Call) async throws -> Response {
        let statuses = try call.query[Self.statuses]
        let filter = statuses.map { $0.map(String.init).joined(separator: ",") }
        let page = try call.page(filters: [(Self.statuses.name, filter)], keys: 1)
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

extension TenantRoute {
    fileprivate var ofMatch: TenantRoute {
        path("id", "The `match_id`.")
            .refusing(403, "not_a_member", "The match is between other people.")
    }

    fileprivate var ofPerson: TenantRoute { path("id", "The other person's account id.") }

    fileprivate var showing: TenantRoute {
        explained("`profile` is the other person.").answering(200, .resource(Match.self))
    }

    fileprivate var planning: TenantRoute {
        explained(
            "Send one of: `{time_1, location}` to propose or make a counter-offer, `{accept: true}`, or `{cancel: true}`. "
                + "With `accept` you can send the `time_1` and `location` that you saw: if the offer has changed "
                + "since, the answer is 409."
        )
        .taking(MatchUpdate.self, example: ["accept": true])
        .answering(200, .resource(Match.self), example: Match.scheduled)
        .refusing(
            409,
            "match_state",
            "Not possible in the current state, which the problem shows as `status_code`."
        )
        .refusing(
            409,
            "match_changed",
            "The match was changed at the same time, or the offer is no longer the one you accepted."
        )
    }

    fileprivate var ending: TenantRoute {
        explained("Deletes its history too. Matching again starts from the beginning.")
            .irreversible("Ends the match and deletes its history.")
            .answering(204, .none)
            .refusing(409, "match_changed", "The match was changed at the same time.")
    }
}
