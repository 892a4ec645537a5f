internal import Accounts
internal import Database
internal import HTTPServer
internal import ParlayAPI
internal import Tenancy

/// The caller's shelf, and other people's.
struct ShelfRoutes: Sendable {
    private static let status = QueryField.integers(
        "status",
        0...4,
        "Only with these statuses: 0 backlog, 1 playing, 2 finished, 3 completed, 4 dropped."
    )
    private static let sort = QueryField.choice(
        "sort",
        of: ShelfSort.self,
        "By name from A to Z, by all else the highest first. By default the latest additions come first."
    )
    .defaulting(to: .addedAt)

    var routes: [TenantRoute] { lists + entries }

    private func route(
        _ method: HTTPMethod,
        _ pattern: String,
        _ summary: String,
        body: TenantRoute.Body = .none,
        handler: @escaping @Sendable (Call) async throws -> Response
    ) -> TenantRoute {
        TenantRoute(method, pattern, summary, module: .shelf, body: body, handler: handler)
    }

    /// The same list at two paths.
    private func ofPerson(at pattern: String, _ name: String) -> TenantRoute {
        route(.get, pattern, "List the games on a person's shelf", handler: ofPerson)
            .named(name)
            .explained("A shelf is public unless its owner has set `shelf_public` to `false`.")
            .path("id", "The account's id.")
            .query(Self.status, Self.sort).paged
            .answering(200, .page(of: ShelfEntry.self))
            .refusing(403, "shelf_private", "The person does not show their shelf.")
            .refusing(404, "not_found", "There is no such person, or the person has blocked you.")
    }

    private var lists: [TenantRoute] {
        [
            route(.get, "shelf", "List the games on your shelf", handler: own)
                .named("listShelf")
                .query(Self.status, Self.sort).paged
                .answering(200, .page(of: ShelfEntry.self)),
            route(.get, "shelf/stats", "Show your shelf in numbers", handler: stats)
                .named("getShelfStats")
                .explained("Games and hours by status, genre and month, and the mean of your ratings.")
                .answering(200, .resource(ShelfStats.self)),
            ofPerson(at: "profiles/{id:id}/shelf", "listShelfOfPerson"),
            ofPerson(at: "shelves/{id:id}", "getShelf"),
        ]
    }

    private var entries: [TenantRoute] {
        let example: JSONValue = [
            "status": 2, "user_rating": 93, "user_hours": 112, "note": "The Bloody Baron!",
            "started_on": "2026-01-03", "finished_on": "2026-05-10",
        ]
        return [
            route(.post, "shelf", "Add a game to your shelf", body: .json, handler: add)
                .named("addToShelf")
                .explained("A game of your wishlist is taken off it.")
                .taking(ShelfDraft.self, example: ["game_id": 1942, "status": 1])
                .answering(201, .resource(ShelfEntry.self), example: ShelfEntry.added)
                .refusing(409, "already_on_shelf", "The game is on your shelf already."),
            route(.get, "shelf/{id:id}", "Show a game of your shelf", handler: show)
                .named("getShelfEntry").ofGame
                .answering(200, .resource(ShelfEntry.self)),
            route(.put, "shelf/{id:id}", "Replace what you say about a game", body: .json, handler: replace)
                .named("replaceShelfEntry").ofGame
                .explained("Omitted fields are cleared; `status` is required.")
                .taking(ShelfUpdate.self, example: example)
                .answering(200, .resource(ShelfEntry.self)),
            route(.patch, "shelf/{id:id}", "Change what you say about a game", body: .json, handler: change)
                .named("updateShelfEntry").ofGame
                .explained("Omitted fields do not change; `null` clears a field.")
                .taking(ShelfUpdate.self, mode: .merge, example: ["status": 3, "user_hours": 140])
                .answering(200, .resource(ShelfEntry.self)),
            route(.delete, "shelf/{id:id}", "Take a game off your shelf", handler: remove)
                .named("removeFromShelf").ofGame
                .irreversible("Deletes what you said about the game.")
                .answering(204, .none),
        ]
    }

    // MARK: Lists

    /// What a list asks for.
    private struct Selection {
        let statuses: [Int]?
        let sort: ShelfSort
        let page: Page
        private let tenant: TenantID

        init(_ call: Call) throws {
            statuses = try call.query[ShelfRoutes.status]
            sort = try call.query[ShelfRoutes.sort]
            page = try call.page(
                filters: [
                    (ShelfRoutes.status.name, statuses.map { $0.map(String.init).joined(separator: ",") }),
                    (ShelfRoutes.sort.name, sort == .addedAt ? nil : sort.rawValue),
                ],
                keys: 2
            )
            tenant = call.tenant.id
        }

        /// - Parameter account: `nil` for the caller.
        func query(of account: AccountID?) -> RowQuery<ShelfRow> {
            ShelfStore.page(
                of: account,
                statuses,
                sort,
                after: page.after,
                limit: page.fetchLimit,
                in: tenant
            )
        }

        func answer(_ rows: [ShelfRow], _ call: Call) async throws -> Response {
            try await call.list(rows.map(\.resource), page) { sort.key(of: rows[$0]) }
        }
    }

    private func own(_ call: Call) async throws -> Response {
        let selection = try Selection(call)
        return try await selection.answer(try await call.session.read(selection.query(of: nil)).all, call)
    }

    private func ofPerson(_ call: Call) async throws -> Response {
        let person: AccountID = try call.id("id")
        let selection = try Selection(call)
        let (owners, rows) = try await call.session.read(
            ShelfStore.owner(.id(call.tenant.id), .id(person)),
            selection.query(of: person)
        )
        guard let owner = try owners.first else { throw AccountError.notOne(person) }
        guard try owner.isCaller || owner.settings.value(of: ShelfSettings.isPublic) else {
            throw ShelfError.isPrivate
        }
        return try await selection.answer(try rows.all, call)
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

extension TenantRoute {
    fileprivate var ofGame: TenantRoute { path("id", "The game's id.") }
}
