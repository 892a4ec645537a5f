internal import HTTPServer
internal import ParlayAPI
internal import Tenancy

/// The caller's shelf, and other people's.
struct ShelfRoutes: Sendable {
    var routes: [TenantRoute] { lists + entries }

    private var lists: [TenantRoute] {
        [
            TenantRoute(ShelfCalls.own, handler: own),
            TenantRoute(ShelfCalls.stats, handler: stats),
            TenantRoute(ShelfCalls.ofPerson, openWhere: ShelfTenantSettings.publicShelves, handler: ofPerson),
            TenantRoute(ShelfCalls.shelf, openWhere: ShelfTenantSettings.publicShelves, handler: ofPerson),
        ]
    }

    private var entries: [TenantRoute] {
        [
            TenantRoute(ShelfCalls.add, handler: add),
            TenantRoute(ShelfCalls.show, handler: show),
            TenantRoute(ShelfCalls.replace, handler: replace),
            TenantRoute(ShelfCalls.change, handler: change),
            TenantRoute(ShelfCalls.remove, handler: remove),
        ]
    }

    // MARK: Lists

    /// What a list asks for.
    private struct Selection {
        let statuses: [Int]?
        /// `nil` for all; of lists of one's own.
        var games: [Int]?
        let sort: ShelfSort
        let page: Page

        init(_ call: Call, games: [Int]? = nil) throws {
            statuses = try call.query[ShelfCalls.status]
            self.games = games
            sort = try call.query[ShelfCalls.sort]
            page = try call.page(
                filters: [
                    (ShelfCalls.status.name, statuses.map { $0.map(String.init).joined(separator: ",") }),
                    (ShelfCalls.games.name, games.map { $0.map(String.init).joined(separator: ",") }),
                    (ShelfCalls.sort.name, sort == .addedAt ? nil : sort.rawValue),
                ],
                keys: 2
            )
        }

        func answer(_ rows: [ShelfRow], _ call: Call) async throws -> Response {
            try await call.list(rows.map(\.resource), page) { sort.key(of: rows[$0]) }
        }
    }

    private func own(_ call: Call) async throws -> Response {
        let selection = try Selection(call, games: try call.query[ShelfCalls.games])
        let rows = try await ShelfService(call.session).page(
            selection.page,
            selection.statuses,
            games: selection.games,
            selection.sort
        )
        return try await selection.answer(rows, call)
    }

    private func ofPerson(_ call: Call) async throws -> Response {
        let person: AccountID = try call.id("id")
        let selection = try Selection(call)
        let rows = try await ShelfService(call.session)
            .page(of: person, selection.page, selection.statuses, selection.sort)
        return try await selection.answer(rows, call)
    }

    private func stats(_ call: Call) async throws -> Response {
        Response.json(try await ShelfService(call.session).stats()).taggedByContent
    }

    // MARK: Entries

    private func add(_ call: Call) async throws -> Response {
        let entry = try await ShelfService(call.session).add(try call.decode())
        return answer(entry, status: 201).with("Location", "\(call.base)shelf/\(entry.gameID)/")
    }

    private func show(_ call: Call) async throws -> Response {
        answer(try await ShelfService(call.session).entry(try call.id("id")))
    }

    private func replace(_ call: Call) async throws -> Response { try await update(call, .complete) }
    private func change(_ call: Call) async throws -> Response { try await update(call, .merge) }

    private func update(_ call: Call, _ mode: BodyReader.Mode) async throws -> Response {
        let object = try call.object()
        let service = ShelfService(call.session)
        let id: GameID = try call.id("id")
        let entry = try await service.update(id) { entry in
            try require(call, entry)
            return try call.decode(object, mode: mode)
        }
        return answer(entry)
    }

    private func remove(_ call: Call) async throws -> Response {
        try await ShelfService(call.session).remove(try call.id("id")) { try require(call, $0) }
        return .noContent
    }

    /// Refuses a condition that does not name the entry as it is now.
    private func require(_ call: Call, _ entry: ShelfEntry) throws {
        guard call.request.head.headers["If-Match"] != nil else { return }
        try call.requireMatch(Response.json(entry).contentTag)
    }

    private func answer(_ entry: ShelfEntry, status: Int = 200) -> Response {
        Response.json(entry, status: status).taggedByContent
    }
}
